package outdir

import (
	"fmt"
	"os"
	"path/filepath"
)

// Guard keeps the paths of a job below its folder.
type Guard struct {
	Root         string // the job's folder
	AllowOutside bool
}

// Resolve gives the path that text means, relative to the folder, and an error if it leaves the folder,
// by "..", an absolute path or a symbolic link. What does not exist yet is judged by the nearest folder
// above it that does.
func (g Guard) Resolve(text string) (string, error) {
	path := text
	if !filepath.IsAbs(path) {
		path = filepath.Join(g.Root, path)
	}
	if g.AllowOutside {
		return path, nil
	}
	root, err := resolved(g.Root)
	if err != nil {
		return "", err
	}
	full, err := resolved(path)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(root, full); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s lies outside the job's folder; move it there or give --allow-outside", text)
	}
	return path, nil
}

// resolved resolves the symbolic links of the part of a path that exists.
func resolved(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	rest := ""
	for links := 0; ; {
		full, err := filepath.EvalSymlinks(abs)
		if err == nil {
			return filepath.Join(full, rest), nil
		}
		if fi, lerr := os.Lstat(abs); lerr == nil && fi.Mode()&os.ModeSymlink != 0 {
			// A link to nothing: follow it by hand, so that a file made through it is judged by where it lands.
			to, err := os.Readlink(abs)
			if err != nil {
				return "", err
			}
			if !filepath.IsAbs(to) {
				to = filepath.Join(filepath.Dir(abs), to)
			}
			if links++; links > 40 {
				return "", fmt.Errorf("%s: too many links", path)
			}
			abs = to
			continue
		}
		up := filepath.Dir(abs)
		if up == abs {
			return "", err
		}
		rest = filepath.Join(filepath.Base(abs), rest)
		abs = up
	}
}
