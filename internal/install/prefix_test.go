package install

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/install/jsonc"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
)

// oldPrefix puts elide-shell before all that Claude Code runs, as elide install
// did once.
type oldPrefix struct {
	shellPrefix
	shell string
}

func (o oldPrefix) put(d *jsonc.Doc) ([]string, error) {
	var text json.RawMessage
	var old string
	d.Get(&text, "env", prefixName)
	if d.Get(&old, "env", prefixName); old != "" && !ours(old) {
		if err := d.Set(text, "env", formerName); err != nil {
			return nil, err
		}
	}
	return nil, d.Set(o.shell, "env", prefixName)
}

// oldClaude is Claude Code as elide install set it up then.
func oldClaude() Host {
	h := claude()
	h.files = func(p Place, programs Programs) []file {
		files := claudeFiles(p, programs)
		edits := files[0].content.(settings)
		files[0].content = append(settings{oldPrefix{shell: programs.Shell}}, edits[1:]...)
		return files
	}
	return h
}

// TestOldPrefix: what an earlier elide has put before the user's commands,
// servers and hooks goes by installing elide again, and by uninstalling it; the
// user's own prefix is what it was then, and all else too.
func TestOldPrefix(t *testing.T) {
	tried, own := 0, 0
	laws.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "elide-install-")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		p := newPlace(t, dir, rapid.Bool().Draw(t, "project"))
		drawFiles(t, claude(), p)
		name := claudeFiles(p, programs)[0].path
		prefix := rapid.SampledFrom([]string{"", `"/x/wrap"`, `"/x/wrap -v"`, `""`, `null`, `"\u002fx"`}).Draw(t, "own prefix")
		if prefix != "" {
			own := `"CLAUDE_CODE_SHELL_PREFIX": ` + prefix
			places := []string{`"A": "1", ` + own, own, own + `, "A": "1" /* c */`}
			if prefix == `""` || prefix == "null" {
				places = places[:2] // one that runs nothing comes back as the last
			}
			put(t, name, `{ "env": {`+rapid.SampledFrom(places).Draw(t, "env")+"} }")
		} else if rapid.Bool().Draw(t, "empty") {
			put(t, name, `{ "env": { } }`)
		}
		before := tree(t, p.base())
		if !write(t, oldClaude(), p) {
			return
		}
		tried++
		if !strings.Contains(tree(t, p.base())[name], `elide-shell"`) {
			t.Fatal("the old one put no prefix")
		}
		if rapid.Bool().Draw(t, "again") {
			write(t, claude(), p)
			d, err := jsonc.Parse([]byte(tree(t, p.base())[name]))
			var now, was json.RawMessage
			if err != nil || d.Get(&was, "env", formerName) {
				t.Fatal(err, string(was))
			}
			if d.Get(&now, "env", prefixName); strings.HasPrefix(prefix, `"/`) || strings.HasPrefix(prefix, `"\`) {
				own++
				if string(now) != prefix {
					t.Fatalf("the user's prefix is %s", now)
				}
			} else if now != nil {
				t.Fatalf("there is a prefix: %s", now)
			}
		}
		plan, err := claude().Unplan(p)
		if err == nil {
			err = plan.Write()
		}
		if err != nil {
			t.Fatal(err)
		}
		if path := differs(before, tree(t, p.base())); path != "" {
			t.Fatalf("%s was\n%q, is\n%q", path, before[path], tree(t, p.base())[path])
		}
	})
	if (tried == 0 || own == 0) && longtest.AskedForAll() {
		t.Fatal("nothing was tried")
	}
}

// write installs, and tells whether that was possible.
func write(t *rapid.T, h Host, p Place) bool {
	plan, err := h.Plan(p, programs)
	var at *FileError
	if errors.As(err, &at) {
		return false
	}
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	return true
}

// TestNoPrefix: nothing that is written stands before what others run: the host
// would run none of it once elide is gone.
func TestNoPrefix(t *testing.T) {
	for _, project := range []bool{false, true} {
		p := newPlace(t, t.TempDir(), project)
		written(t, p, "claude")
		for path, text := range tree(t, p.base()) {
			if strings.Contains(text, prefixName) || strings.Contains(text, "elide-shell") {
				t.Errorf("%s:\n%s", path, text)
			}
		}
	}
}
