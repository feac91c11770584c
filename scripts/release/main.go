// Release makes all that a version of elide is given out as: for each system the
// seven programs in an archive, packages for Linux, the notice and the bill of
// materials of what is linked, a Homebrew formula and the sums of all of them.
//
//	go run -C scripts/release . --version v1.2.3 --out dist
//
// The same commit gives the same bytes, wherever and whenever it is built with the
// same version of Go: no time but the commit's, no path, no order of a file system
// gets into a file. What was built says itself from which commit: nothing is released
// of a tree with changes, or whose commit does not bear the version as its tag.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

func main() {
	var o options
	flag.StringVar(&o.version, "version", "", "the `version`, which is the tag of the commit: v1.2.3")
	flag.BoolVar(&o.snapshot, "snapshot", false, "take the version that Go gives the commit, for a trial")
	flag.StringVar(&o.out, "out", "dist", "the `folder` to make, which may not be there")
	flag.StringVar(&o.tree, "tree", "../..", "the `folder` of the checkout")
	flag.StringVar(&o.only, "only", "", "of these `targets` alone: linux/amd64,windows/arm64")
	flag.Parse()
	err := o.check(flag.Args())
	if err == nil {
		err = o.release()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

type options struct {
	version, out, tree, only string
	snapshot                 bool
	targets                  []target
}

// check finds mistakes in the call before anything is built.
func (o *options) check(args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("no argument is taken: %q", args[0])
	case o.version == "" && !o.snapshot:
		return errors.New("which version? --version v1.2.3, or --snapshot for a trial")
	case o.version != "" && o.snapshot:
		return errors.New("--snapshot takes the version from the commit: leave --version out")
	}
	o.targets = targets
	if o.only != "" {
		o.targets = nil
		for name := range strings.SplitSeq(o.only, ",") {
			i := slices.IndexFunc(targets, func(t target) bool { return t.os+"/"+t.arch == name })
			if i < 0 {
				return fmt.Errorf("no target %q; there are %v", name, targets)
			}
			o.targets = append(o.targets, targets[i])
		}
	}
	var err error
	if o.out, err = filepath.Abs(o.out); err != nil {
		return err
	}
	if _, err := os.Lstat(o.out); err == nil {
		return fmt.Errorf("%s is there already: remove it, or name another folder with --out", o.out)
	}
	return nil
}

func (o *options) release() error {
	src, err := find(o.tree, o.version)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "elide-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r := &release{commit: src, work: work, out: o.out}
	host := target{runtime.GOOS, runtime.GOARCH}
	for _, t := range append([]target{host}, o.targets...) { // the host's write the pages
		if err := r.build(t); err != nil {
			return err
		}
	}
	if err := r.write(host, o.targets); err != nil {
		os.RemoveAll(o.out) // of half a release nothing
		return err
	}
	return r.sizes(os.Stdout, o.targets)
}

// release is a version that is being made.
type release struct {
	*commit
	work, out string
	common    []entry // what goes with the programs everywhere
	modules   []module
}

// write writes all files but the sums, and at last these.
func (r *release) write(host target, list []target) error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	var err error
	if r.modules, err = r.linked(list); err != nil {
		return err
	}
	if r.common, err = r.papers(host); err != nil {
		return err
	}
	for _, t := range list {
		if err := r.archive(t); err != nil {
			return err
		}
		if t.os == "linux" {
			if err := r.packages(t); err != nil {
				return err
			}
		}
	}
	if err := r.bill(); err != nil {
		return err
	}
	if err := r.formula(list); err != nil {
		return err
	}
	return r.sums()
}

func (r *release) save(name string, data []byte) error {
	return os.WriteFile(filepath.Join(r.out, name), data, 0o644)
}
