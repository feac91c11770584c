package main

import (
	"bytes"
	"debug/buildinfo"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
)

// target is a system that programs are built for.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// programs are all that cmd has; completed are those that shells complete.
var (
	programs  = []string{"elide", "elide-mcp", "elide-proxy", "elide-redis", "elide-serve", "elide-shell", "elision-bench", "elision-get"}
	completed = []string{"elide", "elision-bench", "elision-get"}
)

// cold is what does its work once in a process, or in commands that people wait for
// anyway, a pattern of packages a line: functions in it are not put in the place of their
// calls, which takes 350 KB off elide, and nothing off the filter's speed.
//
//go:embed cold.txt
var cold string

// maxElide is how large elide may be: it is started for each command, and is what
// most people have of it. On Windows locks come with Go's net, and macOS on amd64 has
// 10.6 MB.
func (t target) maxElide() int64 {
	if t.os != "linux" {
		return 11 << 20
	}
	return 10 << 20
}

func (r *release) program(t target, name string) string {
	if t.os == "windows" {
		name += ".exe"
	}
	return filepath.Join(r.work, t.os+"_"+t.arch, name)
}

// build builds the programs for a target, if that isn't done, and looks at what
// they say of themselves.
func (r *release) build(t target) error {
	if _, err := os.Stat(r.program(t, "elide")); err == nil {
		return nil
	}
	args := []string{"build", "-trimpath", "-buildvcs=true", "-mod=readonly", "-ldflags=-s -w",
		"-o", filepath.Join(r.work, t.os+"_"+t.arch) + string(filepath.Separator)}
	for pattern := range strings.Lines(cold) {
		args = append(args, "-gcflags="+strings.TrimSpace(pattern)+"=-l")
	}
	cmd := exec.Command("go", append(args, "./cmd/...")...)
	cmd.Dir = r.tree
	// Of the user's settings none gets into a program.
	cmd.Env = append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=",
		"GOAMD64=v1", "GOARM64=v8.0", "GOWORK=off", "GOFIPS140=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", t, err, bytes.TrimSpace(out))
	}
	for _, name := range programs {
		if err := r.inspect(t, name); err != nil {
			return fmt.Errorf("%s: %s: %w", t, name, err)
		}
	}
	info, err := os.Stat(r.program(t, "elide"))
	if err == nil && info.Size() > t.maxElide() {
		err = fmt.Errorf("%s: elide has %d bytes, and may have %d", t, info.Size(), t.maxElide())
	}
	return err
}

// inspect looks at what a program says it was built from.
func (r *release) inspect(t target, name string) error {
	info, err := buildinfo.ReadFile(r.program(t, name))
	if err != nil {
		return err
	}
	if r.version == "" {
		r.version = info.Main.Version
	}
	switch {
	case info.Main.Version != r.version:
		return fmt.Errorf("it says that it is %s, not %s", info.Main.Version, r.version)
	case setting(info, "vcs.modified") != "false":
		return fmt.Errorf("it was built from changed files, or without git's answer")
	case setting(info, "CGO_ENABLED") != "0":
		return fmt.Errorf("it was built with C")
	}
	return nil
}

func setting(info *debug.BuildInfo, key string) string {
	i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == key })
	if i < 0 {
		return ""
	}
	return info.Settings[i].Value
}

// sizes prints what each program and each file weighs.
func (r *release) sizes(w io.Writer, list []target) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "MB\t")
	for _, t := range list {
		fmt.Fprintf(table, "%s\t", t)
	}
	fmt.Fprintln(table)
	for _, name := range programs {
		fmt.Fprintf(table, "%s\t", name)
		for _, t := range list {
			info, err := os.Stat(r.program(t, name))
			if err != nil {
				return err
			}
			fmt.Fprintf(table, "%.1f\t", float64(info.Size())/1e6)
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	files, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%6.1f MB  %s\n", float64(info.Size())/1e6, f.Name())
	}
	return nil
}
