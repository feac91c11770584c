package keep

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, line string
		want          bool
	}{
		{"timeout", "read TimeOut after 3 s", true},
		{"timeout", "time out", false},
		{"ÄRGER", "viel ärger", true},
		{"/^ok +\\d/", "ok  1", true},
		{"/^ok +\\d/", "not ok 1", false},
		{"/(?i)FAIL/", "failed", true},
		{"a.b", "axb", false},
		{"//", "http://x", true},
		{"/", "a/b", true},
		{"x", "", false},
	} {
		p, err := Parse(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if p.Match([]byte(c.line)) != c.want || p.String() != c.pattern {
			t.Errorf("%s on %q: %v", p, c.line, !c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, bad := range []string{"", "/(/", "/[a/"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestTerms(t *testing.T) {
	var got []string
	for _, p := range Terms("Why does the parse_url test fail in url.go, parse_url?") {
		got = append(got, p.String())
	}
	if want := "parse_url test fail url.go"; strings.Join(got, " ") != want {
		t.Errorf("terms are %q, want %q", got, want)
	}
}

// A query as long as a book asks for the first of its words.
func TestManyTerms(t *testing.T) {
	var book strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&book, "word%d the ", i)
	}
	terms := Terms(book.String())
	if len(terms) != maxTerms || terms[maxTerms-1].String() != "word199" {
		t.Errorf("%d terms, the last is %s", len(terms), terms[len(terms)-1])
	}
}

// A pattern that takes a backtracking engine for ever takes RE2 no time.
func TestHostilePattern(t *testing.T) {
	p, err := Parse("/^(a+)+$/")
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	p.Match([]byte(strings.Repeat("a", 100_000) + "!"))
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}
