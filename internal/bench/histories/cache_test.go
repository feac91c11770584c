package histories

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// block is a piece of a thousand tokens.
func block(name string, marked bool) piece {
	return piece{key: sha256.Sum256([]byte(name)), text: name, tokens: 1000, marked: marked}
}

// blocks makes a piece of each name; one that ends with ! carries a breakpoint.
func blocks(names ...string) []piece {
	var pieces []piece
	for _, name := range names {
		marked := name[len(name)-1] == '!'
		if marked {
			name = name[:len(name)-1]
		}
		pieces = append(pieces, block(name, marked))
	}
	return pieces
}

func TestCache(t *testing.T) {
	type request struct {
		pieces []piece
		want   Usage
		broken bool
	}
	for name, requests := range map[string][]request{
		"a growing conversation is read": {
			{blocks("head", "a"), Usage{Written: 2000}, false},
			{blocks("head", "a", "b"), Usage{Read: 2000, Written: 1000}, false},
			{blocks("head", "a", "b", "c", "d"), Usage{Read: 3000, Written: 2000}, false},
		},
		"a change breaks what follows it": {
			{blocks("head", "a", "b", "c"), Usage{Written: 4000}, false},
			{blocks("head", "a", "x", "c", "d"), Usage{Read: 2000, Written: 3000}, true},
			{blocks("head", "a", "x", "c", "d", "e"), Usage{Read: 5000, Written: 1000}, false},
		},
		"what was kept once is found again": {
			{blocks("head", "a", "b"), Usage{Written: 3000}, false},
			{blocks("head", "x"), Usage{Written: 2000}, true},
			{blocks("head", "a", "b", "c"), Usage{Read: 3000, Written: 1000}, false},
		},
		"a prefix under the least is not kept": {
			{blocks("head"), Usage{Fresh: 1000}, false},
			{blocks("head", "a"), Usage{Written: 2000}, false},
		},
		"the mark moves with the conversation": {
			{blocks("head!", "a!"), Usage{Written: 2000}, false},
			{blocks("head!", "a", "b", "c!"), Usage{Read: 2000, Written: 2000}, false},
		},
		"what is behind the last mark is new each time": {
			{blocks("head", "a!", "b"), Usage{Written: 2000, Fresh: 1000}, false},
			{blocks("head", "a!", "b"), Usage{Read: 2000, Fresh: 1000}, false},
		},
		"without a mark at its end a prefix is not found": {
			{blocks("head", "a", "b!"), Usage{Written: 3000}, false},
			{blocks("head", "a", "x", "y!"), Usage{Written: 4000}, true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCache()
			for i, r := range requests {
				got, broken := c.send(r.pieces)
				if r.want.Read == 1000 {
					t.Fatal("a prefix under the least can't be read")
				}
				if got != r.want || broken != r.broken {
					t.Errorf("request %d: %+v, broken %v; want %+v, %v", i, got, broken, r.want, r.broken)
				}
			}
		})
	}
}

func TestCacheLooksBackSomeBlocks(t *testing.T) {
	for more, want := range map[int]int{lookback: 2000, lookback + 1: 0} {
		c := newCache()
		c.send(blocks("head", "a!"))
		long := blocks("head", "a")
		for i := range more {
			long = append(long, block(fmt.Sprint(i), i == more-1))
		}
		if got, _ := c.send(long); got.Read != want {
			t.Errorf("%d blocks on, %d tokens are read, want %d", more, got.Read, want)
		}
	}
}

// TestCacheLaws: all tokens are counted once; the same request again is read whole
// but for what is under the least; a conversation that only grows is never broken.
func TestCacheLaws(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 900), 1, 30).Draw(t, "sizes")
		var all []piece
		for i, n := range sizes {
			all = append(all, piece{key: sha256.Sum256([]byte{byte(i)}), tokens: n})
		}
		ends := slices.Sorted(slices.Values(rapid.SliceOfN(rapid.IntRange(1, len(all)), 1, 8).Draw(t, "ends")))
		c := newCache()
		for _, end := range ends {
			u, broken := c.send(all[:end])
			if u.Sent() != sum(all[:end]) {
				t.Fatalf("%+v is not %d tokens", u, sum(all[:end]))
			}
			if broken {
				t.Fatal("broken, though the conversation only grew")
			}
			again, _ := c.send(all[:end])
			if total := sum(all[:end]); total >= least && again.Read != total || total < least && again.Fresh != total {
				t.Fatalf("again %+v of %d", again, total)
			}
		}
	})
}

func TestCost(t *testing.T) {
	if got := (Usage{Read: 1000, Written: 100, Fresh: 10}).Cost(); got != 100+125+10 {
		t.Error(got)
	}
}
