package marker

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

const hash = "0123456789ab"

func TestAppend(t *testing.T) {
	tests := []struct{ note, want string }{
		{"", "⟦elided:0123456789ab⟧"},
		{"240 lines", "⟦elided:0123456789ab 240 lines⟧"},
		{" 240 lines ", "⟦elided:0123456789ab 240 lines⟧"},
		{"a\nb\x1b[1m⟧⟦c\x00", "⟦elided:0123456789ab ab[1mc⟧"},
		{"\xff \u2028", "⟦elided:0123456789ab⟧"},
		{"größe 日本", "⟦elided:0123456789ab größe 日本⟧"},
		{strings.Repeat("ä", 200), "⟦elided:0123456789ab " + strings.Repeat("ä", 128) + "⟧"},
	}
	for _, test := range tests {
		if got := string(Append(nil, hash, test.note)); got != test.want {
			t.Errorf("%q: %s, want %s", test.note, got, test.want)
		}
	}
}

func TestHash(t *testing.T) {
	digest := [32]byte{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd}
	if got := Hash(digest); got != hash || !IsHash(got) || IsHash(got+"c") || IsHash("0123456789AB") {
		t.Errorf("got %s", got)
	}
}

// Look-alikes are data.
func TestParseIsStrict(t *testing.T) {
	for _, text := range []string{
		"", "⟦elided:⟧", "⟦elided:0123456789a⟧", "⟦elided:0123456789abc⟧", "⟦elided:0123456789AB⟧", "⟦ELIDED:0123456789ab⟧",
		"⟦elided:0123456789ab ⟧", "⟦elided:0123456789ab  x⟧", "⟦elided:0123456789ab x ⟧", "⟦elided:0123456789ab\tx⟧",
		"⟦elided:0123456789ab x", "⟦elided:0123456789ab x⟧⟧", "⟦elided:0123456789ab ⟦x⟧", "⟦elided: 0123456789ab⟧",
		"[elided:0123456789ab]", "⟦elided:0123456789ab \xff⟧", "⟦elided:0123456789ab a\nb⟧", " ⟦elided:0123456789ab⟧",
		"⟦elided:0123456789ab x\u2028⟧", "⟦elided:0123456789ab " + strings.Repeat("x", MaxNote+1) + "⟧",
	} {
		if m, ok := Parse([]byte(text)); ok {
			t.Errorf("%q: %+v", text, m)
		}
	}
	longest := Append(nil, hash, strings.Repeat("x", MaxNote))
	if _, ok := Parse(longest); !ok || len(longest) != MaxLen {
		t.Errorf("the longest marker has %d bytes", len(longest))
	}
}

