package open

import (
	"fmt"
	"io"

	"crosstable/pipeline/open/source"
)

// defaultEventMiB is what an event may have after decompression: it is held in memory whole, and the largest real
// ones have a few MiB.
const defaultEventMiB = 64

// bounded is the bytes of an event, up to Options.MaxEventMiB; more are refused.
type bounded struct {
	in    io.Reader
	left  int64
	limit int
	name  string
}

func (p *parsed) bounded(name string, in io.Reader) io.Reader {
	limit := p.MaxEventMiB
	if limit == 0 {
		limit = defaultEventMiB
	}
	return &bounded{in, int64(limit) << 20, limit, name}
}

// Read reads on and refuses the byte after the last that is allowed.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, &source.BadInput{File: b.name, What: fmt.Sprintf("is an event of more than %d MiB", b.limit),
			Hint: "if it is one, raise --max-event-size"}
	}
	return n, err
}
