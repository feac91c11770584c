package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"elide.example/elide/internal/install"
)

// version looks whether the host is new enough.
func (d *Doctor) version(ctx context.Context, r *report, h install.Host) {
	text, err := d.ask(ctx, h.Program)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		r.add(Note, "%s is not in PATH here, so its version is not known", h.Program)
		return
	case err != nil:
		r.add(Note, "%s --version fails, so its version is not known: %v", h.Program, err)
		return
	}
	number := versionIn(text)
	switch {
	case number == "" || h.Least == "":
		r.add(Note, "version %q; which versions do is not known", text)
	case older(number, h.Least):
		r.add(Problem, "version %s is too old: %s or newer is needed", number, h.Least)
	case h.Untried:
		r.add(Note, "version %s; this host was never tried, only read about", number)
	default:
		r.add(OK, "version %s", number)
	}
}

// noUpdates keep hosts from looking for a newer version of themselves.
var noUpdates = [...]string{
	"DISABLE_AUTOUPDATER=1", "COPILOT_AUTO_UPDATE=false", "OPENCODE_DISABLE_AUTOUPDATE=1",
	"GROK_DISABLE_AUTOUPDATER=1", "AMP_SKIP_UPDATE_CHECK=1",
}

// ask returns what a program says is its version. What comes from a registry of
// packages says so in a file, and need not be started.
func (d *Doctor) ask(ctx context.Context, program string) (string, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return "", err
	}
	if version := packaged(path); version != "" {
		return version, nil
	}
	out, _, err := d.run(ctx, append(noUpdates[:], d.Env...), nil, path, "--version")
	return firstLine(out), err
}

// packaged returns the version of the package that a program came in, "" if it
// came in none.
func packaged(path string) string {
	path, err := filepath.EvalSymlinks(path)
	if err != nil || !strings.Contains(path, string(filepath.Separator)+"node_modules"+string(filepath.Separator)) {
		return ""
	}
	for dir := filepath.Dir(path); filepath.Base(dir) != "node_modules" && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		var about struct{ Name, Version string }
		text, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err == nil && json.Unmarshal(text, &about) == nil && about.Name != "" && about.Version != "" {
			return about.Version
		}
	}
	return ""
}

// versionIn returns the first version number in a text, "" if there is none.
func versionIn(text string) string {
	notNumber := func(r rune) bool { return r != '.' && (r < '0' || r > '9') }
	for _, word := range strings.FieldsFunc(text, notNumber) {
		if word = strings.Trim(word, "."); strings.Contains(word, ".") {
			return word
		}
	}
	return ""
}

// older tells whether a version comes before another.
func older(version, than string) bool {
	a, b := strings.Split(version, "."), strings.Split(than, ".")
	for i := range b {
		if i >= len(a) {
			return true
		}
		x, _ := strconv.Atoi(a[i])
		y, _ := strconv.Atoi(b[i])
		if x != y {
			return x < y
		}
	}
	return false
}
