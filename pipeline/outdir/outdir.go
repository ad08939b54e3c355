// Package outdir writes results so that nothing is ever half-written.
//
// A directory of results is built beside its place, under a hidden name, and comes to its place in one
// step; a process killed at any moment leaves the old result or the new one whole. Single files go the
// same way (WriteFile). What a killed run leaves under a hidden name is cleared by the next run that
// writes to the same place.
//
//	d, err := outdir.Begin("out", "list.csv", "games.csv") // the files this run reads
//	defer d.Abort()                                        // does nothing after Commit
//	err = d.Write("list.csv", func(w io.Writer) error { ... })
//	err = d.Commit()
//
// Where the system can exchange two names (Linux), an existing directory is replaced by one exchange.
// Elsewhere the old directory is renamed aside and the new one renamed in; a kill between the two steps
// leaves no result in place, and the next Begin brings the old one back.
//
// A result directory holds a file .crosstable that says what kind of result it is and lists what the program
// wrote there. Files of that list are replaced with the directory, by a result of the same kind only; everything
// else in it belongs to the user and is carried over. Files that the run reads are never replaced.
//
// One run at a time writes to a place (Lock). The lock goes with the process, however it ends.
package outdir

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Record is the name of the list of written files inside a result directory.
const Record = ".crosstable"

// Written describes one file of a result.
type Written struct {
	Name   string // slash-separated, below the directory
	Size   int64  // bytes
	SHA256 string // hex
}

// Dir is a result directory that is being built. It belongs to one goroutine.
type Dir struct {
	target  string // real path of the place
	shown   string // the place as the user named it
	temp    string
	root    *os.Root
	lock    io.Closer
	kind    string // of this result, "" if it is not said
	was     string // kind of the old result
	inputs  []os.FileInfo
	place   io.Closer       // the lock of the place
	ours    map[string]bool // names that the old result's record lists
	made    []string        // parent directories made for this result, outermost first
	written []Written
	done    bool
}

// building has the directories that are neither committed nor aborted.
var building sync.Map

// Leave removes what is being built, for a program that is about to exit while some of it may still be
// written to.
func Leave() {
	building.Range(func(d, _ any) bool {
		os.RemoveAll(d.(*Dir).temp)
		d.(*Dir).place.Close()
		d.(*Dir).dropParents()
		return true
	})
}

// exchange swaps two names; a variable so that the tests can take it away.
var exchange = exchangeNames

