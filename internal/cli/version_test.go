package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestAsksVersion(t *testing.T) {
	for text, want := range map[string][2]bool{
		"": {}, "version": {false, true}, "--version": {false, true}, "version --json": {true, true}, "--version --json": {true, true},
		"version --yaml": {}, "version --json more": {}, "--json version": {}, "run version": {},
	} {
		asJSON, asked := AsksVersion(strings.Fields(text))
		if asked != want[1] || asked && asJSON != want[0] {
			t.Errorf("%q: %v %v", text, asJSON, asked)
		}
	}
}

// TestPrintVersion: both forms say the same of the program.
func TestPrintVersion(t *testing.T) {
	var text, data bytes.Buffer
	if err := PrintVersion(&text, "elide", false); err != nil {
		t.Fatal(err)
	}
	if err := PrintVersion(&data, "elide", true); err != nil {
		t.Fatal(err)
	}
	var b Build
	if err := json.Unmarshal(data.Bytes(), &b); err != nil {
		t.Fatal(err)
	}
	if want := strings.Join([]string{"elide", b.Version, b.Go, b.OS + "/" + b.Arch}, " ") + "\n"; text.String() != want {
		t.Errorf("%q, and as JSON %q", text.String(), want)
	}
	if b.Version == "" || b.Program != "elide" {
		t.Errorf("%+v", b)
	}
}
