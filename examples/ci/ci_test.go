//go:build unix

// Package ci tries the pipelines of scripts/ci: their commands run for real, on a
// small corpus, in the order and by the shell that the services use.
package ci

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// pipeline is what a service runs.
type pipeline struct {
	name   string
	before []string // makes elision-bench
	script []string // judges
	after  []string // runs whatever came of the script
}

func pipelines(t *testing.T) []pipeline {
	var github struct {
		On   map[string]any
		Jobs map[string]struct {
			Steps []struct {
				Name, Uses, Run, If string
				With                map[string]string
			}
		}
	}
	read(t, "github-actions.yml", &github)
	p := pipeline{name: "GitHub"}
	for _, step := range github.Jobs["corpus"].Steps {
		switch {
		case step.Run == "":
		case strings.HasPrefix(step.Name, "Build"):
			p.before = append(p.before, step.Run)
		case step.If == "always()":
			p.after = append(p.after, step.Run)
		default:
			p.script = append(p.script, step.Run)
		}
	}
	if len(github.On) != 3 || len(p.before) != 1 || len(p.script) != 2 || len(p.after) != 1 {
		t.Fatalf("%+v of %+v", p, github)
	}
	var gitlab map[string]struct {
		Image        string
		BeforeScript []string `yaml:"before_script"`
		Script       []string
		AfterScript  []string `yaml:"after_script"`
		Variables    map[string]string
		Artifacts    map[string]any
	}
	read(t, "gitlab-ci.yml", &gitlab)
	job := gitlab["elide-corpus"]
	if job.Image == "" || len(job.BeforeScript) != 4 || len(job.Script) != 2 || len(job.AfterScript) != 1 {
		t.Fatalf("%+v", job)
	}
	return []pipeline{p, {"GitLab", job.BeforeScript, job.Script, job.AfterScript}}
}

func read(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile("../../scripts/ci/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, v); err != nil {
		t.Fatal(name, err)
	}
}

// TestPipelines: they pass on a corpus that is as its baseline says, and fail
// when a case was cheaper before, or loses a label.
func TestPipelines(t *testing.T) {
	for _, p := range pipelines(t) {
		t.Run(p.name, func(t *testing.T) {
			c := newCheckout(t)
			c.must(t, p.before...)
			c.must(t, "elision-bench --json corpus > corpus/baseline.json")
			c.must(t, p.script...)
			c.must(t, p.after...)

			c.edit(t, "corpus/baseline.json", regexp.MustCompile(`"cost": [0-9.]+`), `"cost": 0.001`)
			if out, err := c.run(p.script...); err == nil {
				t.Errorf("a case that is dearer than before passes:\n%s", out)
			}
			c.must(t, p.after...)
			c.must(t, "elision-bench --json corpus > corpus/baseline.json")
			c.edit(t, "corpus/cargotest-fail-01/case.json", regexp.MustCompile(`"must_mention": \[`), `"must_mention": ["running 0 tests",`)
			if out, err := c.run(p.script...); err == nil || !strings.Contains(out, "running 0 tests") {
				t.Errorf("a label that is lost passes: %v\n%s", err, out)
			}
		})
	}
}

// checkout is a folder with a team's corpus.
type checkout struct {
	dir string
	env []string
}

func newCheckout(t *testing.T) checkout {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	c := checkout{dir: t.TempDir()}
	for _, name := range []string{"cargojson-01", "cargotest-fail-01"} {
		if err := os.CopyFS(filepath.Join(c.dir, "corpus", name), os.DirFS(filepath.Join(root, "testdata/corpus", name))); err != nil {
			t.Fatal(err)
		}
	}
	// What the services check out themselves, or git would clone, is this tree.
	git := filepath.Join(c.dir, "git/git")
	if err := os.MkdirAll(filepath.Dir(git), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(git, []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(root, filepath.Join(c.dir, ".elide-source")); err != nil {
		t.Fatal(err)
	}
	c.env = append(os.Environ(),
		"PATH="+filepath.Dir(git)+":"+c.dir+"/tmp/bin:"+c.dir+"/.elide-bin:"+os.Getenv("PATH"), // each run is a shell of its own
		"RUNNER_TEMP="+c.dir+"/tmp", "GITHUB_PATH="+c.dir+"/path", "GITHUB_STEP_SUMMARY="+c.dir+"/summary",
		"CI_PROJECT_DIR="+c.dir, "ELIDE_REF=main", "ELIDE_REPOSITORY=elide")
	return c
}

// run runs commands as one script, which ends with the first that fails.
func (c checkout) run(commands ...string) (string, error) {
	cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", strings.Join(commands, "\n"))
	cmd.Dir, cmd.Env = c.dir, c.env
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		panic(err)
	}
	return string(out), err
}

func (c checkout) must(t *testing.T, commands ...string) {
	t.Helper()
	if out, err := c.run(commands...); err != nil {
		t.Fatalf("%q: %v\n%s", commands, err, out)
	}
}

// edit puts text in the place of what matches first in a file.
func (c checkout) edit(t *testing.T, name string, what *regexp.Regexp, text string) {
	t.Helper()
	name = filepath.Join(c.dir, name)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	at := what.FindIndex(data)
	if at == nil {
		t.Fatalf("%s has no %s", name, what)
	}
	data = append(data[:at[0]:at[0]], append([]byte(text), data[at[1]:]...)...)
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
