package rewrite

import (
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

func keyOf(n int) (key digest) {
	binary.LittleEndian.PutUint64(key[:], uint64(n))
	return key
}

func newTexts(limit int64) *memory[string] {
	return newMemory(limit, func(s string) int64 { return int64(len(s)) })
}

// TestMemoryIsBounded: it holds no more than it may, what it holds is right,
// and it forgets first what was asked for longest ago.
func TestMemoryIsBounded(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		const room = 6
		m := newTexts(room * (itemBytes + 10))
		var recent []int // asked for last comes last
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			n := rapid.IntRange(0, 12).Draw(t, "key")
			made := false
			value, ok := m.do(keyOf(n), func() (string, bool) { made = true; return fmt.Sprintf("value %04d", n), true })
			if !ok || value != fmt.Sprintf("value %04d", n) {
				t.Fatalf("%d: %q %v", n, value, ok)
			}
			known := false
			kept := recent[:0:0]
			for _, k := range recent {
				if k == n {
					known = true
				} else {
					kept = append(kept, k)
				}
			}
			recent = append(kept, n)
			recent = recent[max(0, len(recent)-room):]
			if made == known {
				t.Fatalf("%d was made: %v, and was remembered: %v", n, made, known)
			}
			if m.used > m.limit || m.order.Len() != len(recent) || len(m.items) != len(recent) {
				t.Fatalf("%d bytes of %d in %d items, want %d", m.used, m.limit, m.order.Len(), len(recent))
			}
		}
	})
}

// TestMemoryTooLarge: what is larger than the memory is given, not kept.
func TestMemoryTooLarge(t *testing.T) {
	m := newTexts(100)
	if _, ok := m.do(keyOf(1), func() (string, bool) { return "large", true }); !ok || m.used != 0 {
		t.Fatal(ok, m.used)
	}
}

// TestMemoryMakesOnce: who asks at the same time waits for the one that makes
// the value.
func TestMemoryMakesOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTexts(1 << 20)
		var made atomic.Int32
		release := make(chan struct{})
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				value, ok := m.do(keyOf(1), func() (string, bool) {
					made.Add(1)
					<-release
					return "value", true
				})
				if value != "value" || !ok {
					t.Errorf("%q %v", value, ok)
				}
			})
		}
		synctest.Wait()
		close(release)
		wg.Wait()
		if made.Load() != 1 {
			t.Errorf("made %d times", made.Load())
		}
	})
}

// TestMemoryForgetsFailures: what was good for nobody is made again, also
// after a panic.
func TestMemoryForgetsFailures(t *testing.T) {
	m := newTexts(1 << 20)
	if _, ok := m.do(keyOf(1), func() (string, bool) { return "bad", false }); ok {
		t.Error("a failure is remembered")
	}
	func() {
		defer func() { recover() }()
		m.do(keyOf(1), func() (string, bool) { panic("mistake") })
	}()
	if value, ok := m.do(keyOf(1), func() (string, bool) { return "good", true }); value != "good" || !ok {
		t.Errorf("%q %v", value, ok)
	}
}
