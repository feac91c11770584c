package elide_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/child/childtest"
)

func TestMain(m *testing.M) { os.Exit(childtest.Tests{M: m}.Run()) }

// TestDependencies: what a program takes on that imports this package. A module
// more is a promise more to its users, so it is said here.
func TestDependencies(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if and .Module (not .Module.Main)}}{{.Module.Path}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := strings.Fields(string(out))
	slices.Sort(modules)
	want := []string{
		"github.com/gofrs/flock",
		"github.com/klauspost/compress",
		"github.com/klauspost/cpuid/v2",
		"github.com/pelletier/go-toml/v2",
		"github.com/sergi/go-diff",
		"github.com/zeebo/blake3",
		"golang.org/x/sys",
	}
	if got := slices.Compact(modules); !slices.Equal(got, want) {
		t.Errorf("it needs %q", got)
	}
}
