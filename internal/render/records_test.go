package render

import (
	"fmt"
	"os"
	"path/filepath"
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

// The law of records: what stands in the text gives back each key that is
// not shown. keyed is the inverse, written for this test alone: it parses an
// output, in which an object may lack keys, and puts them in.

// place is where like values stand, as the reader of an output knows it.
type place struct {
	keys    []string
	members []*place
	item    *place
}

type keyed struct {
	in  string
	out strings.Builder
	top place
}

// restored returns the text with all keys in their places.
func restored(text string) string {
	k := keyed{}
	for _, run := range strings.SplitAfter(text, "⟧") {
		json, gap := run, ""
		if i := strings.LastIndex(run, "⟦"); i >= 0 {
			json, gap = run[:i], run[i:]
		}
		k.restore(json)
		k.out.WriteString(gap)
	}
	return k.out.String()
}

func (k *keyed) restore(run string) {
	k.in = run
	for i := 0; i < len(run); {
		end := i + 1
		switch {
		case run[i] == '{' && (i == 0 || run[i-1] != ':') && k.end(i) > 0:
			end = k.end(i)
			k.value(run[i:end], &k.top)
		case run[i] == '"':
			if end = k.end(i); end == 0 {
				end = len(run)
			}
			fallthrough
		default:
			k.out.WriteString(run[i:end])
		}
		i = end
	}
}

// end returns where the value at i ends, 0 if it doesn't.
func (k *keyed) end(i int) int {
	depth, quoted := 0, false
	for j := i; j < len(k.in); j++ {
		switch c := k.in[j]; {
		case quoted && c == '\\':
			j++
		case c == '"':
			if quoted = !quoted; !quoted && depth == 0 {
				return j + 1
			}
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return 0
}

// items cuts what stands between the brackets of a value at its commas.
func items(s string) []string {
	depth, quoted, start := 0, false, 0
	var out []string
	for j := 0; j < len(s); j++ {
		switch c := s[j]; {
		case quoted && c == '\\':
			j++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ',' && depth == 0:
			out = append(out, s[start:j])
			start = j + 1
		}
	}
	return append(out, s[start:])
}

func (k *keyed) value(s string, p *place) {
	switch {
	case s == "{}" || s == "[]" || s[0] != '{' && s[0] != '[':
		k.out.WriteString(s)
		return
	case s[0] == '[':
		if p.item == nil {
			p.item = &place{}
		}
		for i, item := range items(s[1 : len(s)-1]) {
			k.out.WriteString([]string{",", "["}[btoi(i == 0)])
			k.value(item, p.item)
		}
		k.out.WriteString("]")
		return
	}
	var keys, values []string
	whole := true
	for _, m := range items(s[1 : len(s)-1]) {
		key, value := "", m
		if sub := (&keyed{in: m}); m[0] == '"' && sub.end(0) < len(m) {
			key, value = m[:sub.end(0)], m[sub.end(0)+1:]
		}
		whole = whole && key != ""
		keys, values = append(keys, key), append(values, value)
	}
	if whole && fmt.Sprint(keys) != fmt.Sprint(p.keys) {
		p.keys, p.members = keys, make([]*place, len(keys))
	}
	for i := range values {
		if p.members[i] == nil {
			p.members[i] = &place{}
		}
		k.out.WriteString([]string{",", "{"}[btoi(i == 0)] + p.keys[i] + ":")
		k.value(values[i], p.members[i])
	}
	k.out.WriteString("}")
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// drawJSON draws a value of few kinds, so that like records are frequent.
func drawJSON(t *rapid.T, depth int, pad string) string {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth > 3 {
		kind %= 5
	}
	inner := pad + "  "
	switch kind {
	case 0:
		return `"a \" {b}: [c], \\"`
	case 1:
		return `""`
	case 2:
		return `-12345678901234567890.0e+99`
	case 3:
		return `null`
	case 4:
		return rapid.SampledFrom([]string{"{}", "[]"}).Draw(t, "empty")
	case 5, 6:
		var all []string
		for range rapid.IntRange(1, 5).Draw(t, "items") {
			all = append(all, inner+drawJSON(t, depth+1, inner))
		}
		return "[\n" + strings.Join(all, ",\n") + "\n" + pad + "]"
	}
	keys := rapid.SampledFrom([]string{"a", "a b", "a b", "b a", `a \"`, "a b c"}).Draw(t, "keys")
	var all []string
	for _, key := range strings.Fields(keys) {
		all = append(all, fmt.Sprintf("%s\"%s\": %s", inner, key, drawJSON(t, depth+1, inner)))
	}
	return "{\n" + strings.Join(all, ",\n") + "\n" + pad + "}"
}

// renderedTwice renders a block with some units shown, and again with all
// of these critical, so that every key stays.
func renderedTwice(t rapid.TB, b *block.Block, marks []mark.Mark, view func(int) plan.View) (short, full string) {
	places := reduce.Section(block.Section{Block: b, End: b.Len(), Shape: shape.JSONObject})
	for i, out := range []*string{&short, &full} {
		var pieces []plan.Piece
		for u, m := range marks {
			m.JSON = places[u].JSON
			if i == 1 && m.Rank > mark.Bulk {
				m.Rank = mark.Critical
			}
			pieces = append(pieces, one(b, u, m, view(u)))
		}
		text, err := Text(nil, pieces, func(off, n int64) ([]byte, error) { return b.Bytes()[off : off+n], nil })
		if err != nil {
			t.Fatal(err)
		}
		*out = string(text)
	}
	return short, full
}

func TestRecordsAreInvertible(t *testing.T) {
	json := func(int) plan.View { return plan.JSON }
	laws.Check(t, func(t *rapid.T) {
		b := block.New([]byte(drawJSON(t, 0, "") + "\n"))
		marks := make([]mark.Mark, b.Len())
		hide := rapid.IntRange(0, 3).Draw(t, "hide")
		for i := range marks {
			marks[i].Rank = mark.Rank(rapid.IntRange(0, 4).Draw(t, "rank"))
			if marks[i].Rank == mark.Bulk && hide > 0 || rapid.IntRange(0, 2).Draw(t, "kept") > 0 {
				marks[i].Rank = mark.Sample
			}
			marks[i].Why = rapid.SampledFrom([]mark.Why{mark.WhyRare, mark.WhyNear, mark.WhyFirst}).Draw(t, "why")
		}
		short, full := renderedTwice(t, b, marks, json)
		if got := restored(short); got != full {
			t.Fatalf("shown\n%s\nrestored\n%s\nwant\n%s", short, got, full)
		}
		if len(short) > len(full) {
			t.Fatalf("larger:\n%s\nthan\n%s", short, full)
		}
	})
}

// TestRecordsOfCorpus holds the law on real documents, with what their
// reducer shows of them and with all of them shown.
func TestRecordsOfCorpus(t *testing.T) {
	inputs, _ := filepath.Glob("../../testdata/corpus/*json*/input")
	if len(inputs) == 0 {
		t.Fatal("no cases")
	}
	for _, name := range inputs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b := block.New(data)
		for _, s := range classify.Sections(b, "") {
			if s.Shape != shape.JSONArray && s.Shape != shape.JSONObject {
				continue
			}
			marks := make([]mark.Mark, b.Len())
			copy(marks[s.First:], reduce.Section(s))
			checkRecords(t, name, b, marks)
			for i := range marks {
				marks[i].Raise(mark.Sample, 0, mark.WhyFirst)
			}
			checkRecords(t, name+", all of it", b, marks)
		}
	}
}

func checkRecords(t *testing.T, name string, b *block.Block, marks []mark.Mark) {
	short, full := renderedTwice(t, b, marks, func(int) plan.View { return plan.JSON })
	if got := restored(short); got != full {
		t.Errorf("%s: what is restored of\n%.3000s\nis not\n%.3000s", name, short, full)
	}
}

func TestLikeRecordsNameKeysOnce(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"rows", `[{"id":1,"at":{"line":7,"col":2}},{"id":2,"at":{"line":9,"col":4}}]`, `[{"id":1,"at":{"line":7,"col":2}},{2,{9,4}}]`},
		{"values as they are", `[{"a":1,"b":""},{"a":12345678901234567890,"b":"\u00e9\"{"}]`, `[{"a":1,"b":""},{12345678901234567890,"\u00e9\"{"}]`},
		{"null among objects", `[{"a":{"x":1,"y":2},"b":1},{"a":null,"b":2},{"a":{"x":3,"y":4},"b":3}]`, `[{"a":{"x":1,"y":2},"b":1},{null,2},{{3,4},3}]`},
		{"other order", `[{"a":1,"b":2},{"b":1,"a":2}]`, `[{"a":1,"b":2},{"b":1,"a":2}]`},
		{"a key more", `[{"a":1,"b":2},{"a":1,"b":2,"c":3}]`, `[{"a":1,"b":2},{"a":1,"b":2,"c":3}]`},
		{"one key", `[{"a":1},{"a":2}]`, `[{"a":1},{"a":2}]`},
		{"members that are no records", `{"x":{"a":1,"b":2},"y":{"a":3,"b":4}}`, `{"x":{"a":1,"b":2},"y":{"a":3,"b":4}}`},
		{"not JSON", `[{"a":1,"b":2},{"a":1,b:2},{"a":1,"b":2]`, `[{"a":1,"b":2},{"a":1,b:2},{"a":1,"b":2]`},
	}
	for _, tt := range tests {
		if got := sampled(t, tt.text); got != tt.want+"\n" {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// sampled renders a document of which all lines are shown, no one critical.
func sampled(t *testing.T, text string) string {
	b := block.New([]byte(text + "\n"))
	marks := make([]mark.Mark, b.Len())
	for i := range marks {
		marks[i].Rank = mark.Sample
	}
	short, _ := renderedTwice(t, b, marks, func(int) plan.View { return plan.JSON })
	return short
}

// A critical line keeps the keys of its record, one that is shown for its
// own sake its own.
func TestKeysThatStay(t *testing.T) {
	b := block.New([]byte("[\n{\n\"a\": 1,\n\"b\": 2\n},\n{\n\"a\": 3,\n\"b\": 4\n},\n{\n\"a\": 5,\n\"b\": 6\n}\n]\n"))
	marks := make([]mark.Mark, b.Len())
	for i := range marks {
		marks[i] = mark.Mark{Rank: mark.Outlier, Why: mark.WhyNear}
	}
	marks[7].Why = mark.WhyRare    // "b": 4
	marks[10].Rank = mark.Critical // "a": 5
	short, _ := renderedTwice(t, b, marks, func(int) plan.View { return plan.JSON })
	if want := `[{"a":1,"b":2},{3,"b":4},{"a":5,"b":6}]` + "\n"; short != want {
		t.Errorf("%s, want %s", short, want)
	}
}

func TestAnotherDocumentNamesItsKeys(t *testing.T) {
	b := block.New([]byte("[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]\n$ next\n[{\"a\":5,\"b\":6},{\"a\":7,\"b\":8}]\n"))
	marks := make([]mark.Mark, b.Len())
	for i := range marks {
		marks[i].Rank = mark.Sample
	}
	got, _ := renderedTwice(t, b, marks, func(i int) plan.View {
		if i == 1 {
			return plan.Resolved
		}
		return plan.JSON
	})
	if want := "[{\"a\":1,\"b\":2},{3,4}]\n$ next\n[{\"a\":5,\"b\":6},{7,8}]\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
