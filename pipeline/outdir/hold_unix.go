//go:build unix

package outdir

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// errTaken: somebody else holds the path, or took it away before it was held.
var errTaken = errors.New("taken by another run")

// hold marks a hidden file or directory as belonging to a living process; the mark goes with the process,
// however it ends.
func hold(path string) (io.Closer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		f.Close()
		return nil, errTaken
	}
	if err != nil {
		return f, nil // a file system without locks: go on without the mark
	}
	held, err := f.Stat()
	now, err2 := os.Stat(path)
	if err != nil || err2 != nil || !os.SameFile(held, now) {
		f.Close()
		return nil, errTaken
	}
	return f, nil
}
