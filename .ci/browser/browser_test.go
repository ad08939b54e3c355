// Package browser looks at the pages that crosstable writes in a real browser: Chromium, headless, driven through the DevTools
// protocol. It is a module of its own so that the program does not depend on a browser driver. `make test-browser`
// installs Chromium and fonts where they are missing, and runs it.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// screenshots is the folder of the pictures, for the eye; git ignores it.
const screenshots = "screenshots"

// program builds crosstable and gives what runs it; exit code 1, done with findings, is fine.
func program(t *testing.T, dir string) func(args ...string) {
	t.Helper()
	name := filepath.Join(dir, "crosstable")
	build := exec.Command("go", "build", "-o", name, "./cmd/crosstable")
	build.Dir = filepath.Join("..", "..")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the program: %v\n%s", err, said)
	}
	return func(args ...string) {
		t.Helper()
		said, err := exec.Command(name, args...).CombinedOutput()
		var failed *exec.ExitError
		if err != nil && (!errors.As(err, &failed) || failed.ExitCode() != 1) {
			t.Fatalf("crosstable %s: %v\n%s", strings.Join(args, " "), err, said)
		}
	}
}

// chromium starts the browser; its profile is gone with the test.
func chromium(t *testing.T) context.Context {
	t.Helper()
	var found string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			found = path
			break
		}
	}
	if found == "" {
		t.Fatal("no Chromium here; make test-browser installs it")
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(found), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("hide-scrollbars", true), chromedp.WSURLReadTimeout(2 * time.Minute),
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// trouble collects what the browser complains about, and what a page wants from elsewhere.
type trouble struct {
	mu   sync.Mutex
	said []string
}

func (x *trouble) say(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.said = append(x.said, fmt.Sprintf(format, args...))
}

func (x *trouble) listen(ev any) {
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		x.say("exception: %s", e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			x.say("console %s", e.Type)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			x.say("log: %s", e.Entry.Text)
		}
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, "file:") && !strings.HasPrefix(u, "data:") {
			x.say("the page asks for %s", u)
		}
	}
}

// open shows a file on a screen and tells what is to be seen.
func (x *trouble) open(ctx context.Context, file string, width, height int64, mobile bool) (look, error) {
	if err := chromedp.Listen(ctx, x.listen); err != nil {
		return look{}, err
	}
	size := emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: mobile}
	if _, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, size); err != nil {
		return look{}, err
	}
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+filepath.ToSlash(file))); err != nil {
		return look{}, err
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("document.fonts.ready.then(() => true)", chromedp.EvalAwaitPromise)); err != nil {
		return look{}, err
	}
	return chromedp.Run(ctx, chromedp.Evaluate[look](lookAround))
}

// look is what a page tells about itself.
type look struct {
	Width    int      // of everything there is to scroll to
	Text     int      // characters
	Charts   int      // drawings with shapes in them, larger than an icon
	Empty    int      // such drawings without shapes
	Outside  []string // elements that stick out of the page on the right and cannot be scrolled to
	CJK      int      // different characters of Chinese and Japanese that were drawn
	Tofu     []string // those drawn like a character that no font has, or like another one
	Cut      []string // labels that stick out of their chart
	Overlaps []string // labels of a chart that lie on each other
}

