package focus

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// hosts are the ways in which hosts number lines.
var hosts = []string{"%6d→%s", "%d\t%s", "%6d\t%s", "%05d| %s", "%d: %s", "%d:%s"}

func numbered(texts []string, format string, from int) []Line {
	var out []Line
	for i, t := range texts {
		raw := fmt.Sprintf(format, from+i, t) + "\n"
		text := raw[len(fmt.Sprintf(strings.TrimSuffix(strings.TrimSuffix(format, "%s"), " "), from+i)):]
		out = append(out, Line{Raw: []byte(raw), Text: []byte(text), Number: from + i, Numbered: true})
	}
	return out
}

var withNumber = regexp.MustCompile(`^ *(\d+)(→|\t|\| |: |:)`)

// readBack gives the lines of a written text their numbers back, as a reader does: lines
// between two numbers, as many as are missing, have those that follow.
func readBack(text, format string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	number := func(i int) int {
		if m := withNumber.FindStringSubmatch(lines[i]); m != nil {
			n, _ := strconv.Atoi(m[1])
			return n
		}
		return 0
	}
	for i := 0; i < len(lines); i++ {
		from := number(i)
		if from == 0 {
			continue
		}
		end := i + 1
		for end < len(lines) && number(end) == 0 && !strings.HasPrefix(lines[end], "⟦") {
			end++
		}
		if end < len(lines) && number(end) == from+end-i {
			for k := i + 1; k < end; k++ {
				lines[k] = fmt.Sprintf(format, from+k-i, lines[k])
			}
		}
		i = end - 1
	}
	return lines
}

// TestReadBack: each line that is shown can be given its number back, whatever is hidden.
func TestReadBack(t *testing.T) {
	text := rapid.SampledFrom([]string{"", "\tif a {", "  b()", "}", "12: x", "7→", "⟦3-4⟧", "// a 1: b", "100", "31|"})
	laws.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom(hosts).Draw(t, "format")
		lines := numbered(rapid.SliceOfN(text, 1, 60).Draw(t, "texts"), format, rapid.IntRange(1, 120).Draw(t, "from"))
		shown := make([]bool, len(lines))
		for i := range shown {
			shown[i] = rapid.IntRange(0, 9).Draw(t, "shown") > 0
		}
		var want []string
		for i := 0; i < len(lines); i++ {
			if shown[i] {
				want = append(want, strings.TrimSuffix(string(lines[i].Raw), "\n"))
				continue
			}
			end := i
			for end < len(lines) && !shown[end] {
				end++
			}
			gap := fmt.Sprintf("⟦%d-%d⟧", i+1, end)
			if end == i+1 {
				gap = fmt.Sprintf("⟦%d⟧", end)
			}
			want = append(want, gap)
			i = end - 1
		}
		got := readBack(string(Write(nil, lines, shown)), format)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%q\nis read back as\n%q, want\n%q", Write(nil, lines, shown), got, want)
		}
	})
}

// TestReadsBack: what reads back does so to the very bytes, and what is usual in files does.
func TestReadsBack(t *testing.T) {
	text := rapid.SampledFrom([]string{"", "\tif a {", "  b()", "}", "12: x", "7→", "⟦3-4⟧", "// a 1: b", "100", "31|", " "})
	laws.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom(hosts).Draw(t, "format")
		texts := rapid.SliceOfN(text, 1, 60).Draw(t, "texts")
		lines := numbered(texts, format, rapid.IntRange(1, 120).Draw(t, "from"))
		var original []byte
		for _, l := range lines {
			original = append(original, l.Raw...)
		}
		written := Write(nil, lines, slices.Repeat([]bool{true}, len(lines)))
		reads := ReadsBack(written, original)
		if odd := slices.ContainsFunc(texts, func(s string) bool { return s == " " }); !reads && !odd {
			t.Fatalf("%q\ndoesn't read back to\n%q", written, original)
		}
		if reads && strings.Join(readBack(string(written), format), "\n")+"\n" != string(original) && !slices.Contains(texts, "") && !slices.Contains(texts, " ") {
			t.Fatalf("%q\nisn't\n%q", written, original)
		}
		if other := bytes.Replace(original, []byte{'\n'}, []byte(";\n"), 1); ReadsBack(written, other) {
			t.Fatalf("%q\nreads back to\n%q", written, other)
		}
	})
}

// TestTens: of 30 lines stand the first, the last and the tenths with their numbers.
func TestTens(t *testing.T) {
	lines := numbered(strings.Fields(strings.Repeat("x ", 30)), "%6d→%s", 1)
	shown := make([]bool, 30)
	for i := range shown {
		shown[i] = true
	}
	if got := Write(nil, lines, shown); strings.Count(string(got), "→") != 4 || !strings.Contains(string(got), "\n    20→x\nx\n") {
		t.Errorf("%s", got)
	}
}

// TestShownOfAny: any text is shown with as many lines as it has, and without a panic.
func TestShownOfAny(t *testing.T) {
	text := rapid.SampledFrom([]string{"", "func a() {", "\tb()", "}", "# T", "## U", "class A:", "    def b(self):", "        pass", "[... 3 lines omitted ...]", "import x", "// c", "\r", "é→"})
	laws.Check(t, func(t *rapid.T) {
		lines := numbered(rapid.SliceOfN(text, 0, 200).Draw(t, "texts"), "%d\t%s", 1)
		var data []byte
		for _, l := range lines {
			data = append(data, l.Raw...)
		}
		shown := Focus.Shown(data, lines, rapid.SampledFrom([]string{"a.go", "a.py", "a.md", "a"}).Draw(t, "name"), Talk{User: [][]byte{[]byte("a b")}})
		if shown != nil && len(shown) != len(lines) {
			t.Fatalf("%d lines of %d", len(shown), len(lines))
		}
		for i, is := range shown {
			if strings.Contains(string(lines[i].Text), "omitted") && !is {
				t.Fatalf("what says that lines are missing is hidden: line %d", i+1)
			}
		}
	})
}
