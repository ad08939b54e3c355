package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Expand turns what the user named into a list of inputs: "-" and files stay, a directory gives its files
// (not those of its subdirectories, nor hidden ones), a glob gives what it matches, directories again as their
// files (a shell would have named them one by one) unless they hold results of this program. Names stay in the
// order given; within a directory or glob they are sorted by bytes. A path that comes twice is kept once.
// A glob or directory with nothing in it is an error (fs.ErrNotExist), as is a file that is not there.
func Expand(args []string) ([]string, error) { return ExpandIn("", args) }

// ExpandIn is Expand for names that are relative to the folder base; so are the names it gives.
func ExpandIn(base string, args []string) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		key := name
		if name != "-" {
			key = filepath.Clean(name)
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, name)
		}
	}
	for _, a := range args {
		if a == "-" {
			add(a)
			continue
		}
		st, err := os.Stat(In(base, a))
		switch {
		case err == nil && st.IsDir():
			names, err := files(base, a)
			if err != nil {
				return nil, err
			}
			if len(names) == 0 {
				return nil, fmt.Errorf("%s: the directory holds no files: %w", a, fs.ErrNotExist)
			}
			for _, n := range names {
				add(n)
			}
		case err == nil:
			add(a)
		case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(a, "*?["):
			names, err := glob(base, a)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", a, err)
			}
			n := 0
			slices.Sort(names)
			for _, m := range names {
				if hidden(m) {
					continue
				}
				st, err := os.Stat(In(base, m))
				if err != nil {
					return nil, Named(err, m)
				}
				if !st.IsDir() && !st.Mode().IsRegular() {
					return nil, notRegular(m)
				}
				found := []string{m}
				if st.IsDir() {
					if _, err := os.Stat(In(base, filepath.Join(m, ".crosstable"))); err == nil {
						continue // results of an earlier run (pipeline/outdir), which no glob means as inputs
					}
					if found, err = files(base, m); err != nil {
						return nil, err
					}
				}
				for _, f := range found {
					add(f)
					n++
				}
			}
			if n == 0 {
				return nil, fmt.Errorf("%s: no file matches: %w", a, fs.ErrNotExist)
			}
		default:
			return nil, Named(err, a)
		}
	}
	return out, nil
}

// In gives the path of what is called name in the folder base; "" is the working folder.
func In(base, name string) string {
	if base == "" || name == "-" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(base, name)
}

// Named lets an error of the system speak of a file as the user does.
func Named(err error, name string) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return &fs.PathError{Op: at.Op, Path: name, Err: at.Err}
	}
	return err
}

// glob is filepath.Glob below base, whose own signs mean nothing.
func glob(base, pattern string) ([]string, error) {
	if base == "" || filepath.IsAbs(pattern) {
		return filepath.Glob(pattern)
	}
	plain := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(base)
	found, err := filepath.Glob(filepath.Join(plain, pattern))
	for i, f := range found {
		if found[i], err = filepath.Rel(base, f); err != nil {
			return nil, err
		}
	}
	return found, err
}

// files gives the regular files of a directory, sorted.
func files(base, dir string) ([]string, error) {
	entries, err := os.ReadDir(In(base, dir))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if hidden(name) {
			continue
		}
		switch st, err := os.Stat(In(base, name)); {
		case err != nil: // a link to nothing: a file that somebody means to be here
			return nil, Named(err, name)
		case st.IsDir():
		case !st.Mode().IsRegular():
			return nil, notRegular(name)
		default:
			names = append(names, name)
		}
	}
	return names, nil
}

// notRegular refuses a pipe, a socket or a device that a folder or a glob gave: reading it could wait for ever.
// Named by itself it is read.
func notRegular(name string) error {
	return &BadInput{File: name, What: "is no regular file", Hint: "move it away, or name it by itself"}
}

// hidden tells the files that nobody meant: dot files, and the ~$ files of an open workbook.
func hidden(path string) bool {
	base := filepath.Base(path)
	return strings.HasPrefix(base, ".") || strings.HasPrefix(base, "~$")
}
