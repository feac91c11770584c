package cli

import (
	"errors"
	"flag"
	"io"
	"testing"
	"time"

	"github.com/spf13/pflag"
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

// TestFlagError: flags are named as they are typed, whichever package reads
// them, and whatever the value is.
func TestFlagError(t *testing.T) {
	set := flag.NewFlagSet("x", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Int("budget", 0, "")
	set.Bool("strict", false, "")
	set.String("c", "", "")
	set.Duration("ttl", time.Second, "")
	set.Func("by", "", func(string) error { return errors.New("no such: thing") })
	posix := pflag.NewFlagSet("x", pflag.ContinueOnError)
	posix.SetOutput(io.Discard)
	posix.Int("budget", 0, "")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--budget", "x"}, `--budget: invalid value "x": parse error`},
		{[]string{"-budget=for flag -x: y"}, `--budget: invalid value "for flag -x: y": parse error`},
		{[]string{"--budget", `a"b`}, `--budget: invalid value "a\"b": parse error`},
		{[]string{"--budget"}, "flag needs an argument: --budget"},
		{[]string{"-c"}, "flag needs an argument: -c"},
		{[]string{"--strict=maybe"}, `--strict: invalid boolean value "maybe": parse error`},
		{[]string{"--ttl", "3"}, `--ttl: invalid value "3": parse error`},
		{[]string{"--by", "x"}, `--by: invalid value "x": no such: thing`},
		{[]string{"--bugdet"}, "unknown flag --bugdet, the nearest is --budget"},
		{[]string{"-budge=3"}, "unknown flag --budge, the nearest is --budget"},
		{[]string{"-x"}, "unknown flag -x"},
		{[]string{"--nosuch"}, "unknown flag --nosuch"},
		{[]string{"---x"}, "bad flag syntax: ---x"},
	} {
		err := FlagError(set.Parse(c.args), FlagNames(set))
		if err.Error() != c.want || Status(err) != Usage {
			t.Errorf("%q: %v, status %d, want %s", c.args, err, Status(err), c.want)
		}
	}
	for args, want := range map[string]string{"--bugdet": "unknown flag --bugdet, the nearest is --budget", "--budget": "flag needs an argument: --budget"} {
		if err := FlagError(posix.Parse([]string{args}), FlagNames(set)); err.Error() != want {
			t.Errorf("%s: %v", args, err)
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
