package jsonspan

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// oracle tells by encoding/json whether a text is what Parse takes: valid JSON
// in valid UTF-8, no key twice, not too deep.
func oracle(text []byte) bool {
	if !utf8.Valid(text) || !json.Valid(text) {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var open []map[string]bool // the keys of each object that is open, nil of an array
	key := false               // a key is next
	for {
		token, err := d.Token()
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		switch token {
		case json.Delim('{'):
			open = append(open, map[string]bool{})
		case json.Delim('['):
			open = append(open, nil)
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if key {
				if keys := open[len(open)-1]; keys[token.(string)] {
					return false
				} else {
					keys[token.(string)] = true
				}
				key = false
				continue
			}
		}
		if len(open) > MaxDepth {
			return false
		}
		key = len(open) > 0 && open[len(open)-1] != nil
	}
}

// seeds are texts near to the borders of what is taken.
var seeds = []string{
	`{"a":[1,2.5e-3,"x\n\u00e9\ud83d\ude00",null,true,false,{}],"b":""}`, " \t\r\n0 ", `"\ud800"`, `"\ud83d\u0041"`, `"\udc00\ud800"`, `"\/\b\f\n\r\t\"\\"`,
	`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"\ud800":1,"\udbff":2}`, `{"\ud800":1,"` + "\ufffd" + `":2}`, `{"a":{"a":1},"b":{"a":1}}`,
	`{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"1":0}`, `{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"0":0}`,
	``, ` `, `[`, `[1`, `[1,`, `[1,]`, `[,1]`, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a" 1}`, `{1:2}`, `{]`, `[}`, `[1 2]`, `{"a":1 "b":2}`, `1 2`, `]`,
	`-`, `-0`, `00`, `01`, `-01`, `1.`, `.1`, `1.5`, `1e`, `1e+`, `1E-5`, `1e5.5`, `+1`, `0x1`, `1_0`, `NaN`, `Infinity`, `tru`, `truex`, `True`, `nul`, `fals`,
	`"`, `"\`, `"\u`, `"\u12`, `"\u123g"`, `"\x"`, `"\u00E9"`, "\"\x00\"", "\"\x1f\"", "\"\x7f\"", "\"\n\"", "\"\xff\"", "\"\xc3\"", "\"\xed\xa0\x80\"", "\ufeff0", "\xff", "0\x00", "\u00a00",
	"\"aaaaaaa\x01\"", "\"aaaaaaaa\\\"aaaaaaaa\"", "\"éééééééééé\x1f\"", `'a'`, `// c`, `[1/*c*/]`,
}

// FuzzParse: what is taken and what is not is as the oracle says, and what is
// found in it is what encoding/json makes of it.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := Parse(text)
		if want := oracle(text); (err == nil) != want {
			t.Fatalf("%q is taken: %v (%v)", text, err == nil, err)
		}
		var syntax *SyntaxError
		if err == nil {
			same(t, doc.Root())
		} else if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(text) {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

func TestDepth(t *testing.T) {
	for _, c := range []struct{ open, closing string }{{"[", "]"}, {`{"a":`, "}"}, {`[{"a":`, "}]"}} {
		n := MaxDepth / len(c.closing)
		text := strings.Repeat(c.open, n) + "0" + strings.Repeat(c.closing, n)
		if _, err := Parse([]byte(text)); err != nil || !oracle([]byte(text)) {
			t.Errorf("%q %d times: %v", c.open, n, err)
		}
		text = "[" + text + "]"
		if _, err := Parse([]byte(text)); err == nil || oracle([]byte(text)) {
			t.Errorf("%q %d times in a list is taken", c.open, n)
		}
	}
	if _, err := Parse([]byte(strings.Repeat("[", 1<<20))); err == nil {
		t.Error("a million brackets are taken")
	}
}

// same checks a value against what encoding/json makes of its bytes.
func same(t *testing.T, v Value) {
	t.Helper()
	switch v.Kind() {
	case String:
		sameString(t, v)
	case Array:
		var want []json.RawMessage
		json.Unmarshal(v.Raw(), &want)
		if v.Len() != len(want) {
			t.Fatalf("%s has %d elements, want %d", v.Raw(), v.Len(), len(want))
		}
		i := 0
		for e := range v.Elements() {
			if !bytes.Equal(want[i], e.Raw()) {
				t.Fatalf("element %d of %s is %s", i, v.Raw(), e.Raw())
			}
			same(t, e)
			i++
		}
	case Object:
		var want map[string]json.RawMessage
		json.Unmarshal(v.Raw(), &want)
		if v.Len() != len(want) {
			t.Fatalf("%s has %d members, want %d", v.Raw(), v.Len(), len(want))
		}
		for k, member := range v.Members() {
			if !bytes.Equal(want[k.Str()], member.Raw()) || v.Get(k.Str()) != member {
				t.Fatalf("%s of %s is %s", k.Raw(), v.Raw(), member.Raw())
			}
			same(t, k)
			same(t, member)
		}
	default:
		if !json.Valid(v.Raw()) || v.Len() != 0 {
			t.Fatalf("%s is a %d", v.Raw(), v.Kind())
		}
	}
}

func sameString(t *testing.T, v Value) {
	t.Helper()
	var want string
	if err := json.Unmarshal(v.Raw(), &want); err != nil || v.Str() != want || !v.Is(want) || v.Is(want+"x") {
		t.Fatalf("%s is %q, want %q (%v)", v.Raw(), v.Str(), want, err)
	}
	text, whole := v.AppendText([]byte("before "))
	if text = text[len("before "):]; !whole {
		if !strings.Contains(want, "\ufffd") {
			t.Fatalf("%s is said to hold a half of a pair", v.Raw())
		}
		return
	}
	again, err := Parse(AppendString([]byte(" "), text))
	if err != nil || again.Root().Str() != string(text) {
		t.Fatalf("%q does not come back", text)
	}
}
