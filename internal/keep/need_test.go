package keep_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/laws"
)

// TestMayBeIn: of a text of which a line matches, as a terminal shows it, it is
// never said that none can.
func TestMayBeIn(t *testing.T) {
	patterns := []string{
		"timeout", "Time Out", "kelvin", "/time(d )?out/", "/(?i)kisses/", "/kisses/", "/K/", "K", "İx", "/(?i:straße) [0-9]+/", "é", "größe x",
		"/a|b/", "/(abc)+d/", "/(abc){2,}/", "/(abc)*/", "/^error$/", "/x.y/", "/[q]uit/", "/\\bquit\\b/", " ", "/z/", "/\\x1b/",
	}
	pieces := []string{
		"timeout", "TIME OUT", "timed out", "K", "k", "elvin", "KELVIN", "ſ", "kiſſes", "KISSES", "kisses", "İX", "i̇x", "é", "É", "GRÖSSE X", "Größe X", "STRASSE 1", "straße 7",
		"abc", "ABC", "abcabcd", "error", "x\ny", "x-y", "quit", "\r", "\r\n", "\n", "\x1b[31m", "\b", "ti\x1b[0mmeout", "tix\bmeout", "\xff", " ", "z",
	}
	laws.Check(t, func(t *rapid.T) {
		p, err := keep.Parse(rapid.SampledFrom(patterns).Draw(t, "pattern"))
		if err != nil {
			t.Fatal(err)
		}
		text := []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "text"), ""))
		if p.MayBeIn(text) {
			return
		}
		for line := range bytes.Lines(text) {
			line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
			if p.Match(block.Resolve(line)) {
				t.Fatalf("%s is in %q", p, line)
			}
		}
	})
}

// TestMayNotBeIn: what is not there is mostly known, so that it pays to ask.
func TestMayNotBeIn(t *testing.T) {
	text := []byte("2026-01-02 INFO request 7 served\r\n2026-01-02 INFO request 8 served\n")
	for _, source := range []string{"timeout", "requests", "/time(d )?out/", "/request [0-9]+ failed/", "/(?i)served twice/", "größe von"} {
		p, err := keep.Parse(source)
		if err != nil || p.MayBeIn(text) {
			t.Errorf("%s: %v", source, err)
		}
	}
}
