package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/tokens"
)

// TestShortRows: few rows are shown whole, many are not, nor a few beside much else.
func TestShortRows(t *testing.T) {
	rows := func(n int) string {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "-rw-r--r-- 1 root root %5d Nov  2 10:%02d application-documentation-part%03d.bin\n", 4096+i*i%977, i*7%60, i)
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

// TestShortTables: a table is shown whole that is half as long again as other rows may be.
func TestShortTables(t *testing.T) {
	rows := func(n int) string {
		var text strings.Builder
		text.WriteString("SENSOR      COUNT   MEAN    LAST\n")
		for i := range n {
			fmt.Fprintf(&text, "part%03d  %7d  %5d.%d  %5d.%d\n", i, 40000+i*i, i*7919%90, i%10, i*31%80, i%7)
		}
		return text.String()
	}
	for n, whole := range map[int]bool{140: true, 260: false} {
		text := rows(n)
		secs := classify.Sections(block.New([]byte(text)), "")
		if size := tokens.Estimate([]byte(text)); len(secs) != 1 || secs[0].Shape != shape.Table || (size < tableTokens) != whole || size < rowsTokens {
			t.Fatalf("%d rows are %v of %d tokens", n, secs[0].Shape, size)
		}
		res := plainly(t, []byte(text), Options{})
		if got := !res.Reduced || strings.Count(string(res.Text), "part") == n; got != whole {
			t.Errorf("%d rows: whole is %v:\n%.600s", n, got, res.Text)
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

// TestQuietDocument: a document of JSON that is half blanks and tells of no failure is shown whole where it is
// short without them; drawn closer, with a failure or beside others it is ranked.
func TestQuietDocument(t *testing.T) {
	t.Parallel()
	var items []map[string]any
	for i := range 44 {
		items = append(items, map[string]any{"id": fmt.Sprintf("sg-%08x", i*7919), "open": i*37 + 1, "of": "till-" + fmt.Sprint(i*i), "rules": []any{map[string]any{"from": i * 31, "to": i * 37, "over": "tcp"}, map[string]any{"from": 22 + i, "to": 23 + i, "over": "udp"}}})
	}
	close := inJSON(map[string]any{"groups": items})
	var wide bytes.Buffer
	if err := json.Indent(&wide, close, "", "      "); err != nil {
		t.Fatal(err)
	}
	failed := bytes.Replace(wide.Bytes(), []byte(`"open": 1,`), []byte(`"open": 1, "error": "no till is there",`), 1)
	for name, c := range map[string]struct {
		data  []byte
		whole bool
	}{"wide": {wide.Bytes(), true}, "close": {close, false}, "failed": {failed, false}, "beside others": {append([]byte("$ make\ngcc -c a.c\n$ aws list\n"), wide.Bytes()...), false}} {
		shown := shownFrom(t, c.data)
		if got := strings.Count(shown, `"over"`) == 88; got != c.whole {
			t.Errorf("%s: of %d bytes (%d close) %d are shown, all of it: %v", name, len(c.data), len(close), len(shown), got)
		}
	}
}

// TestManyAnswers: rows are shown whole that are short for as many commands as a line has.
func TestManyAnswers(t *testing.T) {
	var rows strings.Builder
	for i := range 240 {
		fmt.Fprintf(&rows, "part%d = \"till-%d\"\n", i, i*i%97)
	}
	for command, want := range map[string]bool{
		"":                     false,
		"cat till.conf":        false,
		"cat a; cat b && ls x": false,
		"cat a; cat b; cat c; cat d; cat e; cat f; cat g":                       true,
		"bash -lc 'cat a; cat b; cat c; cat d; cat e; cat f; cat g'":            true,
		"echo a; cd x; echo b; cd y; echo c; cd z; echo d; cd w; echo e; cat f": false,
	} {
		if got := !strings.Contains(reducedAs(t, rows.String(), Options{Command: command}), "lines, elision-get"); got != want {
			t.Errorf("%q: all is shown: %v", command, got)
		}
	}
	if n := answers(strings.Repeat("cat a; ", 100)); n != mostAnswers {
		t.Errorf("a line of 100 commands has %d answers", n)
	}
}

// TestShortRecords: up to 3,000 tokens of records are shown whole, more are not.
func TestShortRecords(t *testing.T) {
	for records, want := range map[int]bool{60: true, 300: false} {
		var text strings.Builder
		for i := range records {
			fmt.Fprintf(&text, `{"n":%d,"t":"part %d of the till","l":[]}`+"\n", i, i*i%97)
		}
		if got := !strings.Contains(reducedAs(t, text.String(), Options{}), "lines, elision-get"); got != want {
			t.Errorf("%d records are all shown: %v", records, got)
		}
	}
}
