//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"elide.example/elide/cmd/elide-redis/internal/redisstore"
	"elide.example/elide/cmd/elide-redis/internal/redisstore/redistest"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

// The figures of docs/fleet.md:
//
//	go test ./cmd/elide-redis -run '^$' -bench .

// blocks returns the outputs of the corpus that are long enough to be stored.
func blocks(b *testing.B) [][]byte {
	b.Helper()
	names, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(names) == 0 {
		b.Fatal("no corpus", err)
	}
	var all [][]byte
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		if len(data) >= pipeline.DefaultMinBytes {
			all = append(all, data)
		}
	}
	return all
}

func values(b *testing.B) (all []*store.Value, original int64) {
	b.Helper()
	for _, data := range blocks(b) {
		digest, err := store.Digest(bytes.NewReader(data))
		if err != nil {
			b.Fatal(err)
		}
		v, err := store.NewValue(b.Context(), bytes.NewReader(data), digest, store.Meta{Type: "log", Command: "go test -v ./..."}, time.Now())
		if err != nil {
			b.Fatal(err)
		}
		packed, _ := io.ReadAll(v.Packed)
		v.Packed = bytes.NewReader(packed)
		all, original = append(all, v), original+int64(len(data))
	}
	return all, original
}

// BenchmarkSize stores the corpus, and measures what the server takes for it.
func BenchmarkSize(b *testing.B) {
	s, err := redisstore.Open(redistest.Start(b).URL(), redisstore.Options{Timeout: 10 * time.Second})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	before, err := s.Health(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	var value int64
	all, original := values(b)
	for _, v := range all {
		value += v.Size
		if err := s.Publish(b.Context(), v); err != nil {
			b.Fatal(err)
		}
	}
	after, err := s.Health(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for range b.N { // it is measured once
	}
	n := float64(len(all))
	b.ReportMetric(n, "blocks")
	b.ReportMetric(float64(original)/n, "original-B/block")
	b.ReportMetric(float64(value)/n, "value-B/block")
	b.ReportMetric(float64(after.Used-before.Used)/n, "memory-B/block")
}

// BenchmarkServer stores the corpus from many connections at once.
func BenchmarkServer(b *testing.B) {
	url := redistest.Start(b).URL()
	for _, hosts := range []int{1, 16} {
		b.Run(fmt.Sprint("connections-", hosts), func(b *testing.B) {
			all, _ := values(b)
			var wg sync.WaitGroup
			b.ResetTimer()
			for range hosts {
				s, err := redisstore.Open(url, redisstore.Options{Timeout: 10 * time.Second})
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				wg.Go(func() {
					for i := range b.N / hosts {
						v := *all[i%len(all)]
						data := v.Packed.(*bytes.Reader)
						v.Packed = io.NewSectionReader(data, 0, data.Size())
						if err := s.Publish(b.Context(), &v); err != nil {
							b.Error(err)
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "entries/s")
		})
	}
}

// BenchmarkElide measures what a shared store adds to the time that elide
// takes for a block of 6 KB.
func BenchmarkElide(b *testing.B) {
	url := redistest.Start(b).URL()
	for _, c := range []struct{ name, url string }{{"alone", ""}, {"shared", url}} {
		b.Run(c.name, func(b *testing.B) {
			h := newHost(b, c.url)
			log := logOf("bench", 100)
			for b.Loop() {
				h.elide(log)
			}
		})
	}
}
