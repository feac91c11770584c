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

// TestShortJSON: a short document of JSON is shown whole, each value behind its key, a long
// one isn't.
func TestShortJSON(t *testing.T) {
	groups := func(n int) (text string, members []string) {
		var b strings.Builder
		b.WriteString("{\n  \"Groups\": [")
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString("\n    {")
			for k, m := range []string{
				fmt.Sprintf(`"GroupId": "sg-%08x"`, i*7919), fmt.Sprintf(`"GroupName": "tier-%d"`, i),
				`"Ranges": ["0.0.0.0/0"]`, fmt.Sprintf(`"FromPort": %d`, 1000+i*i),
			} {
				if k > 0 {
					b.WriteByte(',')
				}
				b.WriteString("\n      " + m)
				members = append(members, strings.Replace(m, ": ", ":", 1))
			}
			b.WriteString("\n    }")
		}
		b.WriteString("\n  ]\n}\n")
		return b.String(), members
	}
	for n, whole := range map[int]bool{30: true, 300: false} {
		text, members := groups(n)
		res := plainly(t, []byte(text), Options{})
		shown := 0
		for _, m := range members {
			if strings.Contains(string(res.Text), m) {
				shown++
			}
		}
		if !res.Reduced || (shown == len(members)) != whole {
			t.Errorf("of %d records %d of %d members are shown with their keys", n, shown, len(members))
		}
	}
}
