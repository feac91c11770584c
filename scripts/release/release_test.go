package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

func TestVersions(t *testing.T) {
	for version, want := range map[string]bool{
		"v0.2.0": true, "v1.2.3": true, "v1.2.3-rc.1": true, "1.2.3": false, "v1.2": false, "v01.2.3": false, "v2.0.0": false, "v1.2.3+x": false, "v1.2.3 x": false,
	} {
		if versions.MatchString(version) != want {
			t.Errorf("%q: %v", version, !want)
		}
	}
}

func TestLicence(t *testing.T) {
	own, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if got := licence(own); got != "Apache-2.0" {
		t.Errorf("ours is %q", got)
	}
	if got := licence([]byte("All rights reserved.")); got != "" {
		t.Errorf("no licence is %q", got)
	}
}

// TestArchives: the same entries are the same bytes, with the commit's time alone.
func TestArchives(t *testing.T) {
	r := &release{commit: &commit{time: time.Unix(1700000000, 0).UTC()}}
	list := []entry{{"elide", []byte("program"), 0o755}, {"LICENSE", []byte("text"), 0o644}}
	for name, pack := range map[string]func(string, []entry) ([]byte, error){"tar": r.tar, "zip": r.zip} {
		first, err := pack("elide_1/", list)
		if err != nil {
			t.Fatal(err)
		}
		second, err := pack("elide_1/", list)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: two differ, or %v", name, err)
		}
	}
}

// TestAction plays action.yml as a runner does: with elide built of the tree, it fails
// for a corpus that loses more than it may, and passes for one that doesn't.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Description, Default string }
		Runs   struct {
			Using string
			Steps []struct {
				Name, Uses, Run, Shell, If string
				Env                        map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	tree, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	runner := map[string]string{
		"RUNNER_TEMP": dir, "GITHUB_PATH": filepath.Join(dir, "path"), "GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"),
		"PATH": dir + "/elide:" + os.Getenv("PATH"),
	}
	play := func(inputs map[string]string) (out []byte, err error) {
		values := []string{"${{ github.action_path }}", tree}
		for name, in := range action.Inputs {
			value, given := inputs[name]
			if !given {
				value = in.Default
			}
			values = append(values, "${{ inputs."+name+" }}", value)
		}
		for _, s := range action.Runs.Steps {
			if s.Uses != "" || s.If == "inputs.corpus != ''" && inputs["corpus"] == "" {
				continue
			}
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: an input gets into the script itself", s.Name)
			}
			cmd := exec.Command(bash, "-e", "-o", "pipefail", "-c", s.Run)
			cmd.Env = os.Environ()
			for name, value := range runner {
				cmd.Env = append(cmd.Env, name+"="+value)
			}
			for name, value := range s.Env {
				cmd.Env = append(cmd.Env, name+"="+strings.NewReplacer(values...).Replace(value))
			}
			if out, err = cmd.CombinedOutput(); err != nil {
				return out, err
			}
		}
		return out, nil
	}
	corpus := filepath.Join(dir, "corpus")
	if err := os.CopyFS(filepath.Join(corpus, "pytest-fail-01"), os.DirFS(filepath.Join(tree, "testdata/corpus/pytest-fail-01"))); err != nil {
		t.Fatal(err)
	}
	if out, err := play(map[string]string{"corpus": corpus}); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if summary, err := os.ReadFile(runner["GITHUB_STEP_SUMMARY"]); err != nil || !strings.Contains(string(summary), "pytest-fail-01") {
		t.Errorf("the summary: %v\n%s", err, summary)
	}
	if out, err := play(map[string]string{"corpus": corpus, "min-kept": "101"}); err == nil {
		t.Errorf("passes with a bar that nothing reaches\n%s", out)
	}
}
