package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
)

// Files that a run leaves for a later one (parts, checkpoints) are sealed: the SHA-256 of the content stands before
// it, so that a damaged file is refused and no number of it is believed.
type sealed struct {
	Sum     string          `json:"sha256"`
	Content json.RawMessage `json:"content"`
}

// ErrDamaged says that a sealed file is not what was written.
var ErrDamaged = errors.New("the file is damaged: its content does not have the checksum that it says")

// Seal gives v as sealed JSON.
func Seal(v any) ([]byte, error) {
	content, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	return json.Marshal(sealed{hex.EncodeToString(sum[:]), content})
}

// Unseal reads what Seal made into v. The errors say what is wrong with the file.
func Unseal(data []byte, v any) error {
	var s sealed
	if err := json.Unmarshal(data, &s); err != nil || len(s.Content) == 0 {
		return ErrDamaged
	}
	sum := sha256.Sum256(s.Content)
	if s.Sum != hex.EncodeToString(sum[:]) {
		return ErrDamaged
	}
	d := json.NewDecoder(bytes.NewReader(s.Content))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return ErrDamaged
	}
	return nil
}
