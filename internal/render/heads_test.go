package render

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/reduce"
	"elide.example/elide/internal/shape"
	"pgregory.net/rapid"
)

// The law of heads: a reader who meets a time of day, or a line number,
// without what belongs before it finds that on the last line that was nothing
// more than a head. beheaded is that reader.

var (
	clock    = regexp.MustCompile(`^\d\d:\d\d[:.]\d\d`)
	within   = regexp.MustCompile(`\d\d:\d\d[:.]\d\d`)
	dated    = regexp.MustCompile(`\d[^\pL\d]?T?$`)
	number   = regexp.MustCompile(`^\d+[:=-]`)
	inFolder = regexp.MustCompile(`^[^/⟦\s][^/\n]*\n`)
	empty    = regexp.MustCompile(`\.go[:=-]\d+[:=-]`) // a match, whatever its text ends in
)

// beheaded returns the lines of an output with their heads, for logs or for
// grep's output.
func beheaded(text string, starts *regexp.Regexp, isHead func(line string) bool) string {
	var out strings.Builder
	lines, head := strings.SplitAfter(text, "\n"), ""
	for i, line := range lines {
		bare := strings.TrimRight(line, "\r\n")
		switch {
		case i+1 < len(lines) && starts.MatchString(lines[i+1]) && isHead(bare):
			head = bare
		case bare == "" && head != "" && i+1 < len(lines) && starts.MatchString(lines[i+1]):
			head = "" // what follows is no more of it
		case starts == number && number.MatchString(line) && head != "":
			mark := strings.IndexAny(line, ":-=")
			out.WriteString(head[:len(head)-1] + line[mark:mark+1] + line)
		case starts == inFolder && starts.MatchString(line) && head != "":
			out.WriteString(head + line)
		case starts == clock && starts.MatchString(line):
			out.WriteString(head + line)
		default:
			if !strings.HasPrefix(line, "⟦") {
				head = "" // a line that isn't below it ends it, a gap doesn't
			}
			out.WriteString(line)
		}
	}
	return out.String()
}

func undatedHead(line string) bool {
	return dated.MatchString(line) && !within.MatchString(line) && !strings.HasPrefix(line, "⟦")
}

func pathAlone(line string) bool {
	return line != "" && line != "--" && !empty.MatchString(line) && !number.MatchString(line) && strings.Contains(":-=", line[len(line)-1:])
}

// headless renders a block with its heads named once, and again with each
// line as it is.
func headless(t rapid.TB, b *block.Block, marks []mark.Mark) (short, full string) {
	bare := make([]mark.Mark, len(marks))
	for i, m := range marks {
		bare[i] = m
		bare[i].Head = 0
	}
	return resolved(t, b, marks), resolved(t, b, bare)
}

// resolved renders a block by the view that names heads once.
func resolved(t rapid.TB, b *block.Block, marks []mark.Mark) string {
	var pieces []plan.Piece
	for u, m := range marks {
		pieces = append(pieces, one(b, u, m, plan.Resolved))
	}
	text, err := Text(nil, pieces, func(off, n int64) ([]byte, error) { return b.Bytes()[off : off+n], nil })
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestHeadsAreInvertible(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			switch date := rapid.SampledFrom([]string{"2026-01-02 ", "2026-01-03T", "Jan  2 ", "web-1  | 2026-01-02 ", ""}).Draw(t, "date"); date {
			case "":
				text.WriteString(rapid.SampledFrom([]string{"\tat a frame\n", "03:04:05 of no day\n"}).Draw(t, "other"))
			default:
				fmt.Fprintf(&text, "%s03:04:05 message\n", date)
			}
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			marks[i].Rank = mark.Rank(rapid.IntRange(0, 1).Draw(t, "rank"))
			if rapid.IntRange(0, 3).Draw(t, "head") > 0 {
				marks[i].Head = uint16(max(strings.Index(string(b.Text(i)), "03:04"), 0))
			}
		}
		short, full := headless(t, b, marks)
		if got := beheaded(short, clock, undatedHead); got != full {
			t.Fatalf("shown\n%s\nread as\n%s\nwant\n%s", short, got, full)
		}
		if len(short) > len(full) {
			t.Fatalf("larger:\n%s\nthan\n%s", short, full)
		}
	})
}

