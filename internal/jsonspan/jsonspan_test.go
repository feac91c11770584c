package jsonspan

import (
	"bytes"
	"encoding/json"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e-3,"x\n\u00e9\ud83d\ude00",null,true,false,{}],"b":""}`, `{"a":1,"a":2}`, `"\ud800"`, `[`, ` 0 `, "\"\x01\"", `{"a":1,"\u0061":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := Parse(text)
		if err != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q is taken, and is no JSON", text)
		}
		same(t, doc.Root())
	})
}

// same checks a value against what encoding/json makes of its bytes.
func same(t *testing.T, v Value) {
	t.Helper()
	switch v.Kind() {
	case String:
		var want string
		if err := json.Unmarshal(v.Raw(), &want); err != nil || v.Str() != want {
			t.Fatalf("%s is %q, want %q (%v)", v.Raw(), v.Str(), want, err)
		}
		if text, whole := v.AppendText(nil); whole {
			again, err := Parse(AppendString(nil, text))
			if err != nil || !bytes.Equal([]byte(again.Root().Str()), text) {
				t.Fatalf("%q does not come back", text)
			}
		}
	case Array:
		var want []json.RawMessage
		json.Unmarshal(v.Raw(), &want)
		if v.Len() != len(want) {
			t.Fatalf("%s has %d elements, want %d", v.Raw(), v.Len(), len(want))
		}
		for e := range v.Elements() {
			same(t, e)
		}
	case Object:
		var want map[string]json.RawMessage
		json.Unmarshal(v.Raw(), &want)
		if v.Len() != len(want) {
			t.Fatalf("%s has %d members, want %d", v.Raw(), v.Len(), len(want))
		}
		for k, member := range v.Members() {
			if !bytes.Equal(want[k.Str()], member.Raw()) {
				t.Fatalf("%s of %s is %s", k.Raw(), v.Raw(), member.Raw())
			}
			same(t, member)
		}
	}
}
