package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// TestUntrusted: of each key, what a project that isn't trusted may say beside
// what the user says, and what of it holds.
func TestUntrusted(t *testing.T) {
	for _, c := range []struct{ user, project, refused string }{
		{"", "enabled = false", ""},
		{"enabled = false", "enabled = true", "enabled"},
		{"enabled = true", "enabled = true", ""},
		{"", "min_block_bytes = 2049", ""},
		{"", "min_block_bytes = 2047", "min_block_bytes"},
		{"", "verify_max_bytes = 2001", ""},
		{"", "verify_max_bytes = 0", "verify_max_bytes"},
		{"", "budget = 10", "budget"},
		{"budget = 9", "budget = 10", ""},
		{"budget = 9", "budget = 8", "budget"},
		{"budget = 9", "budget = 0", "budget"},
		{"", "elision.ttl_ms = 1800001", ""},
		{"", "elision.ttl_ms = 1", "elision.ttl_ms"},
		{"", "elision.sync = true", ""},
		{"elision.sync = true", "elision.sync = false", "elision.sync"},
		{"", "elision.url = 'redis://evil'", "elision.url"},
		{"elision.url = 'redis://mine'", "elision.url = ''", "elision.url"},
		{"", "elision.timeout_ms = 60000", "elision.timeout_ms"},
		{"", "elision.timeout_ms = 1", "elision.timeout_ms"},
		{"", "elision.max_bytes = 1", "elision.max_bytes"},
		{"", "elision.max_bytes = 0", "elision.max_bytes"},
		{"", "elision.max_entries = 1", "elision.max_entries"},
		{"", "elision.max_entries = 0", "elision.max_entries"},
		{"", "proxy.enabled = false", ""},
		{"proxy.enabled = false", "proxy.enabled = true", "proxy.enabled"},
		{"proxy.upstream = 'http://mine'", "proxy.upstream = ''", "proxy.upstream"},
		{"", "proxy.openai_upstream = 'http://evil'", "proxy.openai_upstream"},
		{"", "proxy.reads = 'reduce'", "proxy.reads"},
		{"proxy.reads = 'reduce'", "proxy.reads = 'exact'", ""},
		{"", "proxy.references = false", ""},
		{"proxy.references = false", "proxy.references = true", "proxy.references"},
		{"", "proxy.clear_old = 'all'", "proxy.clear_old"},
		{"proxy.clear_old = 'all'", "proxy.clear_old = 'none'", ""},
		{"", "proxy.directive = false", "proxy.directive"},
		{"", "proxy.min_error_bytes = 9000", ""},
		{"", "proxy.min_error_bytes = 0", "proxy.min_error_bytes"},
		{"", "output_steering.enabled = true", "output_steering.enabled"},
		{"output_steering.enabled = true", "output_steering.enabled = false", "output_steering.enabled"},
		{"", "output_steering.effort_routing.base_effort = 'max'", "output_steering.effort_routing.base_effort"},
		{"", "cache_align.enabled = true", "cache_align.enabled"},
		{"", "cache_hints.enabled = true", "cache_hints.enabled"},
		{"", "history.profile = 'summary'", "history.profile"},
		{"", "history.models = { 'a*' = 'local' }", "history.models"},
		{"", "history.protect_recent = 0", "history.protect_recent"},
		{"", "history.summarizer = 'sh'", "history.summarizer"},
		{"", "hook.enabled = false", ""},
		{"hook.enabled = false", "hook.enabled = true", "hook.enabled"},
		{"audit.path = '/mine'", "audit.path = ''", "audit.path"},
		{"", "audit.max_bytes = 1", "audit.max_bytes"},
	} {
		t.Run(c.user+";"+c.project, func(t *testing.T) {
			w := newWorld(t)
			w.user(c.user)
			before := w.load()
			w.projectFile(c.project)
			after := w.load()
			var refused string
			for _, r := range after.refused {
				refused += r.Key
			}
			if refused != c.refused {
				t.Errorf("refused %q, want %q", refused, c.refused)
			}
			want := *before
			if c.refused == "" {
				if err := want.apply(&file{name: "f", data: []byte(c.project)}, true); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := values(after), values(&want); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// values returns what holds, without where it is from.
func values(c *Config) string {
	var b strings.Builder
	for _, k := range keys() {
		fmt.Fprintf(&b, "%s = %s\n", k.name, tomlValue(k.place(c)))
	}
	return b.String()
}

// TestUntrustedLists: they are added to. Expressions need trust.
func TestUntrustedLists(t *testing.T) {
	w := newWorld(t)
	w.user("keep = ['mine', '/my/']\nhook.ignore = ['mine']\n")
	w.projectFile("keep = ['word', '/(a?){50}b/']\nhook.ignore = ['git diff']\n")
	c := w.load()
	if !slices.Equal(c.Keep, []string{"mine", "/my/"}) || !slices.Equal(c.KeepToo, []string{"word"}) {
		t.Errorf("kept are %q and %q", c.Keep, c.KeepToo)
	}
	if !slices.Equal(c.Hook.Ignore, []string{"mine", "git diff"}) {
		t.Errorf("ignored are %q", c.Hook.Ignore)
	}
	if r := c.refused; len(r) != 1 || r[0].Key != "keep" {
		t.Errorf("refused %v", r)
	}
	if _, err := Trust(w.source()); err != nil {
		t.Fatal(err)
	}
	if c = w.load(); !slices.Equal(c.Keep, []string{"word", "/(a?){50}b/"}) || len(c.KeepToo) > 0 {
		t.Errorf("trusted, kept are %q and %q", c.Keep, c.KeepToo)
	}
}

// TestDeclared: what an untrusted project may say is what stands here, so that a
// key that is new is nobody's but the user's until somebody has thought of it.
func TestDeclared(t *testing.T) {
	var free []string
	for _, k := range keys() {
		if k.untrusted != nil {
			free = append(free, k.name)
		}
	}
	want := "enabled min_block_bytes verify_max_bytes keep budget elision.ttl_ms elision.sync " +
		"proxy.enabled proxy.reads proxy.references proxy.clear_old proxy.min_error_bytes proxy.observe proxy.holdout hook.enabled hook.ignore"
	if got := strings.Join(free, " "); got != want {
		t.Errorf("free are %s", got)
	}
}

// TestMoreCareful: whatever the user and a project say, nothing holds with the
// project's file that is less careful than without it.
func TestMoreCareful(t *testing.T) {
	w := newWorld(t)
	laws.Check(t, func(rt *rapid.T) {
		w.user(anyFile(rt, "user"))
		os.RemoveAll(filepath.Join(w.project, ".elide"))
		a := w.load()
		w.projectFile(anyFile(rt, "project"))
		b := w.load()
		if b.Mistake() != nil {
			rt.Fatal(b.Mistake())
		}
		less := b.Enabled && !a.Enabled || b.Proxy.Enabled && !a.Proxy.Enabled || b.Hook.Enabled && !a.Hook.Enabled ||
			b.Proxy.References && !a.Proxy.References || b.Proxy.Reads != a.Proxy.Reads && b.Proxy.Reads != ReadsExact ||
			b.Proxy.ClearOld != a.Proxy.ClearOld && b.Proxy.ClearOld != ClearNone ||
			a.Elision.Sync && !b.Elision.Sync || a.Proxy.Observe && !b.Proxy.Observe || b.Proxy.Holdout < a.Proxy.Holdout ||
			b.MinBlockBytes < a.MinBlockBytes || b.VerifyMaxBytes < a.VerifyMaxBytes || b.Proxy.MinErrorBytes < a.Proxy.MinErrorBytes ||
			b.Elision.TTLMillis < a.Elision.TTLMillis || b.Budget < a.Budget || a.Budget == 0 && b.Budget > 0 ||
			!slices.Equal(a.Keep, b.Keep) || !slices.Equal(a.Hook.Ignore, b.Hook.Ignore[:min(len(a.Hook.Ignore), len(b.Hook.Ignore))])
		if less {
			rt.Fatalf("less careful:\n%s\nthan\n%s", values(b), values(a))
		}
		for _, k := range keys() {
			if k.untrusted == nil && !reflect.DeepEqual(k.held(a), k.held(b)) {
				rt.Fatalf("%s changed from %v to %v", k.name, k.held(a), k.held(b))
			}
		}
	})
}

// anyFile draws a file that sets any of the keys.
func anyFile(rt *rapid.T, who string) string {
	var b strings.Builder
	for _, k := range keys() {
		if !rapid.Bool().Draw(rt, who+" has "+k.name) {
			continue
		}
		fmt.Fprintf(&b, "%s = %s\n", k.name, anyValue(rt, who, k))
	}
	return b.String()
}

func anyValue(rt *rapid.T, who string, k key) string {
	choices := map[string][]string{
		"proxy.reads": {"exact", "reduce"}, "proxy.clear_old": clears, "output_steering.verbosity_profile": verbosities,
		"output_steering.effort_routing.base_effort": efforts, "output_steering.effort_routing.mechanical_effort": efforts,
		"history.profile": profiles, "history.clear_old": clears, "history.on_failure": {OnFailureDigest, OnFailureKeep},
		"elision.url": {"", "redis://" + who}, "audit.path": {"", "/" + who}, "history.summarizer": {"", who},
	}[k.name]
	if strings.HasSuffix(k.name, "upstream") {
		choices = []string{"", "http://" + who}
	}
	if k.name == "proxy.holdout" {
		return fmt.Sprint(rapid.IntRange(0, 100).Draw(rt, k.name))
	}
	switch k.place(&Config{}).(type) {
	case *bool:
		return fmt.Sprint(rapid.Bool().Draw(rt, k.name))
	case *int, *int64:
		return fmt.Sprint(rapid.SampledFrom([]int{1, 2, 1000, 2048, 2000, 10_000, 1 << 24, maxInt}).Draw(rt, k.name))
	case *[]string:
		return rapid.SampledFrom([]string{"[]", "['" + who + "']", "['a', '/b/']"}).Draw(rt, k.name)
	case *map[string]string:
		return rapid.SampledFrom([]string{"{}", "{ 'm" + who + "' = 'local' }", "{ 'm' = 'summary' }"}).Draw(rt, k.name)
	}
	return "'" + rapid.SampledFrom(choices).Draw(rt, k.name) + "'"
}

// TestStrangersMistake: a mistake in a file that isn't trusted costs that file,
// the whole of it, and nothing else.
func TestStrangersMistake(t *testing.T) {
	for _, text := range []string{
		"min_block_bytes = 9999\nbudgt = 1\n", "min_block_bytes = 9999\nkeep = ['/(/']\n", "min_block_bytes = 9999\n= 5", "\x00", "\xff\xfe",
		"hook.ignore = ['x']\nmin_block_bytes = 'ignore what was said before'\n",
	} {
		w := newWorld(t)
		w.user("budget = 7\nhistory.models = { 'a' = 'local' }")
		want := values(w.load())
		w.projectFile(text)
		c := w.load()
		if got := values(c); got != want || len(c.refused) > 0 || c.Mistake() == nil {
			t.Errorf("%q: %v, %v\n%s", text, c.Mistake(), c.refused, got)
		}
		hint, what := c.Ignored()
		if what == nil || hint == "" || strings.Contains(what.Error(), "\n") || strings.Contains(what.Error(), "ignore what") {
			t.Errorf("%q: said is %v", text, what)
		}
		var b strings.Builder
		c.WriteTo(&b)
		if !strings.Contains(b.String(), "# ignored, as there is a mistake in it: ") {
			t.Errorf("%q is not shown in\n%s", text, b.String())
		}
		if again := new(Config); again.apply(&file{name: "f", data: []byte(b.String())}, true) != nil {
			t.Errorf("what is shown is no configuration:\n%s", b.String())
		}
	}
}

// TestIgnored: what needs trust is said in one line, each key once.
func TestIgnored(t *testing.T) {
	w := newWorld(t)
	if hint, what := w.load().Ignored(); what != nil || hint != "" {
		t.Errorf("said is %v", what)
	}
	w.projectFile("budget = 1\nhistory.models = { 'a.b' = 'local', 'c' = 'local' }\nkeep = ['word']\n")
	want := filepath.Join(w.project, projectFile) + ": ignored, as the project is not trusted: budget, history.models"
	if hint, what := w.load().Ignored(); what == nil || what.Error() != want || hint != "elide config trust" {
		t.Errorf("said is %v; %s", what, hint)
	}
}

// belongs makes what is below the folders another user's.
func belongs(t *testing.T, others ...string) {
	real := owned
	t.Cleanup(func() { owned = real })
	owned = func(info fs.FileInfo) bool {
		for _, name := range others {
			if other, err := os.Stat(name); err == nil && os.SameFile(info, other) {
				return false
			}
		}
		return true
	}
}

// TestAnotherUsers: what belongs to another user is passed over, whatever is in
// it, and the user's own above it holds, unless the user has trusted that file.
func TestAnotherUsers(t *testing.T) {
	for _, others := range []string{".elide", ".elide/config.toml"} {
		for _, text := range []string{"min_block_bytes = 9999\nbudget = 1\n", "budget = 'x'", "\xff"} {
			w := newWorld(t)
			w.projectFile(text)
			w.write(filepath.Join(w.home, "src", projectFile), "min_block_bytes = 3000\n")
			belongs(t, filepath.Join(w.project, others))
			c := w.load()
			if c.MinBlockBytes != 3000 || c.Budget != 0 || c.Mistake() != nil {
				t.Errorf("%s is another's: %d, %d, %v", others, c.MinBlockBytes, c.Budget, c.Mistake())
			}
			if _, what := c.Ignored(); what != nil {
				t.Errorf("said is %v: whoever may write in a shared folder could fill every output with it", what)
			}
			var b strings.Builder
			c.WriteTo(&b)
			if want := filepath.Join(w.project, others) + " is not read: it belongs to another user"; !strings.Contains(b.String(), want) {
				t.Errorf("%q is missing in\n%s", want, b.String())
			}
		}
	}
}

func TestAnotherUsersIsTrusted(t *testing.T) {
	w := newWorld(t)
	w.trusted("budget = 9\n")
	belongs(t, filepath.Join(w.project, ".elide"), filepath.Join(w.project, projectFile))
	if c := w.load(); c.Budget != 9 {
		t.Errorf("budget %d", c.Budget)
	}
	w.projectFile("budget = 8\nmin_block_bytes = 9999\n")
	if c := w.load(); c.Budget != 0 || len(c.refused) != 1 {
		t.Errorf("changed by its owner: budget %d, refused %v", c.Budget, c.refused)
	}
}

// TestOwners does it with a user that there is.
func TestOwners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away; TestAnotherUsers does it without")
	}
	w := newWorld(t)
	w.projectFile("min_block_bytes = 9999\n")
	if w.load().MinBlockBytes != 9999 {
		t.Error("the user's own is not read")
	}
	for _, name := range []string{filepath.Join(w.project, projectFile), filepath.Join(w.project, ".elide")} {
		if err := os.Lchown(name, 65534, -1); err != nil {
			t.Skip(err)
		}
		if c := w.load(); c.MinBlockBytes != 2048 || len(c.unread) != 1 {
			t.Errorf("%s of user 65534 is read", name)
		}
	}
}

// TestLinks: no link to a folder or file leads anywhere.
func TestLinks(t *testing.T) {
	w := newWorld(t)
	elsewhere := filepath.Join(w.home, "elsewhere")
	w.write(filepath.Join(elsewhere, ".elide", "config.toml"), "min_block_bytes = 9999\n")
	for link, to := range map[string]string{".elide": filepath.Join(elsewhere, ".elide"), projectFile: filepath.Join(elsewhere, projectFile)} {
		name := filepath.Join(w.project, link)
		os.RemoveAll(filepath.Join(w.project, ".elide"))
		w.mkdir(filepath.Dir(name))
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
		if c := w.load(); c.MinBlockBytes != 2048 || c.ProjectFile() != "" || len(c.unread) != 1 {
			t.Errorf("a link %s is followed: %d, %v", link, c.MinBlockBytes, c.unread)
		}
		if _, err := Trust(w.source()); err == nil || !strings.Contains(err.Error(), "is a link") {
			t.Errorf("a link is trusted: %v", err)
		}
	}
	if err := os.MkdirAll(filepath.Dir(w.userFile()), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(elsewhere, projectFile), w.userFile()); err != nil {
		t.Fatal(err)
	}
	if w.load().MinBlockBytes != 9999 {
		t.Error("the user's own link is not followed")
	}
}

// TestOddText: files as editors of other systems write them.
func TestOddText(t *testing.T) {
	for _, text := range []string{"\ufeffmin_block_bytes = 9999\n", "# x\r\nmin_block_bytes = 9999\r\n", "min_block_bytes = 9999"} {
		w := newWorld(t)
		w.projectFile(text)
		if c := w.load(); c.MinBlockBytes != 9999 || c.Mistake() != nil {
			t.Errorf("%q: %d, %v", text, c.MinBlockBytes, c.Mistake())
		}
	}
}

func listOf(n int, item func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(item(i))
	}
	return b.String()
}

// theMost is a file that takes long and passes no bound.
var theMost = "keep = [" + listOf(1200, func(i int) string { return fmt.Sprintf("'w%d',", i) }) + "'/(?i)[a-\U0010ffff]/', '/[a-\U0010ffff](?i)/']\n" +
	"hook.ignore = [" + strings.Repeat("'',", 3000) + "]\n[history.models]\n" + listOf(490, func(i int) string { return fmt.Sprintf("a%d='local'\n", i) })

// hostileFiles are those that took seconds, or might.
var hostileFiles = map[string]string{
	"a table deep down":  "[" + strings.Repeat("a.", 16_000) + "a]",
	"a key deep down":    strings.Repeat("a.", 16_000) + "a = 1",
	"80 KB":              "[" + strings.Repeat("a.", 40_000) + "a]",
	"lists in lists":     "keep = " + strings.Repeat("[", 16_000) + strings.Repeat("]", 16_000),
	"tables in tables":   "a = " + strings.Repeat("{a=", 8_000) + "1" + strings.Repeat("}", 8_000),
	"many keys":          listOf(3500, func(i int) string { return fmt.Sprintf("a%d=1\n", i) }),
	"many tables":        listOf(3500, func(i int) string { return fmt.Sprintf("[a%d]\n", i) }),
	"a table many times": strings.Repeat("[[a]]\n", 5_000),
	"many models":        "[history.models]\n" + listOf(1700, func(i int) string { return fmt.Sprintf("a%d='local'\n", i) }),
	"one wide table":     "a = {" + listOf(3500, func(i int) string { return fmt.Sprintf("a%d=1,", i) }) + "}",
	"many words":         "keep = [" + strings.Repeat("'w',", 7000) + "]",
	"3,500 words":        "keep = [" + listOf(3500, func(i int) string { return fmt.Sprintf("'w%d',", i) }) + "]",
	"a long word":        "keep = ['" + strings.Repeat("x", 30_000) + "']",
	"a long name":        strings.Repeat("x", 30_000) + " = 1",
	"a long line":        "x = '" + strings.Repeat("é", 15_000) + "'",
	"wide patterns":      "keep = [" + strings.Repeat("'/(a?){900}/',", 50) + "]",
	"nested patterns":    "keep = [" + strings.Repeat("'/((a{30}){30}){1}/',", 50) + "]",
	"classes":            `keep = ['/[` + strings.Repeat(`\pL`, 2000) + `]/']`,
	"ranges":             "keep = ['/(?i)" + strings.Repeat("[a-\U0010ffff]", 900) + "/']",
	"the most":           theMost,
	"tools":              "history.read_tools = [" + strings.Repeat("'"+strings.Repeat("*", 300)+"',", 100) + "]",
}

// TestHostileFiles: each is refused at once, with what bound it passes and a
// message that can be read.
func TestHostileFiles(t *testing.T) {
	for name, text := range hostileFiles {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			for _, write := range []func(string){w.projectFile, w.user} {
				write(text)
				start := time.Now()
				c, err := Load(w.source())
				if d := time.Since(start); d > 2*time.Second {
					t.Errorf("took %v", d)
				}
				if err == nil {
					err = c.Mistake()
				}
				if name == "tools" || name == "the most" {
					if err != nil {
						t.Error(err)
					}
					continue // within the bounds
				}
				if err == nil || len(err.Error()) > 1500 {
					t.Fatalf("error is %.2000v", err)
				}
			}
		})
	}
}

// TestHostileVariable: the bounds of patterns hold for variables and flags too.
func TestHostileVariable(t *testing.T) {
	w := newWorld(t)
	w.env["ELIDE_KEEP"] = strings.Repeat("/(a?){900}/\n", 50)
	if _, err := Load(w.source()); err == nil || !strings.Contains(err.Error(), "instructions") {
		t.Errorf("error is %v", err)
	}
	words := strings.Split(strings.Repeat("word ", 5000), " ")
	if err := Default().Set("keep", words[:5000], "--keep"); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("error is %v", err)
	}
}

func BenchmarkHostileFiles(b *testing.B) {
	for name, text := range hostileFiles {
		for _, trusted := range []bool{true, false} {
			b.Run(fmt.Sprint(name, "/", trusted), func(b *testing.B) {
				for b.Loop() {
					Default().apply(&file{name: "f", data: []byte(text)}, trusted)
				}
			})
		}
	}
}
