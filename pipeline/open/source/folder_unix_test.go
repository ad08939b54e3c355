//go:build unix

package source

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What a folder or a glob gives and cannot be read is somebody's file that would be missing: it is told, not skipped.
func TestFolderWithALinkToNothingOrAPipeIsRefused(t *testing.T) {
	for name, make := range map[string]func(string) error{
		"link": func(at string) error { return os.Symlink("nowhere.csv", at) },
		"pipe": func(at string) error { return syscall.Mkfifo(at, 0o666) },
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.csv"), []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := make(filepath.Join(dir, "b.csv")); err != nil {
			t.Skip(err)
		}
		for _, arg := range []string{dir, filepath.Join(dir, "*.csv")} {
			if names, err := Expand([]string{arg}); err == nil || !strings.Contains(err.Error(), "b.csv") {
				t.Errorf("%s in %s: %q, %v; want a refusal that names it", name, arg, names, err)
			}
		}
	}
}
