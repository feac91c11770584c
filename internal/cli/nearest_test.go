package cli

import (
	"errors"
	"flag"
	"io"
	"testing"
	"time"
)

func TestNearest(t *testing.T) {
	names := []string{"", "run", "messages", "install", "uninstall", "claude", "codex", "gemini", "json-array", "elision.ttl_ms", "c"}
	for name, want := range map[string]string{
		"runn": "run", "ru": "run", "rnu": "", "claud": "claude", "cluade": "claude", "codxe": "codex", "gemeni": "gemini", "instal": "install",
		"uninstal": "uninstall", "mesages": "messages", "jso": "json-array", "json": "json-array", "ttl_ms": "elision.ttl_ms", "elision.ttl": "elision.ttl_ms",
		"": "", "x": "", "zzz": "", "emacs": "", "main.go": "", "Makefile": "",
	} {
		if near, like := Nearest(name, names); like != (want != "") || like && near != want {
			t.Errorf("%q: %q, %v; want %q", name, near, like, want)
		}
	}
	if near, like := Nearest("x", nil); near != "" || like {
		t.Errorf("of none %q", near)
	}
}

// TestTypos: one slip of a finger in a longer name, and the name is told.
func TestTypos(t *testing.T) {
	names := []string{"claude", "copilot", "opencode", "codebuddy", "windsurf", "budget", "min-bytes", "doctor", "completion"}
	for _, name := range names {
		for i := range name {
			for _, typo := range []string{name[:i] + name[i+1:], name[:i] + "x" + name[i+1:], name[:i] + name[i:i+1] + name[i:], name[:i] + "x" + name[i:]} {
				if near, like := Nearest(typo, names); near != name || !like {
					t.Errorf("%q: %q, %v", typo, near, like)
				}
			}
		}
	}
}

// TestFlagError: flags are named as they are typed, and of a value that can't be read
// is said what the flag wants.
func TestFlagError(t *testing.T) {
	set := flag.NewFlagSet("x", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Int("budget", 0, "show this many `tokens`")
	set.Int("count", 0, "runs")
	set.Bool("strict", false, "")
	set.String("c", "", "")
	set.Duration("ttl", time.Second, "")
	set.Func("by", "", func(string) error { return errors.New("no such: thing") })
	set.Func("of", "", func(value string) error { return Unknown("grouping", value, []string{"day", "tool"}) })
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--budget", "x"}, `--budget wants a whole number of tokens, not "x"`},
		{[]string{"-budget=for flag -x: y"}, `--budget wants a whole number of tokens, not "for flag -x: y"`},
		{[]string{"--budget", `a"b`}, `--budget wants a whole number of tokens, not "a\"b"`},
		{[]string{"--budget"}, "flag needs an argument: --budget"},
		{[]string{"-c"}, "flag needs an argument: -c"},
		{[]string{"--strict=maybe"}, `--strict wants no value, or =true or =false, not "maybe"`},
		{[]string{"--ttl", "3"}, `--ttl wants a time such as 90s or 24h, not "3"`},
		{[]string{"--count", "few"}, `--count wants a whole number, not "few"`},
		{[]string{"--count", "99999999999999999999"}, `--count wants a whole number, and "99999999999999999999" is out of range`},
		{[]string{"--of", "week"}, `--of: unknown grouping "week", one of day, tool`},
		{[]string{"--by", "x"}, `--by: invalid value "x": no such: thing`},
		{[]string{"--bugdet"}, "unknown flag --bugdet, the nearest is --budget"},
		{[]string{"-budge=3"}, "unknown flag --budge, the nearest is --budget"},
		{[]string{"-x"}, "unknown flag -x"},
		{[]string{"--nosuch"}, "unknown flag --nosuch"},
		{[]string{"---x"}, "bad flag syntax: ---x"},
	} {
		err := FlagError(set.Parse(c.args), set)
		if err.Error() != c.want || Status(err) != Usage {
			t.Errorf("%q: %v, status %d, want %s", c.args, err, Status(err), c.want)
		}
	}
}

func TestUnknown(t *testing.T) {
	many := make([]string, mostListed+1)
	for name, c := range map[string]struct {
		names []string
		want  string
	}{
		"claud": {[]string{"codex", "claude"}, `unknown host "claud", the nearest is "claude"`},
		"emacs": {[]string{"codex", "claude"}, `unknown host "emacs", one of codex, claude`},
		"other": {many, `unknown host "other"`},
	} {
		if err := Unknown("host", name, c.names); err.Error() != c.want || Status(err) != Usage {
			t.Errorf("%v, status %d", err, Status(err))
		}
	}
}
