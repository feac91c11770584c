package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/install/jsonc"
	"elide.example/elide/internal/install/jsonc/jsonctest"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
)

var programs = Programs{Elide: "/opt/it's/bin/elide", Shell: "/opt/it's/bin/elide-shell"}

// newPlace returns the files of a user, or of a project, in a new folder.
func newPlace(t interface{ Fatal(...any) }, dir string, project bool) Place {
	p := Place{Home: filepath.Join(dir, "home"), Env: func(string) string { return "" }, System: "linux"}
	if project {
		p.Project = filepath.Join(dir, "project")
	}
	for _, folder := range []string{p.Home, p.base()} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// tree returns the files below a folder, and their bytes.
func tree(t interface{ Fatal(...any) }, dir string) map[string]string {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func differs(a, b map[string]string) string {
	for path, text := range a {
		if other, ok := b[path]; !ok || other != text {
			return path
		}
	}
	for path := range b {
		if _, ok := a[path]; !ok {
			return path
		}
	}
	return ""
}

func put(t interface{ Fatal(...any) }, path, text string) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

// tomls are TOML files as others write them.
var tomls = []string{
	"", "\n", "# mine\n", "a = 1", "[t]\r\nb = '''\r\n# elide\r\n'''\r\n", "[mcp_servers.other]\ncommand = 'x'\n\n\n",
	"[[hooks]]\nname = 'n'\ntype = 'post_tool'\ncommand = 'c'",
}

// drawFiles puts files of others into some of the places that the host reads.
func drawFiles(t *rapid.T, h Host, p Place) {
	for _, f := range h.files(p, programs) {
		if !rapid.Bool().Draw(t, "there") {
			continue
		}
		switch f.content.(type) {
		case settings:
			names := []string{"hooks", "env", "mcpServers", "PostToolUse", "elide", "version", "mcp", "servers"}
			put(t, f.path, jsonctest.Text(names...).Draw(t, "settings"))
		case block:
			put(t, f.path, rapid.SampledFrom(tomls).Draw(t, "toml"))
		}
	}
}

func drawPlace(t *rapid.T) (h Host, p Place, clean func()) {
	h = rapid.SampledFrom(Hosts()).Draw(t, "host")
	dir, err := os.MkdirTemp("", "elide-install-")
	if err != nil {
		t.Fatal(err)
	}
	p = newPlace(t, dir, rapid.Bool().Draw(t, "project") && !h.Personal)
	drawFiles(t, h, p)
	return h, p, func() { os.RemoveAll(dir) }
}

// install installs, and tells whether that was possible.
func tryInstall(t *rapid.T, h Host, p Place) bool {
	before := tree(t, p.base())
	plan, err := h.Plan(p, programs)
	if err != nil {
		var at *FileError
		if !errors.As(err, &at) || differs(before, tree(t, p.base())) != "" {
			t.Fatal(err)
		}
		return false
	}
	if err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	return true
}

// TestIdentity: installing twice is as installing once, and uninstalling gives
// back what was there, byte for byte, and leaves nothing behind.
func TestIdentity(t *testing.T) {
	installed := 0
	laws.Check(t, func(t *rapid.T) {
		h, p, clean := drawPlace(t)
		defer clean()
		before := tree(t, p.base())
		if !tryInstall(t, h, p) {
			return
		}
		installed++
		if !h.Installed(p) {
			t.Fatal("it is not found again")
		}
		again, err := h.Plan(p, programs)
		if err != nil || len(again.Changes) > 0 {
			t.Fatalf("once more it changes %v: %v\n%s", again.Changes, err, again.Diff())
		}
		plan, err := h.Unplan(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := plan.Write(); err != nil {
			t.Fatal(err)
		}
		after := tree(t, p.base())
		if path := differs(before, after); path != "" {
			t.Fatalf("%s was\n%q, is\n%q", path, before[path], after[path])
		}
	})
	if installed == 0 && longtest.AskedForAll() {
		t.Fatal("none of them could be installed")
	}
}

// TestOthers: what others write after elide was installed stays.
func TestOthers(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		h, p, clean := drawPlace(t)
		defer clean()
		before := tree(t, p.base())
		if !tryInstall(t, h, p) {
			return
		}
		wanted := map[string]string{}
		for _, f := range h.files(p, programs) {
			if edits, shared := f.content.(settings); shared {
				wanted[f.path] = changed(t, headed(t, edits, before[f.path]))
				put(t, f.path, changed(t, tree(t, p.base())[f.path]))
			}
		}
		plan, err := h.Unplan(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := plan.Write(); err != nil {
			t.Fatal(err)
		}
		for path, text := range wanted {
			got, _ := os.ReadFile(path)
			if !jsonc.Equal(got, []byte(text)) {
				t.Fatalf("%s is\n%s, not\n%s", path, got, text)
			}
		}
	})
}

// headed returns a text with what stays of elide's if others write there too.
func headed(t *rapid.T, edits settings, text string) string {
	d := parsed(t, text)
	for _, e := range edits {
		if h, ok := e.(head); ok && parsed(t, text).Empty() {
			if err := d.Set(h.value, h.name); err != nil {
				t.Fatal(err)
			}
		}
	}
	return string(d.Bytes())
}

func parsed(t *rapid.T, text string) *jsonc.Doc {
	d, err := jsonc.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// changed returns a text as another program would change it.
func changed(t *rapid.T, text string) string {
	d := parsed(t, text)
	if err := d.Append(map[string]any{"matcher": "X", "hooks": []any{map[string]string{"command": "other"}}}, "theirs", "PostToolUse"); err != nil {
		t.Fatal(err)
	}
	if err := d.Set(17, "numStartups"); err != nil {
		t.Fatal(err)
	}
	return string(d.Bytes())
}

// TestUpgrade: an elide that has moved takes the place of the old one.
func TestUpgrade(t *testing.T) {
	for _, h := range Hosts() {
		p := newPlace(t, t.TempDir(), false)
		for _, elide := range []string{"/old/elide", "/new/elide"} {
			plan, err := h.Plan(p, Programs{Elide: elide, Shell: elide + "-shell"})
			if err != nil {
				t.Fatal(err)
			}
			if err := plan.Write(); err != nil {
				t.Fatal(err)
			}
		}
		for path, text := range tree(t, p.Home) {
			if strings.Contains(text, "/old/") && !strings.HasSuffix(path, ".elide-backup") {
				t.Errorf("%s: %s still names the old one:\n%s", h.Name, path, text)
			}
		}
		plan, err := h.Unplan(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := plan.Write(); err != nil {
			t.Fatal(err)
		}
		if left := tree(t, p.Home); len(left) > 0 {
			t.Errorf("%s: %v is left", h.Name, left)
		}
	}
}
