// Package store keeps what a run of a study leaves for a later one in a folder: a checkpoint, the rows so far, or the
// part of a shard. It knows files, not studies: what is inside is the caller's.
package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The files of a run.
const (
	CheckpointName = "checkpoint.json"
	RowsName       = "rows.csv"
	PartName       = "part.json" // in a shard's folder
)

// ReadCheckpoint reads the checkpoint in dir into v. The errors name the file: it is absent (os.ErrNotExist), damaged
// (ErrDamaged) or not to be read.
func ReadCheckpoint(dir string, v any) error {
	name := filepath.Join(dir, CheckpointName)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := Unseal(data, v); err != nil {
		return fmt.Errorf("%s: %w; remove it to begin anew", name, err)
	}
	return nil
}

// WriteCheckpoint seals v and puts it in dir, beside its place first, then renamed.
func WriteCheckpoint(dir string, v any) error {
	data, err := Seal(v)
	if err != nil {
		return err
	}
	return replace(filepath.Join(dir, CheckpointName), data)
}

// MakeDir makes the folder of a run's checkpoint. A folder that holds something else is somebody's own: an error.
func MakeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if name := strings.TrimSuffix(e.Name(), ".tmp"); name != CheckpointName && name != RowsName {
			return fmt.Errorf("%s is wanted for the checkpoint, but it holds %s, which no study wrote; move it away",
				dir, e.Name())
		}
	}
	return nil
}

// replace puts data at path so that a kill leaves the old file or the new one.
func replace(path string, data []byte) error {
	tmp := path + ".tmp"
	f, err := os.Create(tmp)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(tmp)
		return err
	}
	return os.Rename(tmp, path)
}
