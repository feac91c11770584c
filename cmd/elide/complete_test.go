//go:build unix

package main

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/help"
	"elide.example/elide/internal/laws"
)

// answer returns what a shell is told.
func answer(t interface{ Fatal(...any) }, words ...string) []byte {
	out, err := os.CreateTemp("", "elide-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(out.Name())
	defer out.Close()
	a := &app{out: out}
	if err := a.complete(newRoot(a), words); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestAllIsOffered: each command and each flag there is.
func TestAllIsOffered(t *testing.T) {
	var walk func(c *command, path []string)
	walk = func(c *command, path []string) {
		if c.raw {
			return
		}
		flags := offered(answer(t, append(path, "-")...))
		c.flagSet("").VisitAll(func(f *flag.Flag) {
			if !slices.ContainsFunc(flags, func(w string) bool { return strings.TrimLeft(strings.TrimSuffix(w, "=on"), "-") == f.Name }) {
				t.Errorf("%v: %s is not offered", path, f.Name)
			}
		})
		commands := offered(answer(t, append(path, "")...))
		for _, next := range c.below {
			if !slices.Contains(commands, next.name) {
				t.Errorf("%v: %s is not offered", path, next.name)
			}
			walk(next, append(slices.Clip(path), next.name))
		}
	}
	walk(newRoot(nil), nil)
}

// TestAnswers: whatever stands on the line, the answer has the form that the
// scripts read, and nothing is run for it.
func TestAnswers(t *testing.T) {
	t.Setenv("ELIDE_STORE", t.TempDir())
	form := regexp.MustCompile(`^([^\t\n:][^\t\n]*(\t[^\t\n]+)?\n)*:\d+\n$`)
	pool := rapid.SampledFrom([]string{
		"", "-", "--", "--store", "--store=", "--type=te", "--nothing", "run", "store", "verify", "help", "config", "show", "diff",
		"install", "completion", "messages", "cost", "-c", "--c=", "x y", "\n", "\x1b[2J", "é", "=", "--=", "-=",
	})
	laws.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(pool, 0, 6).Draw(t, "words")
		if text := answer(t, words...); !form.Match(text) {
			t.Fatalf("%q", text)
		}
	})
}

func TestCandidatesAreOneLine(t *testing.T) {
	var b bytes.Buffer
	if err := help.WriteCandidates(&b, []help.Candidate{{Word: "a", About: "b\n:4\x1b[2J"}}, help.NoFiles); err != nil {
		t.Fatal(err)
	}
	if b.String() != "a\tb\uFFFD:4\uFFFD[2J\n:4\n" {
		t.Errorf("%q", b.String())
	}
}
