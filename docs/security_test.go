// Package docs holds its pages to the tree that they speak of.
package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// held is what the last column of a table in security.md names: a package and
// its tests, several times.
var held = regexp.MustCompile("`((?:internal|cmd)/[a-z0-9/-]+)`((?: `(?:Test|Fuzz)[A-Za-z0-9]+`)+)")

// TestSecurity: every line of a table names tests that are there, and nothing
// stands in its last column besides.
func TestSecurity(t *testing.T) {
	page, err := os.ReadFile("security.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 3 || !strings.HasPrefix(line, "| ") || cells[2] == "held by |" || cells[2] == "--- |" {
			continue
		}
		rows++
		last := strings.TrimSuffix(cells[2], " |")
		if rest := strings.Trim(held.ReplaceAllString(last, ""), ", "); rest != "" {
			t.Errorf("%q is no package with tests: %s", rest, line)
		}
		named := held.FindAllStringSubmatch(last, -1)
		if named == nil {
			t.Errorf("no test holds %s", line)
		}
		for _, n := range named {
			there := testsOf(t, n[1])
			for _, name := range strings.Fields(n[2]) {
				if !there[strings.Trim(name, "`")] {
					t.Errorf("%s has no %s", n[1], name)
				}
			}
		}
	}
	if rows < 30 {
		t.Errorf("only %d lines were read", rows)
	}
}

// testsOf returns the names of a package's functions that are tests.
func testsOf(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pkg), "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in %s: %v", pkg, err)
	}
	names := map[string]bool{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				names[f.Name.Name] = true
			}
		}
	}
	return names
}