// lookAround runs in the page. A character that no font has is drawn as a box, like every other such one: each
// character's pixels are compared with those of a private one and among themselves.
const lookAround = `(() => {
  const out = {Width: document.documentElement.scrollWidth, Text: document.body.innerText.trim().length, Charts: 0, Empty: 0, Outside: [], CJK: 0, Tofu: [], Cut: [], Overlaps: []};
  for (const s of document.querySelectorAll('svg')) {
    const b = s.getBoundingClientRect();
    if (b.width < 100 || b.height < 40) continue;
    let shapes = 0;
    for (const e of s.querySelectorAll('path,rect,circle,line,polyline,polygon')) {
      const r = e.getBoundingClientRect();
      if (r.width + r.height > 0) shapes++;
    }
    if (shapes >= 3) out.Charts++; else out.Empty++;
    const labels = [...s.querySelectorAll('text')].filter(e => e.textContent.trim()).map(e => [e, e.getBoundingClientRect()]);
    const edge = getComputedStyle(s).overflow === 'visible' ? 8 : 1; // what is drawn over the edge is not cut, but little is room
    for (const [e, r] of labels) if (r.left < b.left - edge || r.right > b.right + edge || r.top < b.top - edge || r.bottom > b.bottom + edge) out.Cut.push(e.textContent);
    for (let i = 0; i < labels.length; i++) for (let k = i + 1; k < labels.length; k++) {
      const [a, x] = labels[i], [c, y] = labels[k];
      const w = Math.min(x.right, y.right) - Math.max(x.left, y.left), h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
      if (w > 3 && h > 0.5 * Math.min(x.height, y.height)) out.Overlaps.push(a.textContent + ' on ' + c.textContent);
    }
  }
  const wide = document.documentElement.clientWidth;
  for (const e of document.body.querySelectorAll('*')) {
    if (e.closest('svg') && e.tagName !== 'svg') continue;
    const r = e.getBoundingClientRect();
    if (r.width === 0 || r.right <= wide + 1) continue;
    let p = e.parentElement, scrolls = false;
    for (; p && p !== document.body; p = p.parentElement) if (/auto|scroll/.test(getComputedStyle(p).overflowX)) scrolls = true;
    if (!scrolls) out.Outside.push(e.tagName + '.' + e.className);
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 40;
  const g = canvas.getContext('2d', {willReadFrequently: true});
  g.textBaseline = 'top';
  const drawn = (ch) => {
    g.font = '32px ' + getComputedStyle(document.body).fontFamily;
    g.clearRect(0, 0, 40, 40);
    g.fillText(ch, 2, 2);
    return g.getImageData(0, 0, 40, 40).data.join();
  };
  const box = drawn('\u{10FFFD}'), blank = drawn(' '), seen = new Map();
  for (const ch of new Set(document.body.innerText)) {
    if (!/[\u3040-\u30ff\u4e00-\u9fff]/.test(ch) || out.CJK >= 200) continue;
    out.CJK++;
    const d = drawn(ch);
    if (d === box || d === blank || seen.has(d)) out.Tofu.push(ch);
    seen.set(d, ch);
  }
  return out;
})()`

