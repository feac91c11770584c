package keep

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// TestSet: a set finds what one of its patterns finds, and nothing else.
func TestSet(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abABäÄ.k")), 1, 4, -1)
	expr := rapid.SampledFrom([]string{"/^a/", "/(?i)AB$/", "/b{2}/", "/ä./"})
	line := rapid.StringOfN(rapid.SampledFrom([]rune("abcABCäÄ. kK")), 0, 12, -1)
	laws.Check(t, func(t *rapid.T) {
		var patterns []Pattern
		for _, source := range rapid.SliceOfN(rapid.OneOf(word, word, word, expr), 0, 8).Draw(t, "patterns") {
			p, err := Parse(source)
			if err != nil {
				t.Fatal(err)
			}
			patterns = append(patterns, p)
		}
		set := NewSet(patterns)
		for _, text := range rapid.SliceOfN(line, 1, 8).Draw(t, "lines") {
			want := false
			for _, p := range patterns {
				want = want || p.Match([]byte(text))
			}
			if got := set.Match([]byte(text)); got != want {
				t.Fatalf("%q in %q: %v, one by one %v", patterns, text, got, want)
			}
		}
	})
}

func TestSetOfEveryByte(t *testing.T) {
	var patterns []Pattern
	for c := range 256 {
		p, err := Parse(string([]byte{byte(c), 0}))
		if err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, p)
	}
	set := NewSet(patterns)
	for c := range 256 {
		if !set.Match([]byte{'x', byte(c), 0}) || set.Match([]byte{0xff, byte(c), 1}) && c != 0 {
			t.Errorf("byte %d", c)
		}
	}
}

// TestBounds: what would take long is refused, and said to be.
func TestBounds(t *testing.T) {
	many := func(n int, source string) []string {
		return strings.Split(strings.Repeat(source+"\n", n-1)+source, "\n")
	}
	for _, bad := range [][]string{
		{"/(a?){900}/"},
		{"/((a{30}){30})/"},
		{"/" + strings.Repeat("a{1000}", 100) + "/"},
		{"/[" + strings.Repeat(`\pL`, 300) + "]/"},
		{"/(?i)" + strings.Repeat("[a-\U0010ffff]", 50) + "/"},
		{"/(?i)" + strings.Repeat(`[a-\x{10ffff}]`, 50) + "/"},
		{strings.Repeat("x", maxBytes+1)},
		many(12, "/a{100}/"), many(12, "/[ä-ö]/"), many(99, `/\pL/`), many(maxBytes, "ab"),
		{"/(/"}, {""},
	} {
		start := time.Now()
		_, err := ParseAll(bad)
		if err == nil || len(err.Error()) > 200 {
			t.Errorf("%.40q and so on: %v", bad, err)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%.40q took %v", bad, d)
		}
	}
	for _, good := range [][]string{many(16, `/^E[0-9]{4}: (\w+) failed/`), many(1000, "ERROR"), {`/\p{Lu}{3,}[\p{L}äöü-ÿ]/`}, nil} {
		if got, err := ParseAll(good); err != nil || len(got) != len(good) {
			t.Errorf("%.40q: %v", good, err)
		}
	}
}

// TestMostWords: 4 MB are searched for as many words as there may be while one by
// one they take seconds.
func TestMostWords(t *testing.T) {
	var sources []string
	for i := range 1600 {
		sources = append(sources, fmt.Sprintf("a%04x", i*37%0xffff))
	}
	patterns, err := ParseAll(sources)
	if err != nil {
		t.Fatal(err)
	}
	line := []byte(strings.Repeat("aaa0 INFO served 0a17 in 35 ms a1", 3) + "\n")
	set := NewSet(patterns)
	start := time.Now()
	for range 4 << 20 / len(line) {
		set.Match(line)
	}
	if d := time.Since(start); d > 3*time.Second {
		t.Errorf("took %v", d)
	}
}

func BenchmarkMostWords(b *testing.B) {
	var patterns []Pattern
	for i := range 1600 {
		p, _ := Parse(fmt.Sprintf("a%04x", i*37%0xffff))
		patterns = append(patterns, p)
	}
	line := []byte(strings.Repeat("aaa0 INFO served 0a17 in 35 ms a1", 3) + "\n")
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			NewSet(patterns)
		}
	})
	set := NewSet(patterns)
	b.Run("match", func(b *testing.B) {
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			set.Match(line)
		}
	})
}
