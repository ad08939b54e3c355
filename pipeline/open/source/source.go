// Package source opens what a user names: a file, standard input as "-", a glob, a directory; plain, gzip
// or zstd; in any of the encodings that tournament files come in. It says which format and which encoding
// it found, and how sure it is, and hands out a stream of UTF-8 without a byte order mark.
//
//	open -> decompress -> look at the first bytes -> format, encoding -> stream of UTF-8
//
// Nothing is held but a bounded prefix: the encoding is decided on that prefix, or, while everything is
// ASCII, at the first byte that is not; after that every byte is checked against the decision, and what
// contradicts it becomes an issue or an error, never a silent wrong character.
package source

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"crosstable/pipeline/issue"
)

// Options of Open. The zero value decides everything by content.
type Options struct {
	Base     string    // folder that a relative name is in; "" the working folder
	Encoding string    // --encoding: a name of Encodings; "" or "auto" decides
	Format   Format    // --from: taken as given; Unknown recognises
	Kinds    []Kind    // the formats that are recognised
	Stdin    io.Reader // what "-" reads; nil is os.Stdin
	// Made opens what an earlier stage of the same run made under this name. It is asked first, and says fs.ErrNotExist
	// for other names. May be nil.
	Made     func(name string) (io.ReadCloser, error)
	MaxBytes int64 // bytes after decompression that are refused; 0 is 1 TiB for text, 1 GiB for xlsx and zip
	Hash     bool  // compute the SHA-256 of the bytes as stored while reading (Input.Sum)
}

const (
	maxTextBytes   = 1 << 40
	maxBinaryBytes = 1 << 30
	prefixBytes    = 256 << 10 // what format and encoding are decided on
)

// Input is one opened input.
type Input struct {
	Name        string    // as the user named it
	Format      Format    // what the content is
	Compression string    // "", "gzip" or "zstd"
	Reader      io.Reader // text formats: UTF-8 without byte order mark; FormatXLSX: the bytes as they are

	dec    *decoder
	raw    *rawReader
	notes  []issue.Issue
	closes []func() error
}

// BadInput is an input whose content cannot be used at all: empty, binary, of another kind, undecided in
// its encoding, too large. A command ends with exit 3. Trouble with the file itself (absent, unreadable,
// a failing disk) comes as the operating system's error instead.
type BadInput struct {
	File string
	Line int // 0 when the whole file is meant
	What string
	Hint string
	Err  error // cause, may be nil
}

