package install

import (
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// earlier is the host as an earlier version installed it, with the hooks that
// rewrote commands.
func earlier(h Host) Host {
	files := h.files
	h.files = func(p Place, programs Programs) []file {
		var all []file
		for _, f := range files(p, programs) {
			switch content := f.content.(type) {
			case former:
				f.content = content.content
			case settings:
				f.content = withAll(content)
			}
			all = append(all, f)
		}
		return all
	}
	return h
}

// withAll puts in what is only taken out by now.
func withAll(s settings) (all settings) {
	for _, e := range s {
		if w, gone := e.(without); gone {
			e = w.edit
		}
		all = append(all, e)
	}
	return all
}

func carriedOut(t *testing.T, plan *Plan, err error) *Plan {
	t.Helper()
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestFormerRewriting: the hooks by which earlier versions rewrote commands are
// found, taken out by elide install, and by elide uninstall: what was before is
// there again, byte for byte, whichever of them came first.
func TestFormerRewriting(t *testing.T) {
	longtest.Asked(t)
	for host, event := range map[string]string{"codex": "PreToolUse", "cursor": "preToolUse", "vscode": "PreToolUse"} {
		h, _ := Find(host)
		for _, project := range []bool{false, true} {
			for _, theirs := range append(texts, "") {
				p := newPlace(t, t.TempDir(), project)
				for _, f := range h.files(p, programs) {
					if _, shared := f.content.(settings); shared && theirs != "" {
						put(t, f.path, theirs)
					}
				}
				before := tree(t, p.base())
				plan, err := earlier(h).Plan(p, programs)
				carriedOut(t, plan, err)
				if !rewriting(h, p, event) || !h.Installed(p) {
					t.Fatalf("%s: the hook of an earlier version is not found", host)
				}
				with := tree(t, p.base())
				taken(t, p, host)
				if path := differs(before, tree(t, p.base())); path != "" {
					t.Errorf("%s, of %q: %s is not as it was", host, theirs, path)
				}
				for path, text := range with {
					put(t, path, text)
				}
				plan = written(t, p, host)
				if len(plan.Changes) == 0 || rewriting(h, p, event) {
					t.Errorf("%s, of %q: it still rewrites", host, theirs)
				}
				if plan := written(t, p, host); len(plan.Changes) > 0 {
					t.Errorf("%s: once more it changes\n%s", host, plan.Diff())
				}
				if in := h.Inspect(p); len(in.Missing) > 0 || len(in.Servers) != 1 {
					t.Errorf("%s: %+v", host, in)
				}
				taken(t, p, host)
				if path := differs(before, tree(t, p.base())); path != "" {
					t.Errorf("%s, of %q, installed again: %s is not as it was", host, theirs, path)
				}
			}
		}
	}
}

// rewriting tells whether a hook of that event is there.
func rewriting(h Host, p Place, event string) bool {
	for _, l := range h.Inspect(p).Lines {
		if l.Event == event {
			return true
		}
	}
	return false
}

// TestFormerFile: of a file that is only taken out, what others have added stays.
func TestFormerFile(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	name := p.at(".copilot", "hooks", "elide-vscode.json")
	h, _ := Find("vscode")
	plan, err := earlier(h).Plan(p, programs)
	carriedOut(t, plan, err)
	put(t, name, strings.Replace(text(t, name), `"PreToolUse": [`, `"PreToolUse": [{"type": "command", "command": "mine"},`, 1))
	written(t, p, "vscode")
	if want := `{"version":1,"hooks":{"PreToolUse":[{"type":"command","command":"mine"}]}}`; !same([]byte(text(t, name)), []byte(want)) {
		t.Errorf("left is %s", text(t, name))
	}
}
