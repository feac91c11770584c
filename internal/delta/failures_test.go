package delta_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/mark"
)

// Whatever the block by itself would have shown of a failure is shown, or a
// line of the header says where the reader has it.
func TestWhatStillFailsIsNamed(t *testing.T) {
	names, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	rng := rand.New(rand.NewPCG(21, 22))
	for _, name := range names {
		if !longtest.Some(filepath.Base(filepath.Dir(name)), 4) {
			continue
		}
		now, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(now) == 0 || len(now) > 100<<10 {
			continue
		}
		for _, before := range [][]byte{now, lessThan(rng, now, 3), lessThan(rng, now, 40), shifted(rng, now)} {
			if len(before) > 0 {
				checkStill(t, filepath.Base(filepath.Dir(name)), ranked(before), ranked(now))
			}
		}
	}
}

// lessThan returns the text without a fourth of its runs of lines, each of up
// to that many.
func lessThan(rng *rand.Rand, text []byte, most int) []byte {
	var out []byte
	left, drop := 0, false
	for line := range bytes.Lines(text) {
		if left == 0 {
			left, drop = 1+rng.IntN(most), rng.IntN(4) == 0
		}
		if left--; !drop {
			out = append(out, line...)
		}
	}
	return out
}

// shifted returns the text with the places of its findings some lines off, as
// if files had been edited between them.
func shifted(rng *rand.Rand, text []byte) []byte {
	var out []byte
	by := 3
	for line := range bytes.Lines(text) {
		if rng.IntN(9) == 0 {
			by = 1 + rng.IntN(5)
		}
		at := lineOf.FindSubmatchIndex(line)
		if at == nil || at[2] < 0 {
			out = append(out, line...)
			continue
		}
		n, _ := strconv.Atoi(string(line[at[2]:at[3]]))
		out = append(strconv.AppendInt(append(out, line[:at[2]]...), int64(n+by), 10), line[at[3]:]...)
	}
	return out
}

func checkStill(t *testing.T, id string, before, now delta.Ranked) {
	t.Helper()
	al := delta.Compare(before.Sections, now.Sections)
	d := delta.Marks(before, now, al)
	a, b := before.Sections[0].Block, now.Sections[0].Block
	for i, m := range now.Marks {
		if m.Rank != mark.Critical || m.Why == mark.WhyHeading || d.Marks[i].Rank > mark.Bulk {
			continue
		}
		if al.Before[i] < 0 {
			if !moved(d.Moved, a, b.Text(i)) {
				t.Errorf("%s: line %d is new and hidden: %.80q", id, b.Line(i), b.Text(i))
			}
			continue
		}
		if line := a.Line(int(al.Before[i])); !covered(d.Still, line, string(b.Text(i))) {
			t.Errorf("%s: line %d, %d before, is hidden and in none of %v: %.80q", id, b.Line(i), line, d.Still, b.Text(i))
		}
	}
}

var lineOf = regexp.MustCompile(`^[^:( ]*[:(](\d+)|^ *(?:--> [^:]*:)?(\d+)`)

// moved tells whether a passage says that the line stood in the earlier block
// with a lower line number, or a higher one, by as much as it says.
func moved(all []delta.Passage, before *block.Block, text []byte) bool {
	for _, p := range all {
		by, err := strconv.Atoi(p.Note[strings.LastIndexByte(p.Note, ' ')+1:])
		at := lineOf.FindSubmatchIndex(text)
		if err != nil || at == nil {
			continue
		}
		from, to := at[2], at[3]
		if from < 0 {
			from, to = at[4], at[5]
		}
		n, _ := strconv.Atoi(string(text[from:to]))
		was := strings.TrimLeft(string(text[:from])+strconv.Itoa(n-by)+string(text[to:]), " ")
		for i := range before.Len() {
			if l := before.Line(i); p.First <= l && l <= p.Last && strings.TrimLeft(string(before.Text(i)), " ") == was {
				return true
			}
		}
	}
	return false
}

