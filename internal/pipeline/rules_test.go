package pipeline

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
)

// usersOf returns the rules of one file, the user's or a project's that he doesn't
// trust.
func usersOf(t interface{ Fatal(...any) }, text string, trusted bool) *rules.Users {
	f, err := rules.ParseUser("drawn", text)
	if err != nil {
		t.Fatal(err, text)
	}
	var u rules.Users
	if trusted {
		err = u.Add(f)
	} else {
		_, err = u.AddUntrusted(f)
	}
	if err != nil {
		t.Fatal(err, text)
	}
	return &u
}

// anyRules draws a file whose literals are parts of the block.
func anyRules(t *rapid.T, data []byte) string {
	lines := bytes.Split(data, []byte{'\n'})
	literal := func() string {
		line := rapid.SampledFrom(lines).Draw(t, "line")
		from := rapid.SampledFrom([]int{0, 0, len(line) / 2, len(line) / 3}).Draw(t, "from")
		to := min(len(line), from+rapid.IntRange(1, 30).Draw(t, "length"))
		if from >= to {
			return "e"
		}
		return string(line[from:to])
	}
	var b strings.Builder
	for range rapid.IntRange(1, 6).Draw(t, "rules") {
		b.WriteString(rapid.SampledFrom([]string{"line show", "line hide", "line hide", "test pass", "test noise", "test head", "test summary", "test dump", "test title"}).Draw(t, "kind"))
		fmt.Fprintf(&b, " %s %q", rapid.SampledFrom([]string{"start", "has", "end", "is"}).Draw(t, "op"), literal())
		b.WriteString(rapid.SampledFrom([]string{"", "", " not has \"a\"", " margin", " under 60", " over 20", " word error"}).Draw(t, "more"))
		b.WriteString("\n")
	}
	return b.String()
}

// TestLawsWithRules: whatever rules a user has, the promises hold: pieces tile the
// block, what is reduced is smaller, each gap is where it says and hides what it says,
// no limit is passed, and two runs are the same.
func TestLawsWithRules(t *testing.T) {
	all := samples(t)
	laws.Check(t, func(rt *rapid.T) {
		data := rapid.SampledFrom(all).Draw(rt, "block")
		data = data[:min(len(data), 16<<10)]
		text := anyRules(rt, data)
		users := usersOf(rt, text, true)
		opt := Options{MinBytes: -1, Rules: users}
		res := plainly(t, data, opt)
		checkTiles(t, data, res)
		checkSmaller(t, data, res)
		if res.Reduced {
			if again := plainly(t, res.Text, opt); again.Reduced {
				rt.Errorf("reduced twice:\n%q", again.Text)
			}
		}
		if again := plainly(t, data, Options{MinBytes: -1, Rules: usersOf(rt, text, true)}); !bytes.Equal(again.Text, res.Text) {
			rt.Errorf("two runs differ:\n%q\n%q", res.Text, again.Text)
		}
		opt.PlainViews = true
		checkVerbatim(t, data, plainly(t, data, opt))
		opt.MaxBytes = 800
		if res := plainly(t, data, opt); res.Reduced && len(res.Text) > 800 {
			rt.Errorf("%d bytes within 800", len(res.Text))
		}
		if t.Failed() {
			rt.Fatalf("with the rules\n%s", text)
		}
	})
}

// TestHideHides only what nothing else keeps: what is critical, what a pattern or
// another rule asks for, and what says that something is missing, stays.
func TestHideHides(t *testing.T) {
	all := samples(t)
	pattern, err := keep.Parse("e")
	if err != nil {
		t.Fatal(err)
	}
	hidden := 0
	laws.Check(t, func(rt *rapid.T) {
		data := rapid.SampledFrom(all).Draw(rt, "block")
		data = data[:min(len(data), 16<<10)]
		shown := rapid.SampledFrom(strings.Fields(string(data)+" x")).Draw(rt, "word")
		shown = shown[:min(len(shown), 100)]
		text := fmt.Sprintf("line hide not is \"\"\nline show has %q has %q\n", shown, shown[:1])
		if strings.IndexByte(shown, 0xff) >= 0 {
			return
		}
		opt := Options{Rules: usersOf(rt, text, true)}
		if rapid.Bool().Draw(rt, "pattern") {
			opt.Keep = []keep.Pattern{pattern}
		}
		without, with := ruledMarks(rt, data, Options{}), ruledMarks(rt, data, opt)
		b := block.New(data)
		for i := range with {
			line := b.Text(i)
			_, cut := cutmark.Next(b.Raw(i), 0)
			must := without[i].Rank == mark.Critical || cut && without[i].Why == mark.WhyCut ||
				len(opt.Keep) > 0 && pattern.Match(line) || bytes.Contains(line[:min(len(line), mostAskedOf)], []byte(shown))
			switch {
			case must && with[i].Rank != mark.Critical:
				rt.Fatalf("%q of rank %s is %s with\n%s", line, without[i].Rank, with[i].Rank, text)
			case !must && with[i].Rank > mark.Bulk && b.StartsLine(i) && len(line) > 0:
				rt.Fatalf("%q is %s with\n%s", line, with[i].Rank, text)
			case !must && without[i].Rank > mark.Bulk:
				hidden++
			}
		}
	})
	if hidden == 0 && longtest.AskedForAll() {
		t.Error("nothing was hidden")
	}
}

// ruledMarks returns the marks of the block's units.
func ruledMarks(t interface{ Fatal(...any) }, data []byte, opt Options) []mark.Mark {
	if len(data) == 0 {
		return nil
	}
	r := ranker{o: bytes.NewReader(data), opt: opt}
	if err := r.askRules(); err != nil {
		t.Fatal(err)
	}
	_, marks := r.mark(block.New(data))
	return marks
}

