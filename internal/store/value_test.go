package store

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"time"
)

func valueOf(t testing.TB, data []byte) []byte {
	t.Helper()
	meta := Meta{Type: "log", Command: "make \"all\"", TTL: time.Hour, CompressedBytes: 7}
	v, err := NewValue(t.Context(), bytes.NewReader(data), digestOf(t, data), meta, newClock().now)
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(io.MultiReader(bytes.NewReader(v.Head), v.Packed))
	if err != nil || int64(len(out)) != v.Size {
		t.Fatalf("%d bytes of %d, %v", len(out), v.Size, err)
	}
	return out
}

func unpack(value []byte) (Entry, []byte, error) {
	v, err := ReadValue(bytes.NewReader(value))
	if err != nil {
		return Entry{}, nil, err
	}
	x, err := v.Unpack()
	if err != nil {
		return Entry{}, nil, err
	}
	defer x.Close()
	data, err := io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
	return v.Entry, data, err
}

func TestValuesGiveBackEveryKindOfBytes(t *testing.T) {
	for name, data := range originals {
		if _, got, err := unpack(valueOf(t, data)); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(data), err)
		}
	}
}

// Whatever bit of a value flips, it is found, unless what is read is the same.
func TestFlippedBitsOfAValueAreFound(t *testing.T) {
	data := []byte("hello, hello, hello, hello\n")
	value := valueOf(t, data)
	want, _, err := unpack(value)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for i := range 8 * len(value) {
		flipped := bytes.Clone(value)
		flipped[i/8] ^= 1 << (i % 8)
		entry, got, err := unpack(flipped)
		switch {
		case err == nil && (entry != want || !bytes.Equal(got, data)):
			t.Errorf("bit %d of byte %d: %+v %q", i%8, i/8, entry, got)
		case err != nil && !errors.Is(err, ErrCorrupt):
			t.Errorf("bit %d of byte %d: %v", i%8, i/8, err)
		case err == nil:
			same++
		}
	}
	if same > 16 {
		t.Errorf("%d bits decide nothing", same)
	}
}

func TestKeepCountsFromNow(t *testing.T) {
	v, err := ReadValue(bytes.NewReader(valueOf(t, []byte("hello\n"))))
	if err != nil {
		t.Fatal(err)
	}
	now := newClock().now.Add(5 * time.Hour) // by a clock that is ahead
	if err := v.Keep(now, time.Minute); err != nil {
		t.Fatal(err)
	}
	again, err := ReadValue(io.MultiReader(bytes.NewReader(v.Head), v.Packed))
	if err != nil || !again.Entry.ExpiresAt().Equal(now.Add(time.Minute)) || again.Entry.Command != `make "all"` {
		t.Fatalf("%+v, %v", again, err)
	}
	x, err := again.Unpack()
	if err != nil || x.Size() != 6 {
		t.Fatal(err)
	}
	x.Close()
}

// FuzzReadValue: what others put in the place of a value is an error or an
// entry that agrees with itself, and its bytes have its digest.
func FuzzReadValue(f *testing.F) {
	for _, data := range [][]byte{nil, []byte("hello\n"), text(5000)} {
		f.Add(valueOf(f, data))
	}
	f.Add([]byte("{\"version\":1}\n"))
	f.Fuzz(func(t *testing.T, value []byte) {
		entry, got, err := unpack(value)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Error(err)
			}
			return
		}
		if digest := digestOf(t, got); digest != entry.digest() || int64(len(got)) != entry.OriginalBytes {
			t.Errorf("%d bytes that are not %s", len(got), entry.Digest)
		}
	})
}