func TestPages(t *testing.T) {
	if err := os.MkdirAll(screenshots, 0o777); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := program(t, dir)
	demo := filepath.Join("..", "..", "fixtures", "demo")
	run("run", filepath.Join(demo, "quarter.toml"), "--out", filepath.Join(dir, "run"))
	run("rate", "--list", filepath.Join(demo, "lists", "2014-Q4.csv"), "--games", filepath.Join(demo, "2015-Q1", "junisen.csv"), "--period", "2015-Q1",
		"--newcomers", filepath.Join(demo, "newcomers.csv"), "--grade", "--publish", "--title", "通信順位戦", "--lang", "ja", "--out", filepath.Join(dir, "office"))
	run("simulate", "study", "--players", "16", "--rounds", "5", "--system", "dutch,jca", "--replicates", "60", "--seed", "1", "--out", filepath.Join(dir, "study"))

	ctx := chromium(t)
	for _, p := range []struct {
		name, file string
		charts     int  // at least
		japanese   bool // text of it is expected
	}{
		{"period", "run/2015-Q1/report.html", 2, true}, // the players' names
		{"period-ja", "run/2015-Q1/report-ja.html", 2, true},
		{"index", "run/index.html", 0, false},
		{"certificates", "office/certificates.html", 0, true},
		{"study", "study/report.html", 1, false},
	} {
		for _, screen := range []struct {
			name          string
			width, height int64
			mobile        bool
		}{{"desktop", 1200, 900, false}, {"phone", 390, 844, true}} {
			t.Run(p.name+"/"+screen.name, func(t *testing.T) {
				ctx, stop := chromedp.NewContext(ctx) // a new tab
				defer stop()
				ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
				defer cancel()
				var x trouble
				l, err := x.open(ctx, filepath.Join(dir, filepath.FromSlash(p.file)), screen.width, screen.height, screen.mobile)
				if err != nil {
					t.Fatal(err)
				}
				first, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				whole, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				for suffix, png := range map[string][]byte{"": first, "-whole": whole} {
					if err := os.WriteFile(filepath.Join(screenshots, p.name+"-"+screen.name+suffix+".png"), png, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				x.mu.Lock()
				defer x.mu.Unlock()
				for _, s := range x.said {
					t.Error(s)
				}
				if l.Text < 40 {
					t.Errorf("%d characters of text", l.Text)
				}
				if l.Width > int(screen.width) || len(l.Outside) > 0 {
					t.Errorf("%d pixels wide on a screen of %d; outside: %q", l.Width, screen.width, l.Outside)
				}
				if l.Charts < p.charts || l.Empty > 0 {
					t.Errorf("%d charts and %d empty ones, want at least %d", l.Charts, l.Empty, p.charts)
				}
				if len(l.Cut) > 0 {
					t.Errorf("%d labels are cut: %q", len(l.Cut), l.Cut)
				}
				if len(l.Overlaps) > 0 {
					t.Errorf("%d labels lie on each other: %q", len(l.Overlaps), l.Overlaps)
				}
				if p.japanese && l.CJK < 10 || len(l.Tofu) > 0 {
					t.Errorf("%d different characters of Japanese, drawn as boxes: %q", l.CJK, l.Tofu)
				}
			})
		}
	}

	// Printed, every certificate has its own sheet.
	t.Run("print", func(t *testing.T) {
		ctx, stop := chromedp.NewContext(ctx)
		defer stop()
		ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
		defer cancel()
		if err := chromedp.Do(ctx, chromedp.Navigate("file://"+filepath.Join(dir, "office", "certificates.html"))); err != nil {
			t.Fatal(err)
		}
		sheets, err := chromedp.Run(ctx, chromedp.Evaluate[int]("document.querySelectorAll('.sheet').length"))
		if err != nil {
			t.Fatal(err)
		}
		pdf, err := chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(screenshots, "certificates.pdf"), pdf, 0o666); err != nil {
			t.Fatal(err)
		}
		if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n != sheets || n == 0 {
			t.Errorf("%d pages for %d certificates", n, sheets)
		}
	})
}

// The test above can fail: a page with every fault is found out.
func TestFaultsAreSeen(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.html")
	const text = `<!DOCTYPE html><meta charset=utf-8><body style="margin:0"><div style="width:2000px">` + "\U0010FFFC" + `</div>
<svg width=300 height=100></svg><svg width=300 height=100><text x=10 y=50>1500</text><text x=14 y=50>1600</text><text x=-20 y=80>cut</text></svg>
<script>console.error("bad"); throw new Error("worse")</script></body>`
	if err := os.WriteFile(bad, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(chromium(t), 2*time.Minute)
	defer cancel()
	var x trouble
	l, err := x.open(ctx, bad, 1200, 900, false)
	if err != nil {
		t.Fatal(err)
	}
	// Two characters that no font has look alike, and unlike one that a font has: what the comparison rests on.
	same, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`(() => {
		const c = document.createElement('canvas'), g = c.getContext('2d');
		const d = (s) => { g.clearRect(0, 0, 300, 150); g.font = '32px serif'; g.fillText(s, 10, 50); return c.toDataURL(); };
		return d('\u{10FFFC}') === d('\u{10FFFD}') && d('\u{10FFFC}') !== d('阿'); })()`))
	if err != nil {
		t.Fatal(err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.said) < 2 || l.Width != 2000 || len(l.Outside) == 0 || l.Empty != 2 || len(l.Overlaps) != 1 || len(l.Cut) != 1 || !same {
		t.Errorf("%q %+v %v", x.said, l, same)
	}
}