func (e *BadInput) Error() string {
	s := e.File
	if e.Line > 0 {
		s = fmt.Sprintf("%s:%d", s, e.Line)
	}
	s += ": " + e.What
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

// Unwrap gives the cause.
func (e *BadInput) Unwrap() error { return e.Err }

// Open opens one input, decompresses it and decides format and encoding. The error is a *BadInput, an
// *UndecidedError or the operating system's. Close the Input when done.
func Open(ctx context.Context, name string, opt Options) (*Input, error) {
	in := &Input{Name: name}
	var r io.Reader
	if name == "-" {
		in.Name = "stdin"
		if r = opt.Stdin; r == nil {
			r = os.Stdin
		}
	} else if f, err := opt.made(name); err == nil {
		in.closes = append(in.closes, f.Close)
		r = f
	} else {
		f, err := os.Open(In(opt.Base, name))
		if err != nil {
			return nil, Named(err, name)
		}
		if st, err := f.Stat(); err == nil && st.IsDir() {
			f.Close()
			return nil, &BadInput{File: name, What: "is a directory",
				Hint: "name a file, or let the command expand the directory"}
		}
		in.closes = append(in.closes, f.Close)
		r = f
	}
	if err := in.open(ctx, r, opt); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

func (o *Options) made(name string) (io.ReadCloser, error) {
	if o.Made == nil {
		return nil, fs.ErrNotExist
	}
	return o.Made(name)
}

// FromReader is Open for bytes that are already at hand; name is used in messages only.
func FromReader(ctx context.Context, name string, r io.Reader, opt Options) (*Input, error) {
	in := &Input{Name: name}
	if err := in.open(ctx, r, opt); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// Sum hashes the bytes of a file as stored; result makes of size and SHA-256 (hex) what is wanted.
func Sum[T any](ctx context.Context, name string, opt Options, result func(size int64, sum string) T) (none T,
	err error) {
	f, err := os.Open(In(opt.Base, name))
	if err != nil {
		return none, Named(err, name)
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, &rawReader{ctx: ctx, r: f})
	if err != nil {
		return none, fmt.Errorf("%s: %w", name, err)
	}
	return result(n, hex.EncodeToString(sum.Sum(nil))), nil
}

func (in *Input) open(ctx context.Context, r io.Reader, opt Options) error {
	in.raw = &rawReader{ctx: ctx, r: r}
	if opt.Hash {
		in.raw.sum = sha256.New()
	}
	cs, err := findCharset(opt.Encoding)
	if err != nil {
		return err
	}
	head, err := readPrefix(in.raw, nil, prefixBytes)
	if err != nil {
		return in.wrap(err)
	}
	var body io.Reader = in.raw
	if kind := compression(head); kind != "" {
		in.Compression = kind
		whole := io.MultiReader(bytes.NewReader(head), in.raw)
		body, err = in.decompress(kind, whole)
		if err == nil {
			head, err = readPrefix(body, nil, prefixBytes)
		}
		if err != nil {
			return in.wrap(err)
		}
		if inner := compression(head); inner != "" {
			return &BadInput{File: in.Name, What: inner + " inside " + kind, Hint: "unpack it once"}
		}
	}
	if len(head) == 0 {
		return &BadInput{File: in.Name, What: "is empty"}
	}
	limit := opt.MaxBytes
	for _, k := range opt.Kinds {
		if !slices.ContainsFunc(k.Magic, func(m string) bool { return bytes.HasPrefix(head, []byte(m)) }) {
			if len(k.Magic) > 0 && opt.Format == k.Format {
				return &BadInput{File: in.Name, What: "is not an " + string(k.Format) + " file",
					Hint: "it does not begin as one does"}
			}
			continue
		}
		if opt.Format != Unknown && opt.Format != k.Format {
			return &BadInput{File: in.Name, What: "is a zip or " + string(k.Format) + " file, not " + string(opt.Format)}
		}
		if limit == 0 {
			limit = maxBinaryBytes
		}
		in.Format = k.Format
		in.Reader = &limitReader{file: in.Name, left: limit, limit: limit, r: io.MultiReader(bytes.NewReader(head), body)}
		return nil
	}
	if what := binaryKind(head); what != "" {
		return &BadInput{File: in.Name, What: "is " + what, Hint: hintFor(what)}
	}
	if limit == 0 {
		limit = maxTextBytes
	}
	lim := &limitReader{file: in.Name, left: limit - int64(len(head)), limit: limit, r: body}
	if lim.left < 0 {
		return tooLarge(in.Name, limit)
	}
	return in.openText(head, lim, cs, opt)
}

// openText decides encoding and format of text. cs is the forced encoding or nil.
func (in *Input) openText(head []byte, rest io.Reader, cs *charset, opt Options) error {
	whole := len(head) < prefixBytes
	choice := choose(head, whole, cs)
	text := choice.preview(head)
	if what := looksBinary(text); what != "" && cs == nil {
		return &BadInput{File: in.Name, What: "is not a text file", Hint: what}
	}
	in.Format = opt.Format
	if in.Format == Unknown {
		f, what := recognise(opt.Kinds, text, in.Name, whole)
		if what != "" {
			return &BadInput{File: in.Name, What: what, Hint: hintFor(what)}
		}
		in.Format = f
	}
	tolerant := slices.ContainsFunc(opt.Kinds, func(k Kind) bool { return k.Format == in.Format && k.Tolerant })
	if choice.undecided() {
		if !tolerant {
			return choice.refusal(in.Name, 0, head)
		}
		in.notes = append(in.notes, choice.fallbackIssue(in.Name, 0, head))
		choice = choice.asLatin1()
	}
	in.notes = append(in.notes, choice.notes(in.Name)...)
	in.dec = newDecoder(in.Name, head, rest, choice, tolerant)
	in.Reader = in.dec
	return nil
}

// Encoding says what the text was read as and why. While a file is ASCII so far, the answer can change
// with more of it read; it is final at the end of Reader.
func (in *Input) Encoding() Encoding {
	if in.dec == nil {
		return Encoding{}
	}
	return in.dec.choice.encoding()
}

// Issues gives what is to be said about the input so far; complete at the end of Reader.
func (in *Input) Issues() []issue.Issue {
	if in.dec == nil {
		return in.notes
	}
	return append(in.notes[:len(in.notes):len(in.notes)], in.dec.issues()...)
}

// Sum gives the SHA-256 of the bytes as stored, in hex. It reads what is left of the input. Options.Hash
// must have been set; without it the sum is "".
func (in *Input) Sum() (string, error) {
	if in.raw.sum == nil {
		return "", nil
	}
	if _, err := io.Copy(io.Discard, in.raw); err != nil {
		return "", in.wrap(err)
	}
	return hex.EncodeToString(in.raw.sum.Sum(nil)), nil
}

// Size is the number of bytes read so far, as stored.
func (in *Input) Size() int64 { return in.raw.n }

// Close releases the file.
func (in *Input) Close() error {
	var first error
	for _, c := range in.closes {
		if err := c(); err != nil && first == nil {
			first = err
		}
	}
	in.closes = nil
	return first
}

// wrap makes decompressors' complaints bad input and leaves the system's errors as they are.
func (in *Input) wrap(err error) error {
	var bad *BadInput
	var path *fs.PathError
	if errors.As(err, &bad) || errors.As(err, &path) || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if in.Compression == "" {
		return fmt.Errorf("%s: %w", in.Name, err)
	}
	return damaged(in.Name, in.Compression, err)
}

func damaged(file, kind string, err error) error {
	what := "the " + kind + " data is damaged"
	if errors.Is(err, io.ErrUnexpectedEOF) {
		what = "the " + kind + " data is cut off"
	}
	return &BadInput{File: file, What: what, Err: err}
}

// decompress gives the plain bytes; errors while reading become BadInput.
func (in *Input) decompress(kind string, r io.Reader) (io.Reader, error) {
	switch kind {
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, err
		}
		in.closes = append(in.closes, z.Close)
		return &unpacked{file: in.Name, kind: kind, r: z}, nil
	default:
		// One goroutine and a window of at most 128 MiB: a crafted header cannot ask for more.
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, err
		}
		in.closes = append(in.closes, func() error { z.Close(); return nil })
		return &unpacked{file: in.Name, kind: kind, r: z}, nil
	}
}

// unpacked names the file in a decompressor's errors.
type unpacked struct {
	file, kind string
	r          io.Reader
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err != nil && err != io.EOF {
		var path *fs.PathError
		if !errors.As(err, &path) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
			err = damaged(u.file, u.kind, err)
		}
	}
	return n, err
}

