//go:build !linux

package outdir

import "errors"

var errNoExchange = errors.New("names cannot be exchanged here")

func exchangeNames(a, b string) error { return errNoExchange }
