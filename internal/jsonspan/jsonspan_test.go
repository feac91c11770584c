package jsonspan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

func mustParse(t testing.TB, text string) Value {
	t.Helper()
	doc, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc.Root()
}

func TestValues(t *testing.T) {
	root := mustParse(t, ` {"a": {"b": ["x", true, null, -1.5]}, "\u0063": false} `)
	b := root.Path("a", "b")
	start, end := b.Span()
	if b.Kind() != Array || b.Len() != 4 || start != 13 || string(b.Raw()) != `["x", true, null, -1.5]` || end != start+len(b.Raw()) {
		t.Errorf("%s from %d to %d", b.Raw(), start, end)
	}
	var kinds []Kind
	for e := range b.Elements() {
		kinds = append(kinds, e.Kind())
		if e.Kind() == True {
			break
		}
	}
	if fmt.Sprint(kinds) != fmt.Sprint([]Kind{String, True}) {
		t.Errorf("kinds %v", kinds)
	}
	if value, ok := root.Get("c").Bool(); value || !ok || root.Get("c").Kind() != False {
		t.Errorf("c is %v %v", value, ok)
	}
	if _, ok := b.Bool(); ok {
		t.Error("an array is a boolean")
	}
}

// TestNone: the zero value, and members of what has none, hold nothing.
func TestNone(t *testing.T) {
	root := mustParse(t, `{"a":"x"}`)
	for _, v := range []Value{{}, root.Get("b"), root.Get("a").Get("a"), root.Path("b", "c"), mustParse(t, `[{"a":1}]`).Get("a")} {
		start, end := v.Span()
		if v.Exists() || v.Kind() != None || v.Raw() != nil || v.Str() != "" || v.Len() != 0 || v.Is("") || start != 0 || end != 0 {
			t.Errorf("%+v is something", v)
		}
		for range v.Elements() {
			t.Error("an element of nothing")
		}
		for range v.Members() {
			t.Error("a member of nothing")
		}
	}
	if !root.Exists() {
		t.Error("the root is nothing")
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "byte 0: the text ends too early",
		`{"a":1,`:                "byte 7: the text ends too early",
		"[1,\xff]":               "byte 3: not valid UTF-8",
		`{"a":1,"b":2,"a":3}`:    "byte 13: a key that the object has already",
		`[1] x`:                  "byte 4: more text behind the value",
		"[\"a\nb\"]":             "byte 3: a control character in a string",
		`["\q"]`:                 "byte 3: an escape is expected",
		`["\u12x4"]`:             "byte 6: four hexadecimal digits are expected",
		`[01]`:                   "byte 2: a comma or the end of the array is expected",
		`{"a":1]`:                "byte 6: a comma or the end of the object is expected",
		`{a:1}`:                  "byte 1: a key is expected",
		`{"a"=1}`:                "byte 4: a colon is expected",
		`[-a]`:                   "byte 2: a digit is expected",
		`[nil]`:                  "byte 1: a value is expected",
		strings.Repeat("[", 2e3): fmt.Sprintf("byte %d: too many arrays and objects in each other", MaxDepth),
		"[" + strings.Repeat("0,", MaxValues) + "0]": fmt.Sprintf("byte %d: too many values", 2*MaxValues-1),
	} {
		if _, err := Parse([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// TestAppendString: any bytes become a string that encoding/json reads as the
// same text, with one U+FFFD for each byte that is no UTF-8, and only what must
// be escaped is.
func TestAppendString(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("\"\\\n\x1f\x7f\xc3\xa9\xf0\x9f\x98\x80ab")))).Draw(t, "text")
		quoted := AppendString([]byte("x"), text)
		var got string
		if err := json.Unmarshal(quoted[1:], &got); err != nil || got != string([]rune(string(text))) {
			t.Fatalf("%q becomes %s (%v)", text, quoted, err)
		}
		if escapes := bytes.Count(quoted, []byte(`\`)); !bytes.ContainsAny(text, "\"\\") && escapes != controls(text) {
			t.Fatalf("%q becomes %s", text, quoted)
		}
	})
}

func controls(text []byte) int {
	n := 0
	for _, c := range text {
		if c < 0x20 {
			n++
		}
	}
	return n
}

// TestUnescape: nothing makes it fail, and it is what a string's text is.
func TestUnescape(t *testing.T) {
	for raw, want := range map[string]string{``: "", `a`: "a", `\n\u00e9\ud83d\ude00\/`: "\né😀/", `\ud83d`: "\ufffd", `\ude00\ud83d`: "\ufffd\ufffd", `\ud83dx`: "\ufffdx"} {
		text, whole := Unescape([]byte("> "), []byte(raw))
		if string(text) != "> "+want || whole != !strings.Contains(want, "\ufffd") {
			t.Errorf("%s is %q, whole %v", raw, text, whole)
		}
	}
	if text, whole := Unescape(nil, []byte(`\ufffd`)); string(text) != "\ufffd" || !whole {
		t.Errorf("U+FFFD itself is %q, whole %v", text, whole)
	}
}

func TestSplice(t *testing.T) {
	const text = `{"a":"one","b":["two",3]}`
	root := mustParse(t, text)
	a, b := root.Get("a"), root.Get("b")
	insert := func(at int, s string) Edit { return Edit{at, at, []byte(s)} }
	for _, c := range []struct {
		edits []Edit
		want  string // "": they meet
	}{
		{nil, text},
		{[]Edit{a.Replace([]byte(`1`))}, `{"a":1,"b":["two",3]}`},
		{[]Edit{b.Replace([]byte(`[]`)), a.Replace(nil)}, `{"a":,"b":[]}`},
		{[]Edit{insert(len(text), "!"), insert(0, "?")}, "?" + text + "!"},
		{[]Edit{insert(1, "x"), insert(1, "y"), insert(0, "z")}, "z{xy" + text[1:]},
		{[]Edit{{5, 10, []byte("A")}, insert(10, "B"), insert(5, "C")}, text[:5] + "CAB" + text[10:]},
		{[]Edit{{5, 10, []byte("A")}, {10, 12, []byte("B")}}, text[:5] + "AB" + text[12:]},
		{[]Edit{{0, len(text), nil}}, ""},
		{[]Edit{{5, 10, nil}, {9, 12, nil}}, "-"},
		{[]Edit{{5, 10, nil}, insert(7, "x")}, "-"},
		{[]Edit{{5, 10, nil}, {5, 10, nil}}, "-"},
		{[]Edit{{5, 4, nil}}, "-"},
		{[]Edit{{-1, 4, nil}}, "-"},
		{[]Edit{{5, len(text) + 1, nil}}, "-"},
	} {
		before := []byte(text)
		got, ok := Splice(before, c.edits)
		if want := strings.TrimPrefix(c.want, "-"); string(got) != want || ok != (c.want != "-") {
			t.Errorf("%v: %s %v, want %s", c.edits, got, ok, want)
		}
		if string(before) != text {
			t.Fatal("the text was changed")
		}
	}
}

// TestSpliceInserts: many inserts at a place stand in the order given, whatever
// stands between them.
func TestSpliceInserts(t *testing.T) {
	var edits []Edit
	var want [3]string
	for i := range 300 {
		at := i * 7 % 3
		edits = append(edits, Edit{at, at, fmt.Append(nil, i, " ")})
		want[at] += fmt.Sprint(i, " ")
	}
	if got, ok := Splice([]byte("[]"), edits); !ok || string(got) != want[0]+"["+want[1]+"]"+want[2] {
		t.Errorf("%s %v", got, ok)
	}
}

// TestSpliceLaw: with strings replaced in any order of edits, the text is valid
// again, the strings are the new ones, and all other bytes stand as they stood.
func TestSpliceLaw(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.String(), 1, 6).Draw(t, "words")
		text := []byte("[")
		for i, w := range words {
			text = append(AppendString(text, []byte(w)), []string{" ,\n", ", "}[i%2]...)
		}
		text = append(text, `0]`...)
		doc, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var edits []Edit
		want, last := []byte(nil), 0
		i := 0
		for e := range doc.Root().Elements() {
			if i++; e.Kind() != String || rapid.Bool().Draw(t, "stays") {
				continue
			}
			with := AppendString(nil, fmt.Appendf(nil, "new %d", i))
			start, end := e.Span()
			want = append(append(want, text[last:start]...), with...)
			last = end
			edits = append(edits, e.Replace(with))
		}
		want = append(want, text[last:]...)
		got, ok := Splice(text, rapid.Permutation(edits).Draw(t, "edits"))
		if !ok || !bytes.Equal(got, want) {
			t.Fatalf("%s: %s, want %s", text, got, want)
		}
		if _, err := Parse(got); err != nil || !utf8.Valid(got) {
			t.Fatalf("%s: %v", got, err)
		}
	})
}
