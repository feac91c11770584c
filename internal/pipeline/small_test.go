package pipeline

import (
	"fmt"
	"strings"
	"testing"
)

// TestShortRows: few rows are shown whole, many are not, nor a few beside much else.
func TestShortRows(t *testing.T) {
	rows := func(n int) string {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "-rw-r--r-- 1 root root %5d Nov  2 10:%02d application-documentation-part%03d.bin\n", 4096+i%7, i%60, i)
		}
		return text.String()
	}
	passed := strings.Repeat("ok  \tacme.example/shop/cart\t0.21s\n", 12)
	var tests strings.Builder
	for i := range 900 {
		fmt.Fprintf(&tests, "--- PASS: TestCart%03d (0.00s)\n", i)
	}
	for name, c := range map[string]struct {
		text  string
		whole bool
	}{
		"few":            {rows(66), true},
		"many":           {rows(400), false},
		"few of a block": {"$ ls -l\n" + rows(60) + "\n$ go test -v ./...\n" + tests.String() + passed, false},
	} {
		res := plainly(t, []byte(c.text), Options{})
		if whole := !res.Reduced || strings.Count(string(res.Text), "part0") >= 60; whole != c.whole {
			t.Errorf("%s: whole is %v:\n%.1500s", name, whole, res.Text)
		}
	}
}
