package store

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// BenchmarkReadEntry reads an entry of 100 KB as it is laid out here, and as any
// writer may.
func BenchmarkReadEntry(b *testing.B) {
	var text bytes.Buffer
	for i := 0; text.Len() < 100_000; i++ {
		fmt.Fprintf(&text, "2026-01-02T03:04:05 INFO handled \"request\" %d of /api/v2/orders in %d ms\n", i, i*7919%997)
	}
	digest, _ := Digest(bytes.NewReader(text.Bytes()))
	e, err := newEntry(bytes.NewReader(text.Bytes()), digest, Meta{Type: "log"}, DefaultTTL, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	e.Encoding = UTF8
	data, err := e.encode(text.String())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("quick", func(b *testing.B) {
		for b.Loop() {
			if quick(data, e.Hash) == nil {
				b.Fatal("not read")
			}
		}
	})
	b.Run("any", func(b *testing.B) {
		for b.Loop() {
			entry, body, err := decodeEntry(data, e.Hash)
			if err != nil {
				b.Fatal(err)
			}
			if x, err := inlineOriginal(entry, body); err != nil || x.checkWhole() != nil {
				b.Fatal(err)
			}
		}
	})
}
