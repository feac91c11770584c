package scan

import (
	"testing"
)

func TestTemplateMasksWhatVaries(t *testing.T) {
	for _, pair := range [][2]string{
		{"took 12 ms", "took 7 ms"},
		{"2024-05-01 10:00:00,123 up", "2024-06-30 23:59:59,001 up"},
		{"from 10.0.0.1:8080", "from 192.168.17.200:65000"},
		{"from ::ffff:0a00:1 now", "from ::ffff:0a00:2 now"},
		{"blk_-6952295868487656571 done", "blk_38865049064139660 done"},
		{"token=Token{a64f992 x}", "token=Token{78af589 x}"},
		{"id 3f2504e0-4f89-11d3-9a0c-0305e82c3301.", "id 0aa0be04-4111-42d3-9b0c-ffffe82c3301."},
		{"zxid 0xb0000007b", "zxid 0x100001564"},
		{"worker-3: on", "worker-12: on"},
		{"a  b", "a b"},
	} {
		if Template([]byte(pair[0])) != Template([]byte(pair[1])) {
			t.Errorf("%q and %q are of different templates", pair[0], pair[1])
		}
	}
}

func TestTemplateKeepsWhatSays(t *testing.T) {
	for _, pair := range [][2]string{
		{"peer is LOOKING", "peer is LEADING"},
		{"a=true", "a=false"},
		{"level INFO", "level WARN"},
		{"- 1117 up", "APPREAD 1117 up"},
		{"a b", "ab"},
		{"12 a", "a 12"},
		{"", "x"},
	} {
		if Template([]byte(pair[0])) == Template([]byte(pair[1])) {
			t.Errorf("%q and %q are of one template", pair[0], pair[1])
		}
	}
}

func TestFindLocation(t *testing.T) {
	for _, c := range []struct{ line, path, place string }{
		{"a/b.go:12: unused", "a/b.go", "a/b.go:12"},
		{"at f (/srv/a.js:3:14)", "/srv/a.js", "/srv/a.js:3:14"},
		{`C:\src\Cart.cs(12,5): error`, `C:\src\Cart.cs`, `C:\src\Cart.cs(12,5)`},
		{"x.zig:[3,7] y", "x.zig", "x.zig:[3,7]"},
		{"src/A.hs:(3,7)-(14,2): no coin", "src/A.hs", "src/A.hs:(3,7)-(14,2)"},
		{"src/A.hs:(3,7) no coin", "", ""},
		{"calc.y:122.29-129.29: warning: no rule", "calc.y", "calc.y:122.29-129.29"},
		{"calc.y:122.29-42: warning: no rule", "calc.y", "calc.y:122.29-42"},
		{"till.vala:12.5: error: no coin", "till.vala", "till.vala:12.5"},
		{"a.c:12-14: error: no coin", "a.c", "a.c:12-14"},
		{"a.c:12:3-9: error: no coin", "a.c", "a.c:12:3-9"},
		{"a.c:12.5 of them", "a.c", "a.c:12"},
		{"a.c:12-rc1: no coin", "a.c", "a.c:12"},
		{`File "shop/cart.py", line 9, in total`, "shop/cart.py", `shop/cart.py", line 9`},
		{"in cart.php on line 7", "cart.php", "cart.php on line 7"},
		{"at Makefile:3", "Makefile", "Makefile:3"},
		{"12:30:05 up", "", ""},
		{"listens on 127.0.0.1:8080", "", ""},
		{"a.go:12x", "", ""},
	} {
		l, ok := FindLocation([]byte(c.line))
		if path, place := string(l.Path([]byte(c.line))), c.line[l.Start:l.End]; ok != (c.path != "") || path != c.path || place != c.place {
			t.Errorf("%q: %v %q %q", c.line, ok, path, place)
		}
	}
}

func TestTree(t *testing.T) {
	for text, want := range map[string]struct {
		width int
		rest  string
		tip   bool
	}{
		"├─ till":            {3, "till", true},
		"│  ├─ coin: 1":      {6, "coin: 1", true},
		"│  coin":            {3, "coin", false},
		"|   `-- till":       {5, "-- till", true},
		"| till":             {2, "till", false},
		"│\u00a0\u00a0└── a": {7, "a", true},
		"    till":           {0, "    till", false},
		"-- till":            {0, "-- till", false},
		"":                   {0, "", false},
	} {
		width, n, tip := Tree([]byte(text))
		if width != want.width || text[n:] != want.rest || tip != want.tip {
			t.Errorf("%q: %d columns, %q, %v", text, width, text[n:], tip)
		}
	}
}

func TestRules(t *testing.T) {
	for line, want := range map[string]string{
		"=====": "=", "  -----": "-", "─────": "-", "———": "-", "====": "", "=====-": "",
		"==== FAILURES ====": "=FAILURES", "___ test_a ___": "_test_a", "==== x": "", "====x====": "",
	} {
		got := ""
		if c := Rule([]byte(line)); c != 0 {
			got = string(rune(c))
		} else if title, c := TitledRule([]byte(line)); c != 0 {
			got = string(rune(c)) + string(title)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestStamps(t *testing.T) {
	for line, want := range map[string][3]int{ // Clock, Date before it, Kernel
		"2026-01-02T03:04:05Z x": {11, 1, 0},
		"Jan  2 03:04:05 host":   {7, 0, 0},
		"12-30 03:04:05.6 I":     {6, 1, 0},
		"[   12.345678] usb":     {-1, 0, 14},
		"[12.3] x":               {-1, 0, 0},
		"ratio 3:4:5":            {-1, 0, 0},
	} {
		at, date := Clock([]byte(line)), 0
		if at > 0 && Date([]byte(line[:at])) {
			date = 1
		}
		if got := [3]int{at, date, Kernel([]byte(line))}; got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

func TestService(t *testing.T) {
	for line, want := range map[string]int{"web-1  | up": 9, "db | ": 5, "db |": 4, "a/b@1 | x": 8, "name | a |": 7, "|": 0, "no bar": 0, "cart |x": 0, "two words | x": 0} {
		if got := Service([]byte(line)); got != want {
			t.Errorf("%q: %d, want %d", line, got, want)
		}
	}
}

// TestNoAllocation: the scanners are asked several times for each line.
func TestNoAllocation(t *testing.T) {
	line := []byte("2026-01-02T03:04:05Z ERROR a/b.go:12: ==== connection 7f3a refused ====")
	if n := testing.AllocsPerRun(10, func() {
		FindLocation(line)
		Template(line)
		TitledRule(line)
		Clock(line)
		FindWord(line, "refused")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestLocationAt: what begins a text is found as anywhere.
func TestLocationAt(t *testing.T) {
	parts := []string{"a.c", "a", "/b/c.go", "C:\\d.cs", "file:///e.mjs", "Makefile", ":", "12", "(", ")", ", line ", " line ", " on line ", "\", line ", "[line ", ": ", " ", ":3:4", "(5,6)", "x", "="}
	text := make([]byte, 0, 64)
	seed := uint32(1)
	for range 200_000 {
		text = text[:0]
		for range 2 + seed>>28%5 {
			seed = seed*1664525 + 1013904223
			text = append(text, parts[seed>>16%uint32(len(parts))]...)
		}
		want, wanted := FindLocation(text)
		wanted = wanted && want.Start == 0
		if got, ok := LocationAt(text); ok != wanted || ok && got != want {
			t.Fatalf("%q: %v %v, want %v %v", text, got, ok, want, wanted)
		}
	}
}
