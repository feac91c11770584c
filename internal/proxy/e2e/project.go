package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// MakeProject fills a folder with a small Go module under git: prices with a
// mistake, a test with many cases that finds it, and a log of the service.
// Its tools print enough to be worth reducing.
func MakeProject(dir string) error {
	for name, text := range map[string]string{
		"go.mod":         "module example.com/shop\n\ngo 1.21\n",
		"price.go":       priceSource,
		"price_test.go":  priceTest,
		"catalog.go":     catalog(),
		"log/access.log": accessLog(),
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return commit(dir)
}

func commit(dir string) error {
	for _, args := range [][]string{
		{"init", "-q"},
		{"add", "-A"},
		{"-c", "user.name=dev", "-c", "user.email=dev@example.com", "commit", "-q", "-m", "Sell things"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
	}
	return nil
}

const priceSource = `// Package shop sells things.
package shop

// Price returns the price of n things in cents. From ten on, they are a tenth
// cheaper.
func Price(cents, n int) int {
	total := cents * n
	if n > 10 {
		total -= total / 10
	}
	return total
}
`

const priceTest = `package shop

import (
	"fmt"
	"testing"
)

func TestPrice(t *testing.T) {
	for i, item := range Catalog {
		n := i%20 + 1
		want := item.Cents * n
		if n >= 10 {
			want -= want / 10
		}
		t.Run(fmt.Sprintf("%s_%d", item.Name, n), func(t *testing.T) {
			t.Logf("item %s costs %d cents", item.Name, item.Cents)
			if got := Price(item.Cents, n); got != want {
				t.Errorf("Price(%d, %d) = %d, want %d", item.Cents, n, got, want)
			}
		})
	}
}
`

// catalog is a source file of some length.
func catalog() string {
	var b strings.Builder
	b.WriteString("package shop\n\n// Item is a thing to sell.\ntype Item struct {\n\tName  string\n\tCents int\n}\n\n// Catalog is all there is.\nvar Catalog = []Item{\n")
	for i := range 120 {
		fmt.Fprintf(&b, "\t{Name: \"thing-%03d\", Cents: %d},\n", i, 100+(i*7919)%900)
	}
	b.WriteString("}\n")
	for i := range 24 {
		fmt.Fprintf(&b, "\n// Shelf%02d returns the things on shelf %d.\nfunc Shelf%02d() []Item {\n\treturn Catalog[%d:%d]\n}\n", i, i, i, i*5, i*5+5)
	}
	return b.String()
}

// accessLog is what a service wrote in an hour, with one request that failed.
func accessLog() string {
	var b strings.Builder
	for i := range 220 {
		status, took := 200, 3+(i*31)%40
		line := fmt.Sprintf("2026-01-02T03:%02d:%02dZ INFO request id=%06x path=/items/%d status=%d took=%dms", i/60%60, i%60, i*48271%0xffffff, (i*17)%120, status, took)
		if i == 151 {
			line = "2026-01-02T03:02:31Z ERROR request failed path=/items/42 status=500: price of thing-042 is negative"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Story is a script of twenty turns for that project: a test is run, its
// failure looked up, mended and the test run again, and on the way files are
// read again, commands fail, and what was hidden is asked for.
func Story() []Step {
	return []Step{
		{Run: "git log --stat --oneline && ls -l", Say: "I'll look around."},
		{Run: "go test -v ./..."},
		{Read: "price.go", With: true},
		{Read: "catalog.go"},
		{Run: "cat log/access.log"},
		{Expand: &Expand{}, Say: "The log hides something, I need all of it."},
		{Run: "grep -n ERROR log/access.log"},
		{Run: "cat log/access.log"},
		{Run: "grep -rn Shelf ."},
		{Run: "go test -v ./..."},
		{Edit: &Edit{Path: "price.go", Old: "n > 10", New: "n >= 10"}, Say: "From ten on means ten as well."},
		{Run: "git diff"},
		{Read: "price.go"},
		{Run: "go vet ./... && go test -v ./..."},
		{Edit: &Edit{Path: "catalog.go", Old: "thing-119", New: "thing-last"}},
		{Read: "catalog.go"},
		{Run: "go test -run Nothing/matches -v ./... && exit 3"},
		{Expand: &Expand{First: true, Range: "1-12"}},
		{Run: "git diff --stat && git status --short"},
		{Run: "go test -count=1 -v ./..."},
		{Run: "go test ./..."},
	}
}
