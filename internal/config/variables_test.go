package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNoVariableIsMisnamed: each variable that elide's programs know by name is a
// setting's, or stands in notSettings, of which each is one that they know.
func TestNoVariableIsMisnamed(t *testing.T) {
	literal := regexp.MustCompile(`"(ELIDE[A-Z_]*)[="]`)
	found := map[string]bool{}
	for _, root := range []string{"../../cmd", "../../internal"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "variables.go" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range literal.FindAllSubmatch(text, -1) {
				found[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range found {
		if names, _ := Misnamed([]string{name + "=1"}); len(names) > 0 && name != "ELIDE_" {
			t.Errorf("%s is in no list", name)
		}
	}
	for _, name := range notSettings {
		if !found[name] {
			t.Errorf("%s is known nowhere", name)
		}
	}
}

func TestMisnamed(t *testing.T) {
	names, nearest := Misnamed([]string{"PATH=x", "ELIDE_BUGDET=800", "ELIDE_KEEP=x", "ELIDE_KEPT=", "ELIDE_TEST_LONG=1", "ELIDE_ELISION_TTL=5", "ELIDE_ZZZZZZZZZZZZ=1", "ELIDE_X=1", "ELIDE=off"})
	if want := []string{"ELIDE_BUGDET", "ELIDE_ELISION_TTL", "ELIDE_ZZZZZZZZZZZZ", "ELIDE_X"}; !slices.Equal(names, want) {
		t.Errorf("%q, not %q", names, want)
	}
	if want := []string{"ELIDE_BUDGET", "ELIDE_ELISION_TTL_MS", "", ""}; !slices.Equal(nearest, want) {
		t.Errorf("%q, not %q", nearest, want)
	}
}