// covered tells whether a passage holds the line, or names the failure that
// the line does nothing but name.
func covered(still []delta.Passage, line int, text string) bool {
	for _, p := range still {
		if p.First <= line && line <= p.Last || p.Note != "" && strings.Contains(flat(text), flat(p.Note)) {
			return true
		}
	}
	return false
}

// flat is a name however its parts are joined, with runs of blanks as one.
func flat(name string) string {
	return strings.NewReplacer("::", ".", " > ", ".", " › ", ".", " ❯ ", ".", "#", ".", "/", ".").Replace(strings.Join(strings.Fields(name), " "))
}

const findings = `src/a.c:10:5: warning: unused variable 'x'
src/a.c:20:9: error: 'alpha' undeclared
src/a.c:30:9: error: 'beta' undeclared
src/a.c:40:9: error: 'gamma' undeclared
src/b.c:7:1: error: expected ';' before 'return'
make: *** [Makefile:12: all] Error 1
`

// What moved is told by how much, what is gone and what is new stand out.
func TestMovedFindings(t *testing.T) {
	now := strings.NewReplacer(":20:", ":23:", ":30:", ":33:", ":40:9: error: 'gamma'", ":43:9: error: 'delta'").Replace(findings)
	text, _ := since(t, findings, now)
	contains(t, text, "⟦gone 4 src/a.c:40:9: error: 'gamma' undeclared⟧\n", "⟦moved 2-3 src/a.c +3⟧\n", "\nsrc/a.c:43:9: error: 'delta' undeclared\n")
	lacks(t, text, "a.c:23", "a.c:33", "'alpha'")
}

// A passage holds no finding that moved by another number of lines, or not.
func TestMovedPassagesAreExact(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{":20:", ":23:", "⟦moved 2 src/a.c +3⟧\n⟦moved 3 src/a.c -2⟧\n⟦moved 4 src/a.c +3⟧\n"},
		{":20:", ":20:", "⟦moved 3 src/a.c -2⟧\n⟦moved 4 src/a.c +3⟧\n"},
	} {
		text, _ := since(t, findings, strings.NewReplacer(c.from, c.to, ":30:", ":28:", ":40:", ":43:").Replace(findings))
		contains(t, text, c.want)
	}
	text, _ := since(t, findings, strings.NewReplacer(":20:", ":23:", ":40:", ":43:").Replace(findings))
	contains(t, text, "⟦moved 2 src/a.c +3⟧\n⟦moved 4 src/a.c +3⟧\n")
}

// Another column is another finding, and so is another file.
func TestAFindingElsewhereIsNew(t *testing.T) {
	for from, to := range map[string]string{"src/a.c:20:9:": "src/a.c:23:11:", "src/b.c:7:1:": "src/c.c:9:1:"} {
		text, _ := since(t, findings, strings.Replace(findings, from, to, 1))
		contains(t, text, "\n"+to)
		lacks(t, text, "⟦moved")
	}
}

const servers = `2026-01-02T03:04:05.123Z INFO [pid 712] started, listening on 127.0.0.1:41234
2026-01-02T03:04:06.001Z INFO [pid 712] GET /items/7 200 took=12.3ms trace=4bf92f3577b34da6
2026-01-02T03:04:07.482Z ERROR [pid 712] db: connection to 10.1.1.5:5432 refused
2026-01-02T03:04:08.009Z INFO [pid 712] GET /items/9 200 took=8.1ms trace=00f067aa0ba902b7
`

// Of a log that went on only what came is told, once for each kind.
func TestAppendedLog(t *testing.T) {
	before := strings.Repeat(servers[:strings.Index(servers, "2026-01-02T03:04:07")], 40) + servers
	now := before
	for i := range 20 {
		now += fmt.Sprintf("2026-01-02T03:05:02.000Z INFO [pid 712] queue %d is draining\n", i)
	}
	now += "2026-01-02T03:05:04.000Z ERROR [pid 712] payment gateway returned 502\n" +
		strings.Repeat("2026-01-02T03:05:05.000Z INFO [pid 712] GET /items/12 200 took=9.9ms trace=aaaaf92f3577b34d\n", 9)
	text, _ := since(t, before, now)
	contains(t, text, "⟦still ", "connection to 10.1.1.5:5432 refused⟧\n", "payment gateway returned 502\n", "queue 0 is draining\n")
	lacks(t, text, "\n2026-01-02T03:04:07", "gone", "queue 5", "queue 12")
	if n := strings.Count(text, "GET /items/12"); n > 3 { // the end of the log
		t.Errorf("%d lines of a kind that the log had before:\n%s", n, text)
	}
}

