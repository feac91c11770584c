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

// TestChecks: of a list of checks that each end in a state those are shown whose state says
// that something is wrong, each, whatever the list was taken for.
func TestChecks(t *testing.T) {
	var text strings.Builder
	text.WriteString("[+] System tools\n------------------------------------\n")
	for i := range 400 {
		state := "OK"
		switch {
		case i%97 == 50:
			state = "WARNING"
		case i == 222:
			state = "FAILED"
		}
		fmt.Fprintf(&text, "  - Checking the configuration of daemon %-12d [ %s ]\n", i*i, state)
	}
	res := plainly(t, []byte(text.String()), Options{})
	if bad := strings.Count(string(res.Text), "[ WARNING ]") + strings.Count(string(res.Text), "[ FAILED ]"); bad != 5 || res.HiddenLines < 300 {
		t.Errorf("%d of 5 shown, %d lines hidden:\n%.2000s", bad, res.HiddenLines, res.Text)
	}
}
