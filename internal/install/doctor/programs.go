package doctor

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"elide.example/elide/internal/cli"
)

// companions are the programs that elide starts, or sends its readers to.
var companions = [...]string{"elide-shell", "elide-mcp", "elide-proxy", "elision-get"}

// ProgramsBeside looks at the programs that stand beside elide. They are asked for
// their version: to read it from their files takes 370 KB of elide.
func (d *Doctor) ProgramsBeside(ctx context.Context) []Finding {
	r := &report{subject: "elide"}
	own := described(cli.BuildOf("elide"))
	r.add(OK, "%s is %s", d.Programs.Elide, own)
	for _, name := range companions {
		path := filepath.Join(filepath.Dir(d.Programs.Elide), name+filepath.Ext(d.Programs.Elide)) // .exe
		if _, err := os.Stat(path); err != nil {
			r.add(Problem, "%s is not beside elide: build all programs into one folder", name)
			continue
		}
		if other := d.build(ctx, path); other != own {
			r.add(Problem, "%s is %s, another version", path, other)
		}
	}
	return r.findings
}

// build returns what a program was built from, as far as it says.
func (d *Doctor) build(ctx context.Context, path string) string {
	said, _, err := d.run(ctx, d.Env, nil, path, "version", "--json")
	var b cli.Build
	if err != nil || json.Unmarshal(said, &b) != nil || b.Version == "" {
		return "of no known version"
	}
	return described(b)
}

func described(b cli.Build) string {
	if b.Modified && b.Version == b.Revision {
		return "version " + b.Version + " with changes"
	}
	return "version " + b.Version
}
