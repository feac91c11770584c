package languages

import (
	"path/filepath"
	"strings"
	"testing"
)

// The last file whose name is known says which language a command prints.
func TestNamed(t *testing.T) {
	for command, want := range map[string]ID{
		"cat a/b.go": Go, "sed -n 1,20p 'x.kt' | head": Kotlin, "cat Makefile": Make, "cat a.py b.rs": Rust, "cat x.tfvars": HCL, "cat CMakeLists.txt": CMake, "cat x.yaml": Any, "less x": None, "c": None, "cat Dockerfile": Docker,
	} {
		got := None
		if l := Named(command); l != nil {
			got = l.ID
		}
		if got != want {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
}

func TestSigned(t *testing.T) {
	for line, want := range map[string]ID{
		"import (": Go, "import qualified Data.Map as M": Haskell, "import numpy as np": Python, "import a.{b => c}": Kotlin, "import SwiftUI": Swift,
		"module Main where": Haskell, "module M = Map.Make": OCaml, "use std::fmt;": Rust, "use Foo\\Bar;": None, "(defun a ()": Lisp, "#include <a.h>": C,
		"let add a b =": OCaml, "let x =": None, "#' A title": R, "plain text": None, "package Cart::Total;": Perl,
	} {
		got := None
		if l := Signed([]byte(line)); l != nil {
			got = l.ID
		}
		if got != want {
			t.Errorf("%s: %s, want %s", line, Get(got).Name, Get(want).Name)
		}
	}
}

// What a line declares, and what it doesn't.
func TestDeclares(t *testing.T) {
	for _, c := range []struct {
		lang ID
		yes  string
		no   string
	}{
		{SQL, "create table a (\nALTER TABLE a ADD b int;\nADD CONSTRAINT x\nWITH a AS (", "ALTER TABLE a OWNER TO b;\nWITH (fillfactor=1)\nBEGIN;\nselect 1"},
		{Assembly, "main:\n0000000000001139 <main>:\nTEXT main.main(SB)", "    mov eax, 1\nnot a label:"},
		{Make, "all: a b\n.PHONY: all\ndefine X", "A := b\n\tcc: x\n# all: b\n.SUFFIXES: .c"},
		{Lua, "M.total = function(a)\nlocal function x()", "-- x = function(\nreturn function(a)"},
		{Haskell, "total :: Int\n_x = 1\ndata A = B", "  where\nimport A\n  total = 1"},
		{CMake, "add_library(a b)\nINSTALL(TARGETS a)", "set(a b)\noption is set"},
		{Perl, "sub new {\npackage A;", "sub {\n$x = sub {"},
		{ObjC, "@interface A : B\n- (void)a {", "@protocol A;\n  - (void)a"},
	} {
		for i, text := range []string{c.yes, c.no} {
			for line := range strings.SplitSeq(text, "\n") {
				if Get(c.lang).Declares([]byte(line)) != (i == 0) {
					t.Errorf("%s: %q", Get(c.lang).Name, line)
				}
			}
		}
	}
}

func TestRoles(t *testing.T) {
	for _, c := range []struct {
		lang ID
		word string
		role Role
	}{{Go, "func", Body}, {Kotlin, "internal", Modifier}, {CSharp, "foreach", Control}, {JavaScript, "enum", Enum}, {Java, "if", Flow}, {Proto, "rpc", Value}, {GraphQL, "input", Headed}} {
		if !Get(c.lang).Is(c.word, c.role) {
			t.Errorf("%s: %s", Get(c.lang).Name, c.word)
		}
	}
	if Anywhere("extern")&Declares != 0 || Anywhere("fn")&Body == 0 || Anywhere("nothing") != 0 {
		t.Error("what words are anywhere")
	}
}

// The reducers have a sample of each language, which they rank by its text alone.
func TestEveryLanguageHasASample(t *testing.T) {
	without := map[string]string{"any": "it is no language", "braces": "it is no language", "scss": "css is its sample"}
	samples := map[string]string{"markup": "html", "hcl": "terraform"}
	for i := range known {
		name := known[i].Name
		if without[name] != "" || name == "" {
			continue
		}
		if samples[name] != "" {
			name = samples[name]
		}
		found, _ := filepath.Glob(filepath.Join("..", "reduce", "testdata", "source*", name+".txt"))
		if len(found) != 1 {
			t.Errorf("%s has no sample", name)
		}
	}
}

// Asking allocates nothing.
func TestAskingDoesNotAllocate(t *testing.T) {
	line := []byte("\tfor _, rows := range [...]string{a, b} {")
	if n := testing.AllocsPerRun(100, func() {
		var v Votes
		v.Line(line[1:], true, false)
		Signed(line[1:])
		Get(Go).Declares(line)
		Get(Go).Roles("func")
		v.Winner()
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
