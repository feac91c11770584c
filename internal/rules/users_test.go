package rules

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestParseUser: a user's file has rules of the users' rooms alone, within bounds.
func TestParseUser(t *testing.T) {
	many := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line+"\n", i)
		}
		return b.String()
	}
	for _, c := range []struct{ text, want string }{
		{"line show has a\nline hide start b\ntest pass start \"ok \"\n", ""},
		{"\npath library has a\n", "f.rules:2: the room path is elide's own: a file of yours may have rules of line, test"},
		{"test pass sure start a", "f.rules:1: sure is said of elide's own rules: those of yours tell a run of tests as it is"},
		{"word error is kaputt", "f.rules:1: the room word is elide's own: a file of yours may have rules of line, test"},
		{"line show has " + strings.Repeat("a", mostLiteral), ""},
		{"line show has " + strings.Repeat("a", mostLiteral+1), `f.rules:1: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"… is longer than 256 bytes`},
		{`line show has a then "` + strings.Repeat("a", mostLiteral+1) + `"`, `f.rules:1: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"… is longer than 256 bytes`},
		{"line show" + strings.Repeat(" has a", mostConds), ""},
		{"line show" + strings.Repeat(" has a", mostConds+1), "f.rules:1: a rule has 8 conditions at most"},
		{many(mostRules, "line show has a%d"), ""},
		{many(mostRules+1, "line show has a%d"), "f.rules:2001: one rule too many: all together may be 2000"},
		{"# " + strings.Repeat("x", MostFileBytes), "f.rules:1: a rule file has 262144 bytes at most"},
		{"line shw has a", `f.rules:1: unknown kind "shw" of room line: it has show, hide`},
	} {
		_, err := ParseUser("f.rules", c.text)
		if got := fmt.Sprint(err); got != c.want && !(err == nil && c.want == "") {
			t.Errorf("%.60q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestUsersBounds: what all files have together is bounded, too.
func TestUsersBounds(t *testing.T) {
	file := func(n, length int) *File {
		f := &File{Name: "f"}
		for i := range n {
			f.Rules = append(f.Rules, Rule{Kind: LineShow, Conds: []Cond{{Op: OpHas, Literals: []string{fmt.Sprintf("%0*d", length, i)}}}})
		}
		return f
	}
	for _, c := range []struct{ files, rules, length, take, trust int }{
		{MostFiles + 1, 1, 3, MostFiles, MostFiles},
		{3, mostRules / 2, 5, 2, 0},
		{3, 100, 160, 2, 0},
		{3, 10, 160, 3, 2},
	} {
		var u, v Users
		own, too := 0, 0
		for range c.files {
			if u.Add(file(c.rules, c.length)) == nil {
				own++
			}
			if n, err := v.AddUntrusted(file(c.rules, c.length)); err == nil && n == c.rules {
				too++
			}
		}
		if own != c.take || too != c.trust {
			t.Errorf("%+v: %d files were taken, %d of a project", c, own, too)
		}
	}
}

// TestRaises: of a project that isn't trusted only what shows lines counts, and costs
// next to nothing.
func TestRaises(t *testing.T) {
	for text, want := range map[string]bool{
		"line show has a": true, "line show start a b": true, "line show end a": true, "line show is a": true, "line show word a": true,
		"line hide has a": false, "test pass start a": false, "line show not has a": false, "line show has a has b": false,
		"line show has a then digits": false, "line show end a before digits": false, "line show under 9": false, "line show margin": false, "line show rule \"=\"": false,
	} {
		f, err := ParseUser("f", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Rules[0].Raises(); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestTries: what stands beside a literal is asked for at so many places of a line.
func TestTries(t *testing.T) {
	for _, rule := range []string{"line show has 1 then \"%\"", "line show word a then \"%\"", "line show rule \"=\" has 1 then \"%\""} {
		f, err := ParseUser("f", rule)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Compile(f)
		if err != nil {
			t.Fatal(err)
		}
		literal := f.Rules[0].Conds[len(f.Rules[0].Conds)-1].Literals[0]
		for n, want := range map[int]bool{mostTries - 1: true, mostTries: false} {
			line := strings.Repeat(literal+" ", n) + literal + "%"
			if strings.Contains(rule, "rule") {
				line = "=== " + line + " ==="
			}
			if _, ok := s.Own(Line, []byte(line)); ok != want {
				t.Errorf("%s behind %d others: %v", rule, n, ok)
			}
		}
	}
}

// TestUsersTogether: many may ask for their sets at once.
func TestUsersTogether(t *testing.T) {
	var u Users
	for _, text := range []string{"line show has a\n", "command \"x\"\nline hide has b\n"} {
		f, err := ParseUser("f", text)
		if err != nil {
			t.Fatal(err)
		}
		if err := u.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			a, err := u.For(func(string) bool { return i%2 == 0 })
			if err != nil {
				t.Error(err)
			}
			if _, ok := a.Set.Own(Line, []byte("b")); ok != (i%2 == 0) {
				t.Errorf("%d: %v", i, ok)
			}
		})
	}
	all.Wait()
	if len(u.sets) != 2 {
		t.Errorf("%d sets were made", len(u.sets))
	}
}

// fiveHundred is a file of 500 rules as users write them.
func fiveHundred() string {
	var b strings.Builder
	for i := range 125 {
		fmt.Fprintf(&b, "# unit %d\nline hide start \"[worker %d] unit \" then digits \" done\"\nline show has \"!! case %d\"\n", i, i, i)
		fmt.Fprintf(&b, "test pass start \"held %d \" not has broke\ntest head start \"broke %d \" | \"lost %d \" end \":\"\n", i, i, i)
	}
	return b.String()
}

// TestParseAllocates little: a few times for each rule, whatever the machine does.
func TestParseAllocates(t *testing.T) {
	text := fiveHundred()
	f, err := ParseUser("f", text)
	if err != nil || len(f.Rules) != 500 {
		t.Fatal(err, len(f.Rules))
	}
	if n := testing.AllocsPerRun(5, func() { ParseUser("f", text) }); n > 8*500 {
		t.Errorf("%v allocations for 500 rules", n)
	}
}

func BenchmarkParseUser500(b *testing.B) {
	text := fiveHundred()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		ParseUser("f", text)
	}
}

// BenchmarkCompile500 is what the first block costs that is asked.
func BenchmarkCompile500(b *testing.B) {
	f, err := ParseUser("f", fiveHundred())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Compile(f)
	}
}

// BenchmarkUntrusted is what the worst rules of a project cost that isn't trusted: as
// many literals as there may be, each the beginning of the next, in lines that nearly
// hold them.
func BenchmarkUntrusted(b *testing.B) {
	var u Users
	f := &File{Name: "f"}
	for n := 3; ; n++ {
		f.Rules = append(f.Rules, Rule{Kind: LineShow, Conds: []Cond{{Op: OpStart, Literals: []string{strings.Repeat("a", n) + "b"}}}})
		if _, err := (&Users{}).AddUntrusted(f); err != nil {
			f.Rules = f.Rules[:len(f.Rules)-1]
			break
		}
	}
	if _, err := u.AddUntrusted(f); err != nil {
		b.Fatal(err)
	}
	b.Run("compile", func(b *testing.B) {
		for b.Loop() {
			Compile(f)
		}
	})
	a, err := u.For(nil)
	if err != nil {
		b.Fatal(err)
	}
	for name, line := range map[string]string{"hit": strings.Repeat("a", 100) + "b", "miss": strings.Repeat("a", 1000)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				a.Too.Own(Line, []byte(line))
			}
		})
	}
}

