//go:build !unix

package outdir

import (
	"errors"
	"io"
	"os"
	"time"
)

var errTaken = errors.New("taken by another run")

type nothing struct{}

func (nothing) Close() error { return nil }

// hold has no lock that ends with the process here; what is younger than a day counts as held by others.
func hold(path string) (io.Closer, error) {
	fi, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if age := time.Since(fi.ModTime()); age > time.Second && age < 24*time.Hour {
		return nil, errTaken
	}
	return nothing{}, nil
}
