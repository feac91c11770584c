package main

import (
	"bytes"
	"go/format"
	"os"
	"strings"
	"testing"
)

// The committed table is the one that the files give.
func TestTableIsOfTheFiles(t *testing.T) {
	all, err := parseAll(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	want, err := format.Source(table(all))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("table.go is not what the files give: run go generate ./internal/languages")
	}
}

// What is wrong in a file is said with its line.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"family lines\nnone a":                `before line 3: unknown word "none"`,
		"family lines\nsign begin a":          `before line 3: unknown condition "begin"`,
		"family lines\nsign start":            "before line 3: start needs what to look for",
		"family lines\nvote x first a":        `before line 3: vote needs a number: "x"`,
		"family lines\nsign test nothing":     `before line 3: unknown test "nothing"`,
		"family lines\nsign start \"a\nb":     "line 2: a literal is not closed",
		"names a":                             "it says no family",
		"family lines\nsign":                  "before line 3: it has no condition",
		"family lines\nsign first a\n  has b": "",
	} {
		l := language{name: "x", words: map[string][]string{}}
		err := l.parse(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