// FuzzUsers: whatever a file holds, it is read or refused with its place; what is read
// is within bounds, makes a table, and answers any text with its own rules' kinds.
func FuzzUsers(f *testing.F) {
	f.Add("line show has x\n", "a x b")
	f.Add("command \"a b\"\nline hide start \"- \" then digits end\nline hide rule \"=-\" has a\n\nexample plain \"x\"\n+ b\n-*40 c {n}\nend\n", "- 12")
	f.Add("test pass end ok before blanks word a\nline show not is \"\" under 9 margin\n", "  a ok")
	f.Add(fiveHundred()[:2000], "[worker 7] unit 12 done")
	f.Fuzz(func(t *testing.T, text, line string) {
		file, err := ParseUser("fuzz", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Errorf("the error has no place: %v", err)
			}
			return
		}
		var u Users
		if u.Add(file) != nil {
			return
		}
		n, err := u.AddUntrusted(file)
		if n > len(file.Rules) {
			t.Fatalf("%d of %d rules, %v", n, len(file.Rules), err)
		}
		a, err := u.For(func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range UserRooms() {
			if h, ok := a.Set.Own(room, []byte(line)); ok && (h.Kind.Room() != room || h.From > h.To || h.To > len(line)) {
				t.Errorf("%s of %q: %+v", room, line, h)
			}
		}
		if h, ok := a.Too.Own(Line, []byte(line)); ok && h.Kind != LineShow {
			t.Errorf("a project that isn't trusted says %s", h.Kind)
		}
	})
}
