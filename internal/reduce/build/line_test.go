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
