package doctor

import (
	"debug/buildinfo"
	"os"
	"path/filepath"
	"runtime/debug"
)

// companions are the programs that elide starts, or sends its readers to.
var companions = [...]string{"elide-shell", "elide-mcp", "elide-proxy", "elision-get"}

// ProgramsBeside looks at the programs that stand beside elide.
func (d *Doctor) ProgramsBeside() []Finding {
	r := &report{subject: "elide"}
	own := build(d.Programs.Elide)
	r.add(OK, "%s is %s", d.Programs.Elide, own)
	for _, name := range companions {
		path := filepath.Join(filepath.Dir(d.Programs.Elide), name)
		if _, err := os.Stat(path); err != nil {
			r.add(Problem, "%s is not beside elide: build all programs into one folder", name)
			continue
		}
		if other := build(path); other != own {
			r.add(Problem, "%s is %s, another version", path, other)
		}
	}
	return r.findings
}

// build returns what a program was built from, as far as it says.
func build(path string) string {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return "of no known version"
	}
	revision, modified := info.Main.Version, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && devel(info):
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true" && devel(info):
			modified = " with changes"
		}
	}
	return "version " + revision + modified
}

func devel(info *debug.BuildInfo) bool { return info.Main.Version == "(devel)" }
