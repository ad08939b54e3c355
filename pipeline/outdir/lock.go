package outdir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// ErrBusy is inside the error of a place that another run writes to.
var ErrBusy = errors.New("another run is writing there")

// placeLock is the lock of a place, held by this process as often as users says.
type placeLock struct {
	path  string
	file  io.Closer
	users int
}

var (
	placesMu sync.Mutex
	places   = map[string]*placeLock{} // by the real path of the place
)

// Lock keeps other runs from writing to target, a folder or a file that may not exist yet, until the lock is closed.
// Begin locks its place itself; a command that keeps checkpoints locks it before the first of them. A process may
// lock a place more than once. The lock is a hidden file beside the place; what a killed run leaves of it holds
// nobody up. Errors: ErrBusy inside; those of the file system.
func Lock(target string) (io.Closer, error) {
	abs, err := filepath.Abs(target)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", target, err)
	}
	if abs, err = resolved(abs); err != nil {
		return nil, fmt.Errorf("%s: %w", target, err)
	}
	if err := os.MkdirAll(filepath.Dir(abs), 0o777); err != nil {
		return nil, fmt.Errorf("%s: %w", target, err)
	}
	return lockPlace(abs, target)
}

func lockPlace(abs, shown string) (io.Closer, error) {
	placesMu.Lock()
	defer placesMu.Unlock()
	if l := places[abs]; l != nil {
		l.users++
		return &unlock{abs: abs}, nil
	}
	path := filepath.Join(filepath.Dir(abs), "."+filepath.Base(abs)+".crosstable-lock")
	for try := 0; ; try++ {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, fmt.Errorf("output folder %s: %w", shown, err)
		}
		f.Close()
		file, err := hold(path)
		if err == nil {
			places[abs] = &placeLock{path: path, file: file, users: 1}
			return &unlock{abs: abs}, nil
		}
		// Whoever had it may have taken the file away between the two steps: look again before saying no.
		if _, gone := os.Lstat(path); try < 10 && (errors.Is(gone, fs.ErrNotExist) || errors.Is(err, fs.ErrNotExist)) {
			continue
		}
		if errors.Is(err, errTaken) && try < 3 {
			continue
		}
		if errors.Is(err, errTaken) {
			err = fmt.Errorf("%w; wait until it has ended, or choose another place", ErrBusy)
		}
		return nil, fmt.Errorf("output folder %s: %w", shown, err)
	}
}

// unlock gives a place back, once.
type unlock struct {
	abs  string
	once sync.Once
}

func (u *unlock) Close() error {
	u.once.Do(func() {
		placesMu.Lock()
		defer placesMu.Unlock()
		l := places[u.abs]
		if l.users--; l.users == 0 {
			delete(places, u.abs)
			os.Remove(l.path) // while it is held: whoever opens it meanwhile sees that it is gone (hold)
			l.file.Close()
		}
	})
	return nil
}
