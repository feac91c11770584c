package build

import (
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// A head without words has its message below the code that it names: what the
// code is doesn't make another message of it.
func TestMessageUnderCode(t *testing.T) {
	const text = "----------\n1. ERROR in /src/A.java (at line 4)\n\t@Nullable Element e;\n\t ^^^^^^^^\nNullable cannot be resolved to a type\n----------\n" +
		"2. ERROR in /src/B.java (at line 7)\n\t@Nullable Range r;\n\t ^^^^^^^^\nNullable cannot be resolved to a type\n----------\n"
	b := Read(sectionOf(text, shape.BuildLog))
	b.regions()
	if len(b.diags) != 2 || b.diags[0].variant != b.diags[1].variant || b.diags[0].key == b.diags[1].key {
		t.Errorf("not two findings of one message: %+v", b.diags)
	}
}

// A place is one behind an arrow of any signs, bracketed or not; no words are behind it.
func TestDrawnPlaces(t *testing.T) {
	for line, place := range map[string]bool{
		" ╭▸ migrations/up.sql:1:1": true, "  ┌─ src/till.rs:3:5": true, "  ╭─[till.yml:12:3]": true, "  ╭──▶ deny.toml:4": true, "  --> src/till.rs:3:5": true,
		"  ╭─ the till is open": false, "  ╭─[till]": false, " ┌──────": false, "  ╭─": false, "→ coin:12": false,
	} {
		if b := ReadLine([]byte(line)); (b.Kind == buildPlace) != place {
			t.Errorf("%q is of kind %d", line, b.Kind)
		}
	}
}

// A range is no part of what a finding says.
func TestSpannedFindings(t *testing.T) {
	one, other := ReadLine([]byte("src/A.hs:(43,1)-(147,55): Suggestion: Use camelCase")), ReadLine([]byte("src/A.hs:12:1: Suggestion: Use camelCase"))
	if one.Kind != Diag || !one.placed || one.Sev != sevWarning || one.variant != other.variant {
		t.Errorf("%+v is not said like %+v", one, other)
	}
}

// A severity in brackets heads what stands behind it, also behind a colon; what is set off by
// blanks goes on with the line before.
func TestBracketedSeverities(t *testing.T) {
	for line, want := range map[string]buildKind{
		"[warn]: Unknown tag @returns": Diag, "[WARNING] the till is open": Diag, "[ERROR] - the till is shut": Diag, "[ERROR]   symbol: class Till": buildNote,
	} {
		if b := ReadLine([]byte(line)); b.Kind != want {
			t.Errorf("%s: kind %d, want %d", line, b.Kind, want)
		}
	}
}

// The code of a finding is found wherever a tool puts it.
func TestBuildLineCodes(t *testing.T) {
	for line, code := range map[string]string{
		"src/a.h:3:  Lines should be <= 80 characters long  [whitespace/line_length] [2]":    "[whitespace/line_length]",
		"src/a.cc:3:5: warning: do not use unnamed namespaces [cert-dcl59-cpp,fuchsia-anon]": "[cert-dcl59-cpp,fuchsia-anon]",
		"src/a.sh:3:5: note: Prefer double quoting. [SC2248]":                                "[SC2248]",
		"src/a.py:3:1: E501 line too long (92 > 79 characters)":                              "E501",
		"src/a.py:3:0: C0114: Missing module docstring (missing-module-docstring)":           "(missing-module-docstring)",
		"src/a.ts(3,5): error TS2304: Cannot find name 'T'.":                                 "TS2304",
		"  829:9 ASYNC100 A scope without a checkpoint":                                      "ASYNC100",
		"src/a.c:3:5: error: unknown type name 'T'":                                          "",
	} {
		want := uint64(0)
		if code != "" {
			want = scan.Hash([]byte(code))
		}
		if b := ReadLine([]byte(line)); b.Kind != Diag || b.code != want {
			t.Errorf("%s: kind %d, code %x, want %x of %q", line, b.Kind, b.code, want, code)
		}
	}
}

func sectionOf(text string, sh shape.Shape) block.Section {
	b := block.New([]byte(text))
	return block.Section{Block: b, End: b.Len(), Shape: sh}
}