// After a restart no line is the same, but nothing is new.
func TestRestartedLog(t *testing.T) {
	before := strings.Repeat(servers, 20)
	now := strings.NewReplacer("2026-01-02T03", "2026-03-04T17", "712", "90210", "41234", "55512", "12.3ms", "1.02s", "8.1ms", "230.77ms",
		"4bf92f3577b34da6", "deadbeef0ba902b7").Replace(before)
	text, _ := since(t, before, now)
	if head, _, _ := strings.Cut(text, "\n⟦1-"); strings.Count(head, "\n") > 13 || strings.Contains(text, "gone") || !strings.Contains(text, "\n⟦1-80⟧\n⟦elided") {
		t.Errorf("something is new:\n%s", text)
	}
}

// A log that was rotated says which errors went with its head.
func TestRotatedLog(t *testing.T) {
	tail := strings.Repeat(servers[:strings.Index(servers, "2026-01-02T03:04:07")], 30)
	before := strings.Replace(servers, "refused", "reset by peer", 1) + tail
	text, _ := since(t, before, tail+"2026-01-02T03:09:04.000Z ERROR [pid 712] disk is full\n")
	contains(t, text, "⟦gone ", "reset by peer⟧\n", "disk is full\n")
}

// A finding is of the file that was named above it.
func TestAFindingBelowAnotherHeadIsNew(t *testing.T) {
	before := "src/a.js\n  12:5  error  Unexpected var  no-var\n\nsrc/b.js\n  3:1  error  Missing semicolon  semi\n\n2 problems (2 errors, 0 warnings)\n"
	now := "src/a.js\n  12:1  error  Extra blank  blank\n\nsrc/b.js\n  3:1  error  Missing semicolon  semi\n  40:5  error  Unexpected var  no-var\n\n3 problems (3 errors, 0 warnings)\n"
	text, _ := since(t, before, now)
	contains(t, text, "\n  40:5  error  Unexpected var  no-var\n")
	lacks(t, text, "⟦moved")
}

// A time in a failure's message is what was expected, or what came; the time at
// which a line was printed, and where an object was, are no news.
func TestTimesInMessages(t *testing.T) {
	failing := strings.Replace(goTest, "got 1, want 2", "got 2026-01-02T03:04:05Z, want 2026-01-02T03:00:00Z in (*url.URL)(0xc0000a2bd0)", 1)
	text, _ := since(t, padding+failing, padding+strings.Replace(failing, "03:04:05Z", "03:04:06Z", 1))
	contains(t, text, "got 2026-01-02T03:04:06Z")
	text, _ = since(t, padding+failing, padding+strings.NewReplacer("0xc0000a2bd0", "0xc000777000", "(0.00s)", "(0.31s)").Replace(failing))
	lacks(t, text, "got 2026-01-02", "gone")
	contains(t, text, "TestAlpha")
}

// A note begins with what tells failures apart.
func TestNotesBeginWithWhatMatters(t *testing.T) {
	record := `{"Time":"2026-01-02T03:04:05.588426048Z","Action":"fail","Package":"example.com/shop","Test":"TestAlpha","Elapsed":0.1}` + "\n"
	passed := strings.Repeat(strings.NewReplacer("fail", "pass", "Alpha", "Omega").Replace(record), 30)
	text, _ := since(t, passed+record, passed+strings.ReplaceAll(record, "03:04:05.588426048", "03:09:05.1"))
	contains(t, text, `⟦still 31 Action":"fail","Package":"example.com/shop","Test":"TestAlpha"`)
}