func compression(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0x1F, 0x8B, 0x08}):
		return "gzip"
	case bytes.HasPrefix(head, []byte{0x28, 0xB5, 0x2F, 0xFD}):
		return "zstd"
	}
	return ""
}

// rawReader counts, hashes and obeys the context.
type rawReader struct {
	ctx context.Context
	r   io.Reader
	n   int64
	sum hash.Hash
}

func (r *rawReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.r.Read(p)
	r.n += int64(n)
	if r.sum != nil {
		r.sum.Write(p[:n])
	}
	return n, err
}

// limitReader refuses an input that goes on after its limit.
type limitReader struct {
	file        string
	left, limit int64
	r           io.Reader
}

func (l *limitReader) Read(p []byte) (int, error) {
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	if l.left < 0 {
		return n - 1, tooLarge(l.file, l.limit)
	}
	return n, err
}

func tooLarge(file string, limit int64) error {
	return &BadInput{File: file, What: fmt.Sprintf("is larger than %d bytes", limit),
		Hint: "is it the right file? a limit guards against archives that unpack without end"}
}

// readPrefix reads until n bytes are there or the input ends. The buffer grows with what is read, so that
// a directory of small files stays cheap.
func readPrefix(r io.Reader, buf []byte, n int) ([]byte, error) {
	if cap(buf) == 0 {
		buf = make([]byte, 0, 16<<10)
	}
	for len(buf) < n {
		if len(buf) == cap(buf) {
			grown := make([]byte, len(buf), min(4*cap(buf), n))
			copy(grown, buf)
			buf = grown
		}
		k, err := r.Read(buf[len(buf):min(cap(buf), n)])
		buf = buf[:len(buf)+k]
		if err == io.EOF {
			break
		}
		if err != nil {
			return buf, err
		}
	}
	return buf, nil
}
