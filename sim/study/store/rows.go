package store

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Rows is rows.csv while a run writes it. What stands behind the bytes that the checkpoint counts is written again
// after a kill.
type Rows struct {
	file   *os.File
	buffer *bufio.Writer
	bytes  int64
}

// OpenRows opens rows.csv in dir and cuts it to the bytes that the checkpoint counts; 0 begins it with the header. A
// file with fewer bytes is an error.
func OpenRows(dir, header string, bytes int64) (*Rows, error) {
	f, err := os.OpenFile(filepath.Join(dir, RowsName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	r := &Rows{file: f, buffer: bufio.NewWriterSize(f, 1<<20), bytes: bytes}
	if err := r.begin(header); err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

func (r *Rows) begin(header string) error {
	if r.bytes == 0 {
		if err := r.file.Truncate(0); err != nil {
			return err
		}
		return r.Write([]byte(header))
	}
	if st, err := r.file.Stat(); err != nil || st.Size() < r.bytes {
		return fmt.Errorf("%s has fewer bytes than its checkpoint says; remove the folder to begin anew", r.file.Name())
	}
	if err := r.file.Truncate(r.bytes); err != nil {
		return err
	}
	_, err := r.file.Seek(0, io.SeekEnd)
	return err
}

// Write adds lines.
func (r *Rows) Write(lines []byte) error {
	n, err := r.buffer.Write(lines)
	r.bytes += int64(n)
	return err
}

// Bytes is how many have been written, the header included.
func (r *Rows) Bytes() int64 { return r.bytes }

// Sync brings to the disk what has been written, so that a checkpoint may count it.
func (r *Rows) Sync() error {
	if err := r.buffer.Flush(); err != nil {
		return err
	}
	return r.file.Sync()
}

// Close ends the writing; what no Sync brought to the disk is dropped.
func (r *Rows) Close() { r.file.Close() }