// TestUntrustedOnlyRaise: whatever files a project has that isn't trusted, beside any
// of the user's, each line is shown with them that is shown without; and where a
// limit holds they say nothing.
func TestUntrustedOnlyRaise(t *testing.T) {
	all := samples(t)
	laws.Check(t, func(rt *rapid.T) {
		data := rapid.SampledFrom(all).Draw(rt, "block")
		data = data[:min(len(data), 16<<10)]
		mine, theirs := anyRules(rt, data), anyRules(rt, data)
		user := usersOf(rt, mine, true)
		both := usersOf(rt, mine, true)
		f, err := rules.ParseUser("theirs", theirs)
		if err != nil {
			rt.Fatal(err)
		}
		if _, err := both.AddUntrusted(f); err != nil {
			rt.Fatal(err)
		}
		without, with := plainly(t, data, Options{MinBytes: -1, Rules: user}), plainly(t, data, Options{MinBytes: -1, Rules: both})
		if off, ok := lost(without, with); ok {
			rt.Fatalf("hidden with the project's rules: %.200q\n%s", data[off:], theirs)
		}
		limit := rapid.SampledFrom([]Options{{Budget: 200}, {MaxBytes: 900}}).Draw(rt, "limit")
		limit.MinBytes, limit.Rules = -1, user
		a := plainly(t, data, limit)
		limit.Rules = both
		if b := plainly(t, data, limit); !bytes.Equal(a.Text, b.Text) {
			rt.Fatalf("within a limit it is\n%s\nand not\n%s\nwith\n%s", b.Text, a.Text, theirs)
		}
	})
}

// lost returns a place that the first result shows and the second doesn't.
func lost(first, second Result) (int64, bool) {
	if !second.Reduced {
		return 0, false
	}
	shown := func(res Result, off int64) bool {
		for _, p := range res.Pieces {
			if p.Off <= off && off < p.Off+p.Len {
				return p.Shown
			}
		}
		return false
	}
	for _, p := range first.Pieces {
		if p.Shown && !shown(second, p.Off) {
			return p.Off, true
		}
	}
	return 0, false
}

// TestRulesOfACommand: a file that is bound to a command speaks of what that prints,
// however it is called.
func TestRulesOfACommand(t *testing.T) {
	data := []byte(strings.Repeat("INFO all is well with unit 7\n", 200))
	users := usersOf(t, "command \"acme build\"\nline show start INFO\n", true)
	for command, want := range map[string]bool{
		"acme build": true, "./bin/acme build -v": true, "cd x && A=1 acme build 2>&1 | tail": true, "env acme build": true,
		"": false, "acme": false, "acme test": false, "build acme build": false, "acme 'build'": false,
	} {
		res := plainly(t, data, Options{Command: command, Rules: users})
		if res.Reduced == want {
			t.Errorf("%q: reduced %v", command, res.Reduced)
		}
	}
}

// TestLongLines: a line that is cut into segments is hidden whole if it begins so, and
// of one that is to be shown the segment is that holds the words.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("some words of a line that goes on ", 60)
	data := []byte(strings.Repeat("one\n", 100) + "DUMP " + long + "\n" + "two NEEDLE\n" + long + "NEEDLE" + long + "\n" + strings.Repeat("two\n", 100))
	marks := ruledMarks(t, data, Options{Rules: usersOf(t, "line hide start DUMP\nline show has NEEDLE\n", true)})
	b := block.New(data)
	dumped, shown := 0, 0
	for i, m := range marks {
		switch {
		case b.Line(i) == 101:
			dumped++
			if m.Rank > mark.Bulk {
				t.Errorf("%.30q… is %s", b.Text(i), m.Rank)
			}
		case b.Line(i) == 103 && m.Rank == mark.Critical:
			shown++
			if !bytes.Contains(b.Text(i), []byte("NEEDLE")) {
				t.Errorf("%.30q… is shown", b.Text(i))
			}
		}
	}
	if dumped < 2 || shown != 1 {
		t.Errorf("%d segments of the one line, %d shown of the other", dumped, shown)
	}
}

// TestUsersTests: a user's rules say what an unknown tool's lines of tests are, and
// with them its output is one of tests.
func TestUsersTests(t *testing.T) {
	var b strings.Builder
	for i := range 400 {
		if i == 70 {
			b.WriteString("<> case 70 of the set broke\n   wanted 3 apples\n   there were 4\n")
			continue
		}
		fmt.Fprintf(&b, "() case %d of the set held\n", i)
	}
	b.WriteString("sum: 119 held, 1 broke\n")
	data := []byte(b.String())
	res := plainly(t, data, Options{Rules: usersOf(t, "test pass start \"() \"\ntest report start \"<> \"\ntest summary start \"sum: \"\n", true)})
	if res.Shape.String() != "test-log" || !res.Reduced {
		t.Fatalf("a %s, reduced: %v", res.Shape, res.Reduced)
	}
	for _, want := range []string{"<> case 70 of the set broke\n   wanted 3 apples\n   there were 4\n", "sum: 119 held, 1 broke"} {
		if !strings.Contains(string(res.Text), want) {
			t.Errorf("%q is lost in\n%s", want, res.Text)
		}
	}
	if n := strings.Count(string(res.Text), "() case"); n > 2 {
		t.Errorf("%d of what passed are shown in\n%s", n, res.Text)
	}
}

// TestNoRules: without files nothing is asked and nothing allocated.
func TestNoRules(t *testing.T) {
	r := ranker{opt: Options{}}
	b := block.New([]byte("a\nb\n"))
	marks := make([]mark.Mark, b.Len())
	if n := testing.AllocsPerRun(100, func() {
		if r.askRules() == nil {
			r.rule(b, marks)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
