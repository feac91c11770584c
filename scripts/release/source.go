package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// commit is what a release is made of.
type commit struct {
	tree    string // the checkout
	path    string // of its module
	version string // with its v; "" until what was built has said it
	time    time.Time
}

// versions are those that Go takes the tag of for the module's: of a module whose
// path has no /v2 at its end.
var versions = regexp.MustCompile(`^v[01]\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$`)

// find looks at the checkout, and refuses one that doesn't tell what is built.
func find(tree, version string) (*commit, error) {
	if version != "" && !versions.MatchString(version) {
		return nil, fmt.Errorf("%q is no version of this module: v0.2.0, v1.2.3 or v1.2.3-rc.1", version)
	}
	tree, err := filepath.Abs(tree)
	if err != nil {
		return nil, err
	}
	c := &commit{tree: tree, version: version}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git is needed: a release is made of a commit, whose time and tag it bears")
	}
	top, err := c.run("git", "rev-parse", "--show-cdup")
	if err != nil || top != "" {
		return nil, fmt.Errorf("%s is not the top of a git checkout: a release is made of a commit", tree)
	}
	changes, err := c.run("git", "status", "--porcelain")
	if err != nil {
		return nil, err
	}
	if changes != "" {
		return nil, fmt.Errorf("the tree has changes, so no commit is what would be built: commit them, or put them away (git stash -u)\n%s", changes)
	}
	if version != "" {
		tags, err := c.run("git", "tag", "--points-at", "HEAD")
		if err != nil {
			return nil, err
		}
		if !strings.Contains("\n"+tags+"\n", "\n"+version+"\n") {
			return nil, fmt.Errorf("the commit does not bear the tag %s: git tag -a %s, or check that out", version, version)
		}
	}
	seconds, err := c.run("git", "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, err
	}
	c.time = time.Unix(n, 0).UTC()
	c.path, err = c.run("go", "list", "-m")
	return c, err
}

// run runs a command in the tree, and returns what it prints, without the line's end.
func (c *commit) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.tree, &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, bytes.TrimSpace(errs.Bytes()))
	}
	return strings.TrimRight(out.String(), "\n"), nil
}