// Begin starts a result at target, which may exist, as a directory. Inputs are the paths of files the run
// reads; they will not be replaced. Missing parents are made. What earlier, killed runs left is cleared.
func Begin(target string, inputs ...string) (*Dir, error) {
	if target == "" {
		return nil, errors.New("output folder: no name given")
	}
	d := &Dir{shown: target, ours: map[string]bool{}}
	for _, in := range inputs {
		if fi, err := os.Stat(in); err == nil {
			d.inputs = append(d.inputs, fi)
		}
	}
	abs, err := filepath.Abs(target)
	if err != nil {
		return nil, fmt.Errorf("output folder %s: %w", target, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	d.target = abs
	if d.made, err = makeParents(filepath.Dir(abs)); err != nil {
		return nil, fmt.Errorf("output folder %s: %w", target, err)
	}
	if d.place, err = lockPlace(abs, target); err != nil {
		d.dropParents()
		return nil, err
	}
	if err := d.begin(abs, target); err != nil {
		d.dropParents()
		d.place.Close()
		return nil, err
	}
	building.Store(d, true)
	return d, nil
}

// begin looks at what stands at the place and makes the hidden directory.
func (d *Dir) begin(abs, target string) (err error) {
	recoverStale(abs)
	mode := fs.FileMode(0o777)
	switch fi, err := os.Stat(abs); {
	case err == nil && !fi.IsDir():
		return fmt.Errorf("output folder %s: a file of that name is in the way", target)
	case err == nil:
		if holdsWorkingDirectory(abs) {
			return fmt.Errorf("output folder %s: it holds the folder you are in and would be replaced under you; name a folder below it", target)
		}
		mode = fi.Mode().Perm()
		var names []string
		d.was, names = readRecord(abs)
		for _, name := range names {
			d.ours[name] = true
		}
		if err := d.holdsInput(abs, target); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("output folder %s: %w", target, err)
	}
	for try := 0; ; try++ {
		d.temp = filepath.Join(filepath.Dir(abs), hiddenName(filepath.Base(abs), "new"))
		if err = os.Mkdir(d.temp, mode|0o700); err == nil {
			if d.lock, err = hold(d.temp); err == nil {
				break
			}
		}
		if try == 10 || !errors.Is(err, fs.ErrExist) && !errors.Is(err, errTaken) {
			return fmt.Errorf("output folder %s: %w", target, err)
		}
	}
	if d.root, err = os.OpenRoot(d.temp); err != nil {
		os.RemoveAll(d.temp)
		d.lock.Close()
		return fmt.Errorf("output folder %s: %w", target, err)
	}
	return nil
}

// holdsInput refuses a place whose old result has a file that this run reads: it would be gone afterwards.
func (d *Dir) holdsInput(abs, target string) error {
	for name := range d.ours {
		fi, err := os.Stat(filepath.Join(abs, filepath.FromSlash(name)))
		if err == nil && d.isInput(fi) {
			return fmt.Errorf("output folder %s: %s in it is read by this run and would be replaced; choose another output folder",
				target, filepath.Join(d.shown, filepath.FromSlash(name)))
		}
	}
	return nil
}

// Kind says what kind of result this is, such as "rating" or "study", in the user's words. It is an error if the
// place holds a result of another kind: it would be lost.
func (d *Dir) Kind(kind string) error {
	if d.was != "" && d.was != kind {
		return fmt.Errorf("output folder %s: it holds the result of another command (%s) and would be replaced by one of %s; choose another output folder",
			d.shown, d.was, kind)
	}
	d.kind = kind
	return nil
}

// Target is the place as the user named it.
func (d *Dir) Target() string { return d.shown }

// Create opens a new file of the result; name is slash-separated and stays below the directory.
// The file counts when it is closed.
func (d *Dir) Create(name string) (*File, error) {
	local := filepath.FromSlash(name)
	if name == Record || !filepath.IsLocal(local) {
		return nil, fmt.Errorf("%s: not a name for a file of the result", name)
	}
	place := filepath.Join(d.target, local)
	if fi, err := os.Lstat(place); err == nil {
		if real, err := os.Stat(place); err == nil && d.isInput(real) {
			return nil, fmt.Errorf("%s is read by this run and would be replaced; choose another output folder", filepath.Join(d.shown, local))
		}
		if !d.ours[name] {
			what := "exists and was not written by crosstable"
			if fi.IsDir() {
				what = "is a folder and was not written by crosstable"
			}
			return nil, fmt.Errorf("%s %s; move it away or choose another output folder", filepath.Join(d.shown, local), what)
		}
	}
	if dir := filepath.Dir(local); dir != "." {
		if err := d.root.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
	}
	f, err := d.root.OpenFile(local, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	return newFile(f, func(size int64, sum string) {
		d.written = append(d.written, Written{name, size, sum})
	}), nil
}

// Write makes one file of the result with what fill writes.
func (d *Dir) Write(name string, fill func(w io.Writer) error) error {
	f, err := d.Create(name)
	if err != nil {
		return err
	}
	if err := fill(f); err != nil {
		f.file.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Close()
}

// Open reads a file that was written to the result before.
func (d *Dir) Open(name string) (*os.File, error) { return d.root.Open(filepath.FromSlash(name)) }

// Written lists the closed files by name.
func (d *Dir) Written() []Written {
	out := slices.Clone(d.written)
	slices.SortFunc(out, func(a, b Written) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Commit brings the result to its place. After an error the old result is still there.
func (d *Dir) Commit() error {
	if d.done {
		return errors.New("outdir: committed or aborted before")
	}
	if err := d.commit(); err != nil {
		d.Abort()
		return fmt.Errorf("output folder %s: %w", d.shown, err)
	}
	d.done = true
	building.Delete(d)
	return nil
}

func (d *Dir) commit() error {
	var list strings.Builder
	list.WriteString("# Files in this folder that crosstable wrote, and will replace when it writes here again.\n")
	if d.kind != "" {
		fmt.Fprintln(&list, kindLine+d.kind)
	}
	for _, w := range d.Written() {
		fmt.Fprintln(&list, w.Name)
	}
	f, err := d.root.OpenFile(Record, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(list.String())
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := d.carry(d.target, d.temp, "."); err != nil {
		return err
	}
	syncDir(d.temp)
	d.root.Close()
	parent := filepath.Dir(d.target)
	for try := 0; ; try++ {
		if _, err := os.Lstat(d.target); errors.Is(err, fs.ErrNotExist) {
			// Rename refuses to replace a directory that holds something, so a result that
			// appeared meanwhile is not lost: it is exchanged in the next turn.
			if err = os.Rename(d.temp, d.target); err == nil {
				break
			}
			if try == 3 {
				return err
			}
			continue
		}
		err := exchange(d.temp, d.target)
		if err == nil {
			// temp is the old result now. Whatever came into it since the look above is the user's.
			if err := d.carry(d.temp, d.target, "."); err == nil {
				os.RemoveAll(d.temp)
			}
			break
		}
		if !errors.Is(err, errNoExchange) {
			return fmt.Errorf("cannot be replaced (%w); if it is a mount point, name a folder below it", err)
		}
		aside := filepath.Join(parent, hiddenName(filepath.Base(d.target), "old"))
		if err := os.Rename(d.target, aside); err != nil {
			return err
		}
		if err := os.Rename(d.temp, d.target); err != nil {
			return errors.Join(err, os.Rename(aside, d.target))
		}
		if err := d.carry(aside, d.target, "."); err == nil {
			os.RemoveAll(aside)
		}
		break
	}
	syncDir(parent)
	d.lock.Close()
	d.place.Close()
	return nil
}

// Abort drops what was built; the old result stays. It does nothing after Commit.
func (d *Dir) Abort() {
	if d.done {
		return
	}
	d.done = true
	building.Delete(d)
	if d.root != nil {
		d.root.Close()
	}
	os.RemoveAll(d.temp)
	d.lock.Close()
	d.place.Close()
	d.dropParents()
}

// carry brings what belongs to the user from one directory to the other, below rel: files by hard link
// where possible, so that both names stay good until the old directory goes.
func (d *Dir) carry(from, to, rel string) error {
	entries, err := os.ReadDir(filepath.Join(from, rel))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := filepath.Join(rel, e.Name())
		src, dst := filepath.Join(from, name), filepath.Join(to, name)
		if e.IsDir() {
			if err := d.carryDir(from, to, name); err != nil {
				return err
			}
			continue
		}
		if name == Record {
			continue
		}
		if d.ours[filepath.ToSlash(name)] {
			continue
		}
		if _, err := os.Lstat(dst); err == nil {
			continue
		}
		if err := carryFile(src, dst); err != nil {
			return fmt.Errorf("keeping %s: %w", name, err)
		}
	}
	return nil
}

// carryDir carries a directory unless all that is in it was written by the program.
func (d *Dir) carryDir(from, to, name string) error {
	keep, empty := false, true
	err := filepath.WalkDir(filepath.Join(from, name), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		empty = false
		keep = keep || !d.ours[filepath.ToSlash(rel)]
		return nil
	})
	if err != nil {
		return err
	}
	if !keep && !empty {
		return nil
	}
	fi, err := os.Stat(filepath.Join(from, name))
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(to, name), fi.Mode().Perm()); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return d.carry(from, to, name)
}

func (d *Dir) isInput(fi os.FileInfo) bool {
	return slices.ContainsFunc(d.inputs, func(in os.FileInfo) bool { return os.SameFile(in, fi) })
}

func (d *Dir) dropParents() {
	for i := len(d.made) - 1; i >= 0; i-- {
		os.Remove(d.made[i]) // only while empty
	}
}

// File is one file of a result; it hashes what passes.
type File struct {
	file *os.File
	buf  *bufio.Writer
	sum  hash.Hash
	size int64
	done func(size int64, sum string)
}

func newFile(f *os.File, done func(int64, string)) *File {
	return &File{file: f, buf: bufio.NewWriterSize(f, 1<<16), sum: sha256.New(), done: done}
}

func (f *File) Write(p []byte) (int, error) {
	n, err := f.buf.Write(p)
	f.sum.Write(p[:n])
	f.size += int64(n)
	return n, err
}

// Close brings the file to the disk and enters it in the result.
func (f *File) Close() error {
	err := errors.Join(f.buf.Flush(), f.file.Sync(), f.file.Close())
	if err == nil && f.done != nil {
		f.done(f.size, hex.EncodeToString(f.sum.Sum(nil)))
	}
	return err
}

// WriteFile makes path with what fill writes: a reader of path sees the old content or the new, never a
// part. A symbolic link keeps pointing where it does. What is no regular file (a pipe, a terminal) is
// written as it is. Inputs as in Begin.
func WriteFile(path string, inputs []string, fill func(w io.Writer) error) error {
	real := path
	mode := fs.FileMode(0o666)
	if fi, err := os.Stat(path); err == nil {
		for _, in := range inputs {
			if ifi, err := os.Stat(in); err == nil && os.SameFile(ifi, fi) {
				return fmt.Errorf("%s is read by this run and would be replaced; choose another output", path)
			}
		}
		if fi.IsDir() {
			return fmt.Errorf("%s is a folder; name a file", path)
		}
		if !fi.Mode().IsRegular() {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(f)
			return errors.Join(fill(w), w.Flush(), f.Close())
		}
		mode = fi.Mode().Perm()
		if real, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	dir, base := filepath.Split(real)
	if dir == "" {
		dir = "."
	}
	clearStale(dir, base)
	for try := 0; ; try++ {
		temp := filepath.Join(dir, hiddenName(base, "new"))
		f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
		if err != nil {
			return err
		}
		lock, err := hold(temp)
		if err != nil {
			f.Close()
			if errors.Is(err, errTaken) && try < 10 {
				continue
			}
			return err
		}
		out := newFile(f, nil)
		if err = fill(out); err == nil {
			err = out.Close()
		} else {
			f.Close()
		}
		if err == nil {
			err = os.Rename(temp, real)
		}
		if err != nil {
			os.Remove(temp)
		} else {
			syncDir(dir)
		}
		lock.Close()
		return err
	}
}

// hiddenName is where something named base is built: .base.crosstable-new-1f2e3d4c5b6a.
func hiddenName(base, kind string) string {
	var b [6]byte
	rand.Read(b[:])
	return hiddenPrefix(base, kind) + hex.EncodeToString(b[:])
}

func hiddenPrefix(base, kind string) string { return "." + base + ".crosstable-" + kind + "-" }

// recoverStale brings back an old result that a killed run had put aside, and clears what is left over.
func recoverStale(target string) {
	dir, base := filepath.Split(target)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), hiddenPrefix(base, "old")) {
			continue
		}
		if _, err := os.Lstat(target); errors.Is(err, fs.ErrNotExist) {
			os.Rename(filepath.Join(dir, e.Name()), target)
		}
	}
	clearStale(dir, base)
}

// clearStale removes hidden leftovers of base that no living run holds. One that is taken first gets
// another name, so that a run which is just about to hold it notices (see hold).
func clearStale(dir, base string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		isNew := strings.HasPrefix(e.Name(), hiddenPrefix(base, "new"))
		if !isNew && !strings.HasPrefix(e.Name(), hiddenPrefix(base, "old")) && !strings.HasPrefix(e.Name(), hiddenPrefix(base, "gone")) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		lock, err := hold(path)
		if err != nil {
			continue
		}
		gone := filepath.Join(dir, hiddenName(base, "gone"))
		if os.Rename(path, gone) == nil {
			os.RemoveAll(gone)
		}
		lock.Close()
	}
}

// kindLine begins the line of the record that says the kind.
const kindLine = "# kind: "

func readRecord(dir string) (kind string, names []string) {
	data, err := os.ReadFile(filepath.Join(dir, Record))
	if err != nil {
		return "", nil
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if k, ok := strings.CutPrefix(line, kindLine); ok {
			kind = k
		} else if line != "" && line[0] != '#' {
			names = append(names, line)
		}
	}
	return kind, names
}

func makeParents(dir string) (made []string, err error) {
	if fi, err := os.Stat(dir); err == nil {
		if !fi.IsDir() {
			return nil, fmt.Errorf("%s is not a folder", dir)
		}
		return nil, nil
	}
	if up := filepath.Dir(dir); up != dir {
		if made, err = makeParents(up); err != nil {
			return made, err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return made, err
	}
	return append(made, dir), nil
}

func carryFile(src, dst string) error {
	fi, err := os.Lstat(src)
	if err != nil {
		return err
	}
	if fi.Mode()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(src)
		if err != nil {
			return err
		}
		return os.Symlink(to, dst)
	}
	if os.Link(src, dst) == nil {
		return nil
	}
	if !fi.Mode().IsRegular() {
		return fmt.Errorf("cannot carry over a %s", fi.Mode().Type())
	}
	in, err := os.Open(src)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(dst, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fi.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close(), os.Chtimes(dst, fi.ModTime(), fi.ModTime()))
}

func holdsWorkingDirectory(dir string) bool {
	wd, err := os.Getwd()
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(wd); err == nil {
		wd = real
	}
	rel, err := filepath.Rel(dir, wd)
	return err == nil && filepath.IsLocal(rel)
}

// syncDir brings names to the disk where the system does that; failing is no harm to the result.
func syncDir(dir string) {
	if f, err := os.Open(dir); err == nil {
		f.Sync()
		f.Close()
	}
}
