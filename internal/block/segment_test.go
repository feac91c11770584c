package block

import (
	"bytes"
	"strings"
	"testing"
)

// segments returns the units of one long line as strings.
func segments(t *testing.T, line string) []string {
	t.Helper()
	b := New([]byte(line))
	var all []string
	for i := range b.Len() {
		all = append(all, string(b.Raw(i)))
	}
	if got := strings.Join(all, ""); got != line {
		t.Fatalf("units don't tile the line: %d bytes of %d", len(got), len(line))
	}
	return all
}

func contains(all []string, want string) bool {
	for _, s := range all {
		if s == want {
			return true
		}
	}
	return false
}

func TestJSONIsCutWhereAPrinterBreaksIt(t *testing.T) {
	record := `{"id":1,"tags":["a","b"],"nested":{"deep":true,"empty":{}},"at":[1.5,-2],"text":"a,b{c}"},`
	line := "[" + strings.Repeat(record, 20) + "{}]\n"
	all := segments(t, line)
	for _, want := range []string{"[", "{", `"id":1,`, `"tags":["a","b"],`, `"nested":{`, `"deep":true,`, `"empty":{}`,
		"},", `"at":[1.5,-2],`, `"text":"a,b{c}"`, "]\n"} {
		if !contains(all, want) {
			t.Errorf("no segment %q in %q", want, all[:12])
		}
	}
}

func TestLongStringsAreCutBehindQuotedLineEnds(t *testing.T) {
	frame := `    at Object.call (/home/dev/app/src/index.js:10:20) in the module that failed\n`
	line := `{"message":"TypeError: x is not a function\n` + strings.Repeat(frame, 20) + `","status":"failed"}`
	all := segments(t, line)
	if !contains(all, frame) {
		t.Errorf("frames are not units: %q", all)
	}
	if !contains(all, `"status":"failed"`) {
		t.Errorf("the cuts lost track of the string: %q", all)
	}
	for _, s := range all {
		if len(s) > 2*segment {
			t.Errorf("a segment of %d bytes", len(s))
		}
	}
}

func TestNumbersShareASegment(t *testing.T) {
	all := segments(t, "["+strings.Repeat("1,", 2000)+"1]")
	if len(all) > 80 {
		t.Errorf("%d segments for a list of numbers", len(all))
	}
}

func TestColouredJSONIsCutLikePlain(t *testing.T) {
	member := "\x1b[34;1m\"key\"\x1b[0m\x1b[1;39m:\x1b[0;32m\"v\"\x1b[1;39m,"
	all := segments(t, "\x1b[1;39m{"+strings.Repeat(member, 60)+"}")
	if !contains(all, member) {
		t.Errorf("colour codes lead the cuts astray: %q", all[:4])
	}
}

func TestCutsNeverSplitACharacter(t *testing.T) {
	for _, line := range []string{
		`{"s":"` + strings.Repeat("é", 2000) + `"}`,
		`{"s":"` + strings.Repeat(`\u00e9`, 500) + `"}`,
		strings.Repeat("é", 2000),
	} {
		for _, s := range segments(t, line) {
			if !bytes.Equal([]byte(s), bytes.ToValidUTF8([]byte(s), nil)) || strings.HasSuffix(s, `\u`) || strings.HasSuffix(s, `\u00`) {
				t.Fatalf("split in %q", s)
			}
		}
	}
}

// A line end was searched over all trailing blanks at each cut, which took
// quadratic time.
func TestManyBracketsBeforeManyBlanks(t *testing.T) {
	segments(t, strings.Repeat("[", 300_000)+strings.Repeat(" ", 300_000))
}

func FuzzSegmentsTileTheLine(f *testing.F) {
	f.Add(`{"a":"b\n` + strings.Repeat("x", 1100))
	f.Add("\x1b[" + strings.Repeat(`\`, 1100))
	f.Add(`["` + strings.Repeat("\x80", 1100))
	f.Fuzz(func(t *testing.T, line string) {
		for range 3 {
			segments(t, line)
			line += line + "["
		}
	})
}