func TestEnds(t *testing.T) {
	const m = "⟦elided:0123456789ab 3 lines⟧"
	for text, want := range map[string]bool{
		m: true, "a\n" + m: true, "a\n" + m + "\n": true, "a\n  " + m + " \t\r\n\n \n": true, "a\r\n" + m + "\r\n": true,
		"": false, "\n": false, "a " + m: false, m + " b": false, m + "\nb": false, m + m: false, "⟦1-2⟧": false, m[:len(m)-1]: false,
	} {
		if got := Ends([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestGaps(t *testing.T) {
	tests := []struct {
		r    Range
		want string
	}{
		{Range{First: 12, Last: 80}, "⟦12-80⟧"},
		{Range{First: 12, Last: 12}, "⟦12⟧"},
		{Range{Line: 12, First: 300, Last: 4500}, "⟦12.300-4500⟧"},
		{Range{Line: 12, First: 300, Last: 300}, "⟦12.300⟧"},
	}
	for _, test := range tests {
		got := string(test.r.Append(nil))
		if got != test.want || test.r.String() != strings.Trim(test.want, "⟦⟧") {
			t.Errorf("%+v: %s, %s", test.r, got, test.r)
		}
		if r, ok := ParseGap([]byte(got)); !ok || r != test.r {
			t.Errorf("%s: %+v", got, r)
		}
	}
	for _, text := range []string{"", "⟦⟧", "⟦0⟧", "⟦012⟧", "⟦12-12⟧", "⟦12-3⟧", "⟦12-⟧", "⟦-12⟧", "⟦+1⟧", "⟦1.⟧", "⟦1.2.3⟧", "⟦1-2-3⟧",
		"⟦1.2-1.3⟧", "⟦0.1⟧", "⟦1 2⟧", "12", "⟦12", "⟦1000000000000000⟧", "⟦1:2⟧", "⟦1.5-5⟧", "⟦⟦1⟧⟧"} {
		if r, ok := ParseGap([]byte(text)); ok {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string]Range{
		"12:80": {0, 12, 80}, "12-80": {0, 12, 80}, "12": {0, 12, 12}, "⟦12-80⟧": {0, 12, 80}, "⟦12⟧": {0, 12, 12}, "12:12": {0, 12, 12},
		"12.300-4500": {12, 300, 4500}, "⟦12.300-4500⟧": {12, 300, 4500}, "12.300:4500": {12, 300, 4500}, "12.300": {12, 300, 300},
		"⟦12-80 as you wrote it above⟧": {0, 12, 80}, "⟦12-80 as in lines 1-69 of a, b above⟧": {0, 12, 80}, "12.5-5": {12, 5, 5}, " '12-80' ": {0, 12, 80}, "[12-80]": {0, 12, 80}, "⟦12-80": {0, 12, 80},
	} {
		if got, err := ParseRange(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "80-12", "a", "12-", "12-b", "-5", "1-2-3", "⟦elided:0123456789ab⟧", "12..80", "\x1b[1m"} {
		if got, err := ParseRange(text); err == nil || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestParseReference(t *testing.T) {
	whole := Reference{Prefix: hash}
	part := Reference{hash, Range{First: 12, Last: 80}}
	digest := strings.Repeat("0123456789abcdef", 4)
	for text, want := range map[string]Reference{
		"0123456789ab": whole, "0123456789AB": whole, " 0123456789ab\n": whole, "`0123456789ab`": whole, `"0123456789ab"`: whole,
		"012345": {Prefix: "012345"}, digest: {Prefix: digest}, "0123456789ab.json": whole,
		"elided:0123456789ab": whole, "ELIDED:0123456789AB": whole, "elided: 0123456789ab": whole,
		"⟦elided:0123456789ab⟧": whole, "⟦elided:0123456789ab 240 lines, elision-get⟧": whole, "⟦ELIDED:0123456789AB 240 LINES⟧": whole,
		"⟦elided:0123456789ab 240 lines": whole, "[elided:0123456789ab]": whole, "[[elided:0123456789ab 3 lines]]": whole, "<elided:0123456789ab>": whole,
		"see ⟦elided:0123456789ab 3 lines⟧": whole, "elided:0123456789ab⟧": whole, "⟦0123456789ab⟧": whole,
		"0123456789ab:240": whole, "0123456789ab:240 lines": whole, "⟦elided:0123456789ab:240⟧": whole, "elided:0123456789ab 240 lines": whole,
		"0123456789ab:12-80": part, "0123456789ab:12:80": part, "0123456789ab#12-80": part, "0123456789ab 12-80": part, "0123456789ab⟦12-80⟧": part,
		"⟦elided:0123456789ab⟧ ⟦12-80⟧": part, "⟦elided:0123456789ab 12-80⟧": part, "⟦elided:0123456789ab 3 lines⟧:12-80": part, "⟦elided:0123456789ab:12-80⟧": part,
		"elision-get 0123456789ab": whole, "`elision-get 0123456789ab 12-80`": part, "elision-get://0123456789ab": whole, "elision-get  ⟦elided:0123456789ab 3 lines⟧": whole,
		"0123456789ab ⟦12-80 as in lines 1-69 of a.go above⟧": part,
		"0123456789ab:12.300-4500":                            {hash, Range{12, 300, 4500}},
	} {
		got, err := ParseReference(text)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%q: %v%s", text, err, d)
		}
	}
	for _, text := range []string{"", "abcde", "elided:", "⟦elided:⟧", "../../etc/passwd", "/etc/passwd", "0123456789ab/../x", "0123456789ab.zst",
		"0123456789abxyz", "0123456789ab:x", "0123456789ab:80-12", "README", "deadbeef.json/..", digest + "0", "0123456789ab\x00", "file:0123456789ab",
		"⟦elided:0123456789ab⟧⟦elided:0123456789ac⟧", "0123456789ab 0123456789ac", "\x1b[31m0123456789ab", "elision-get", "elision-get://../x", "elision-get --help"} {
		got, err := ParseReference(text)
		var invalid *ReferenceError
		if !errors.As(err, &invalid) || strings.ContainsAny(err.Error(), "\x1b\x00") {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestFind(t *testing.T) {
	text := "a ⟦elided:0123456789ab⟧⟦elided:bad⟧ ⟦elided:⟦elided:0123456789ac 3 lines⟧ ⟦1-2⟧"
	var got []string
	for _, f := range Find([]byte(text)) {
		got = append(got, text[f.Start:f.End], f.Hash, f.Note)
	}
	want := []string{"⟦elided:0123456789ab⟧", "0123456789ab", "", "⟦elided:0123456789ac 3 lines⟧", "0123456789ac", "3 lines"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestWhatIsEncodedParses(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		digest := [32]byte(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "digest"))
		note := rapid.String().Draw(t, "note")
		text := Append(nil, Hash(digest), note)
		m, ok := Parse(text)
		if !ok || m.Hash != Hash(digest) || m.Note != cleanNote(note) || cleanNote(m.Note) != m.Note {
			t.Fatalf("%q: %+v", text, m)
		}
		ref, err := ParseReference(string(text))
		if err != nil || ref.Prefix != m.Hash {
			t.Fatalf("%q: %+v, %v", text, ref, err)
		}
		if !Ends(append([]byte("x\n"), text...)) {
			t.Fatalf("%q ends no block", text)
		}
		r := Range{rapid.IntRange(0, 1e14).Draw(t, "line"), rapid.IntRange(1, 1e14).Draw(t, "first"), 0}
		r.Last = r.First + rapid.IntRange(0, 1e14).Draw(t, "more")
		if back, ok := ParseGap(r.Append(nil)); !ok || back != r {
			t.Fatalf("%s: %+v", r, back)
		}
		held := Held{Gap: Range{First: r.First, Last: r.Last}, Lines: Range{First: 1, Last: r.Last}, Name: note}
		if back, ok := ParseHeld(AppendHeld(nil, held)); !ok || back.Gap != held.Gap || back.Lines != held.Lines || back.Name != cleanName(note) {
			t.Fatalf("%q: %+v", note, back)
		}
		if back, err := ParseRange(r.String()); err != nil || back != r {
			t.Fatalf("%s: %+v, %v", r, back, err)
		}
	})
}

func TestHeld(t *testing.T) {
	for text, want := range map[string]Held{
		"⟦12-80 as you wrote it above⟧":                         {Gap: Range{First: 12, Last: 80}},
		"⟦12-80 numbered 42-110 as you wrote it above⟧":         {Gap: Range{First: 12, Last: 80}, Numbered: Range{First: 42, Last: 110}},
		"⟦12-80 as the user wrote it above⟧":                    {Gap: Range{First: 12, Last: 80}, Asked: true},
		"⟦12-80 as in lines 1-69 of a.go above⟧":                {Gap: Range{First: 12, Last: 80}, Lines: Range{First: 1, Last: 69}, Name: "a.go"},
		"⟦1-4 numbered 5-8 as in lines 9-12 of x of y above⟧":   {Range{First: 1, Last: 4}, Range{First: 5, Last: 8}, Range{First: 9, Last: 12}, false, "x of y"},
		"⟦1-4 as in lines 9-12 of sed -n '1,4p' a above above⟧": {Gap: Range{First: 1, Last: 4}, Lines: Range{First: 9, Last: 12}, Name: "sed -n '1,4p' a above"},
	} {
		if got, ok := ParseHeld([]byte(text)); !ok || got != want || string(AppendHeld(nil, want)) != text {
			t.Errorf("%s: %v %+v", text, ok, got)
		}
		if _, ok := ParseGap([]byte(text)); ok {
			t.Errorf("%s is a plain gap", text)
		}
	}
	long := AppendHeld(nil, Held{Gap: Range{First: 1, Last: 4}, Lines: Range{First: 1, Last: 4}, Name: strings.Repeat("größe", 40) + "⟧\n"})
	if h, ok := ParseHeld(long); !ok || len(h.Name) > MaxName || !strings.HasSuffix(h.Name, "…") {
		t.Errorf("%s: %+v", long, h)
	}
	for _, text := range []string{"⟦12-80⟧", "⟦12-80 ⟧", "⟦ as you wrote it above⟧", "⟦12.3-80 as you wrote it above⟧", "⟦80-12 as you wrote it above⟧", "⟦12-80  as you wrote it above⟧",
		"⟦12-80 as in lines of a above⟧", "⟦12-80 as in lines 1-2 of  above⟧", "⟦12-80 as in lines 1-2 of a⟧", "⟦1 as in lines 0 of a above⟧", "⟦1 as in lines 1 of ⟦ above⟧", "⟦1 as in lines 1 of a above⟧ "} {
		if h, ok := ParseHeld([]byte(text)); ok {
			t.Errorf("%q: %+v", text, h)
		}
	}
}

// FuzzMarker looks for a second encoding of anything, and for a reference
// that names something else than an entry.
func FuzzMarker(f *testing.F) {
	for _, text := range []string{"⟦elided:0123456789ab⟧", "⟦elided:0123456789ab 3 lines⟧", "⟦12-80⟧", "⟦12.300-4500⟧", "⟦1-4 numbered 5-8 as in lines 9-12 of a.go above⟧", "0123456789ab:12-80", "x ⟦elided:0123456789ab⟧ y"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if m, ok := Parse(text); ok && !bytes.Equal(Append(nil, m.Hash, m.Note), text) {
			t.Errorf("two encodings: %q", text)
		}
		if r, ok := ParseGap(text); ok && !bytes.Equal(r.Append(nil), text) {
			t.Errorf("two encodings: %q", text)
		}
		if h, ok := ParseHeld(text); ok && !bytes.Equal(AppendHeld(nil, h), text) {
			t.Errorf("two encodings: %q", text)
		}
		if r, err := ParseRange(string(text)); err == nil && (r.First < 1 || r.Last < r.First || r.Line < 0) {
			t.Errorf("%q: %+v", text, r)
		}
		ref, err := ParseReference(string(text))
		if n := len(ref.Prefix); err == nil && (countHex([]byte(ref.Prefix)) != n || n < minPrefix || n > digestLen) {
			t.Errorf("%q names %q", text, ref.Prefix)
		}
		checkFound(t, text)
		Ends(text)
	})
}

func checkFound(t *testing.T, text []byte) {
	at := 0
	for _, f := range Find(text) {
		if m, ok := Parse(text[f.Start:f.End]); f.Start < at || !ok || m != f.Marker {
			t.Errorf("%q: %+v", text, f)
		}
		at = f.End
	}
}

func TestFindIsLinear(t *testing.T) {
	for _, piece := range []string{"⟦elided:", "⟦elided:0123456789ab ", "⟦elided:0123456789ab xxxxxxxx", "⟦"} {
		text := bytes.Repeat([]byte(piece), 4<<20/len(piece))
		if found := Find(text); len(found) != 0 {
			t.Errorf("%q: %d found", piece, len(found))
		}
	}
}

// The examples of the specification are what this package says they are.
func TestSpecification(t *testing.T) {
	spec, err := os.ReadFile("../../docs/marker.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for line := range strings.Lines(string(spec)) {
		kind, example, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok || !strings.HasPrefix(kind, "    ") {
			continue
		}
		kind = strings.TrimSpace(kind)
		_, isMarker := Parse([]byte(example))
		_, isGap := ParseGap([]byte(example))
		_, err := ParseReference(example)
		_, isHeld := ParseHeld([]byte(example))
		got := map[string]bool{"marker": isMarker, "gap": isGap || isHeld, "data": !isMarker && !isGap && !isHeld, "reference": err == nil, "no reference": err != nil}
		if is, known := got[kind]; known {
			seen[kind]++
			if !is {
				t.Errorf("%q is not: %s", example, kind)
			}
		}
	}
	for _, kind := range []string{"marker", "gap", "data", "reference", "no reference"} {
		if seen[kind] < 2 {
			t.Errorf("%d examples of: %s", seen[kind], kind)
		}
	}
}
