//go:build unix

package scripts

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestGoflags: each package that is to stay small is one that some program links. Of a
// pattern that matches none go says nothing, and elide grows.
func TestGoflags(t *testing.T) {
	flags := exec.Command("./goflags")
	flags.Env = append(os.Environ(), "GOFLAGS=-mod=readonly")
	said, err := flags.Output()
	if err != nil {
		t.Fatal(err)
	}
	list := exec.Command("go", "list", "-deps", "./cmd/...")
	list.Dir = ".."
	linked, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	rest, ok := strings.CutPrefix(string(said), "-mod=readonly -trimpath ")
	if !ok {
		t.Fatalf("what was set is not kept: %s", said)
	}
	for flag := range strings.FieldsSeq(rest) {
		pattern, ok := strings.CutSuffix(strings.TrimPrefix(flag, "-gcflags="), "=-l")
		below, tree := strings.CutSuffix(pattern, "/...")
		if !ok || !slices.ContainsFunc(strings.Fields(string(linked)), func(name string) bool {
			return name == below || tree && strings.HasPrefix(name, below+"/")
		}) {
			t.Errorf("%s: no program links that", flag)
		}
	}
}
