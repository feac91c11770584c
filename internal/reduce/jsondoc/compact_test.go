package jsondoc

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestCompactJSON(t *testing.T) {
	text := "{\n  \"a b\" : [ 1 , \" x \\\" y \\\\\" ],\r\n\t\"\\u00e9\": 12345678901234567890.10\n}\n"
	var want bytes.Buffer
	if err := json.Compact(&want, []byte(text)); err != nil {
		t.Fatal(err)
	}
	for cut := range text {
		var inString bool
		got := CompactJSON(nil, []byte(text[:cut]), &inString)
		if cut > 0 && text[cut-1] == '\\' {
			continue // a cut is never made inside of an escape
		}
		if told := jsonInString([]byte(text[:cut]), false); told != inString {
			t.Fatalf("cut at %d: in a string %v, told %v", cut, inString, told)
		}
		if got = CompactJSON(got, []byte(text[cut:]), &inString); string(got) != want.String() {
			t.Fatalf("cut at %d: %q", cut, got)
		}
	}
}
