package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// Build is what a program was built from, as version --json prints it.
type Build struct {
	Program  string `json:"program"`
	Version  string `json:"version"`            // the module's; the revision, if that has none
	Revision string `json:"revision,omitempty"` // the commit
	Time     string `json:"time,omitempty"`     // the commit's
	Modified bool   `json:"modified,omitempty"` // what was built differs from the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// BuildOf returns what this process was built from.
func BuildOf(program string) Build {
	b := Build{Program: program, Version: "unknown", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Version = info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if b.Version == "(devel)" && b.Revision != "" {
		b.Version = b.Revision
	}
	return b
}

// Version returns the version of the module, or the revision it was built from.
func Version() string { return BuildOf("").Version }

// AsksVersion tells whether all that the arguments ask is the version, and whether
// as JSON: version, --version, and either with --json.
func AsksVersion(args []string) (asJSON, asked bool) {
	if len(args) == 0 || len(args) > 2 || args[0] != "version" && args[0] != "--version" {
		return false, false
	}
	asJSON = len(args) == 2
	return asJSON, !asJSON || args[1] == "--json"
}

// PrintVersion prints the version of a program, and what it was built with.
func PrintVersion(w io.Writer, program string, asJSON bool) error {
	b := BuildOf(program)
	if asJSON {
		return json.NewEncoder(w).Encode(b)
	}
	_, err := fmt.Fprintf(w, "%s %s %s %s/%s\n", program, b.Version, b.Go, b.OS, b.Arch)
	return err
}
