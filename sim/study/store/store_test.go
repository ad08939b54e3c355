package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// What a kill leaves behind the bytes that a checkpoint counts is cut off; fewer bytes than it counts are an error.
func TestRowsGoOnWhereTheCheckpointSays(t *testing.T) {
	dir := t.TempDir()
	r, err := OpenRows(dir, "a,b\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Write([]byte("1,2\n")), r.Sync()); err != nil {
		t.Fatal(err)
	}
	counted := r.Bytes()
	if err := errors.Join(r.Write([]byte("3,")), r.Sync()); err != nil {
		t.Fatal(err)
	}
	r.Close()
	if r, err = OpenRows(dir, "a,b\n", counted); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Write([]byte("5,6\n")), r.Sync()); err != nil {
		t.Fatal(err)
	}
	r.Close()
	data, err := os.ReadFile(filepath.Join(dir, RowsName))
	if want := "a,b\n1,2\n5,6\n"; err != nil || string(data) != want {
		t.Errorf("%q (%v), want %q", data, err, want)
	}
	if _, err := OpenRows(dir, "a,b\n", r.Bytes()+1); err == nil {
		t.Error("rows with fewer bytes than counted are opened")
	}
}

func TestCheckpointReadsBackOrIsRefused(t *testing.T) {
	type state struct{ Next int }
	dir := t.TempDir()
	var got state
	if err := ReadCheckpoint(dir, &got); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no checkpoint: %v", err)
	}
	if err := WriteCheckpoint(dir, state{7}); err != nil {
		t.Fatal(err)
	}
	if err := ReadCheckpoint(dir, &got); err != nil || got.Next != 7 {
		t.Errorf("%+v, %v", got, err)
	}
	name := filepath.Join(dir, CheckpointName)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		bad := append([]byte(nil), data...)
		bad[i] ^= 1
		if err := os.WriteFile(name, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := ReadCheckpoint(dir, &got); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d changed from %q to %q: %v", i, data[i], bad[i], err)
		}
	}
}

// A folder that holds what no study wrote is somebody's own.
func TestMakeDirLeavesForeignFoldersAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := MakeDir(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{CheckpointName, CheckpointName + ".tmp", RowsName} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := MakeDir(dir); err != nil {
		t.Errorf("a folder of a run: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := MakeDir(dir); err == nil {
		t.Error("a folder with a letter is taken")
	}
}