func TestPathsOfContextAreInvertible(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			path := rapid.SampledFrom([]string{"a.go", "b.go", "a-1-b.go", ""}).Draw(t, "path")
			if path == "" {
				text.WriteString(rapid.SampledFrom([]string{"--\n", "7:of no file\n", "7 files\n"}).Draw(t, "other"))
				continue
			}
			m := rapid.SampledFrom([]string{":", "-", "="}).Draw(t, "mark")
			fmt.Fprintf(&text, "%s%s%d%s%s\n", path, m, rapid.IntRange(1, 20).Draw(t, "number"), m, rapid.SampledFrom([]string{"", "x:", "-1-"}).Draw(t, "text"))
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			marks[i].Rank = mark.Rank(rapid.IntRange(0, 4).Draw(t, "rank"))
			if at := strings.Index(string(b.Text(i)), ".go"); at > 0 {
				marks[i].Head = uint16(at + len(".go") + 1)
			}
		}
		short, full := headless(t, b, marks)
		if got := beheaded(short, number, pathAlone); got != full {
			t.Fatalf("shown\n%s\nread as\n%s\nwant\n%s", short, got, full)
		}
	})
}

func folderAlone(line string) bool { return strings.HasSuffix(line, "/") }

func TestFoldersAreInvertible(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for range rapid.IntRange(1, 14).Draw(t, "lines") {
			text.WriteString(rapid.SampledFrom([]string{"src/", "src/cart/", "/srv/", "./", ""}).Draw(t, "folder"))
			text.WriteString(rapid.SampledFrom([]string{"a.go", "-x", "9:b", "some name", "03:04:05"}).Draw(t, "name") + "\n")
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			marks[i].Rank = mark.Rank(rapid.IntRange(0, 1).Draw(t, "rank"))
			if rapid.IntRange(0, 3).Draw(t, "head") > 0 {
				marks[i].Head = uint16(strings.LastIndexByte(string(b.Text(i)), '/') + 1)
			}
		}
		short, full := headless(t, b, marks)
		if got := beheaded(short, inFolder, folderAlone); got != full {
			t.Fatalf("shown\n%s\nread as\n%s\nwant\n%s", short, got, full)
		}
	})
}

// Where lines have no numbers, a mark stands in the place of one, and what reads
// as one more line of a group stands behind an empty one.
func TestEndOfHeadIsSeen(t *testing.T) {
	for text, want := range map[string]string{
		"a.go:x\na.go:y\ntext\nb.go:z\n":           "a.go\n:x\n:y\ntext\nb.go:z\n",
		"a.go:x\na.go-y\na.go:z\n:text\n":          "a.go\n:x\n-y\n:z\n\n:text\n",
		"a.go:7:x\na.go:8:y\n9:of no file\n":       "a.go:\n7:x\n8:y\n\n9:of no file\n",
		"a.go:7:x\na.go:8:y\n9 files, none read\n": "a.go:\n7:x\n8:y\n9 files, none read\n",
	} {
		b := block.New([]byte(text))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			marks[i].Rank = mark.Sample
			if at := strings.Index(text, ".go") + len(".go"); strings.Contains(string(b.Text(i)), "a.go") {
				marks[i].Head = uint16(at)
				if strings.ContainsAny(text, "78") {
					marks[i].Head++
				}
			}
		}
		if got := resolved(t, b, marks); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The mark behind a path goes on only where the line repeats it: a line near
// a match must not read as a match.
func TestMarkThatIsNotRepeated(t *testing.T) {
	for text, want := range map[string]string{
		"a.go:7:x\na.go-8-y\na.go=3=z\n": "a.go:\n7:x\n8-y\n3=z\n",
		"a.go:x\na.go-y\n":               "a.go:x\na.go-y\n",
		"a.go:7:x\na.go-8:y\n":           "a.go:7:x\na.go-8:y\n",
		"a.go:7:x\na.go-8\n":             "a.go:7:x\na.go-8\n",
	} {
		got := textOf(t, text, plan.Resolved, contains(""), func(string) int { return len("a.go:") })
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestHeadsOfCorpus holds the law on real logs and searches, as they are
// reduced and with all lines shown.
func TestHeadsOfCorpus(t *testing.T) {
	inputs, _ := filepath.Glob("../../testdata/corpus/*/input")
	named := map[shape.Shape]int{}
	for _, name := range inputs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b := block.New(data)
		for _, s := range classify.Sections(b, "") {
			if s.Shape != shape.Log && s.Shape != shape.Grep && s.Shape != shape.Listing {
				continue
			}
			marks := make([]mark.Mark, b.Len())
			copy(marks[s.First:], reduce.Section(s))
			short, full := headless(t, b, marks)
			named[s.Shape] += len(full) - len(short)
			got := beheaded(short, clock, undatedHead)
			switch {
			case s.Shape == shape.Grep:
				got = beheaded(short, number, pathAlone)
			case s.Shape == shape.Listing && len(short) < len(full):
				got = beheaded(short, inFolder, folderAlone)
			}
			if got != full {
				t.Errorf("%s, lines from %d: what is read of\n%.3000s\nis not\n%.3000s", name, s.Line(s.First), short, full)
			}
		}
	}
	if named[shape.Grep] <= 0 || named[shape.Listing] <= 0 {
		t.Errorf("bytes saved: %v", named)
	}
}
