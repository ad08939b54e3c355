package outdir

import (
	"errors"

	"golang.org/x/sys/unix"
)

// errNoExchange: the system or the file system cannot exchange two names.
var errNoExchange = errors.New("names cannot be exchanged here")

// exchangeNames swaps what two names mean, in one step.
func exchangeNames(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) {
		return errNoExchange
	}
	return err
}
