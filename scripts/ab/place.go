//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// place is where a run happens: a fresh copy of the repository, a fresh home, a fresh
// store, and nothing of the caller's but PATH.
type place struct {
	dir  string
	env  []string
	repo string
	box  *box // a container; nil: none
}

// warm is the Go cache that all runs begin with a copy of.
func (r *rig) warm() string { return filepath.Join(r.dir, "warm") }

// place makes a fresh place. cache is the Go cache to use; "": a copy of the warm one.
func (r *rig) place(ctx context.Context, t *task, cache string) (*place, error) {
	w := &place{dir: r.at(), repo: filepath.Join(r.at(), "repo")}
	if err := removeAll(w.dir); err != nil {
		return nil, err
	}
	for _, name := range []string{"home", "tmp", "store"} {
		if err := os.MkdirAll(filepath.Join(w.dir, name), 0o700); err != nil {
			return nil, err
		}
	}
	if cache == "" {
		cache = filepath.Join(w.dir, "cache")
		if err := linkTree(r.warm(), cache); err != nil {
			return nil, err
		}
	}
	path := os.Getenv("PATH")
	if r.o.path != "" {
		path = r.o.path + string(filepath.ListSeparator) + path
	}
	home := filepath.Join(w.dir, "home")
	w.env = []string{"PATH=" + path, "HOME=" + home, "TMPDIR=" + filepath.Join(w.dir, "tmp"), "LANG=C.UTF-8", "TERM=dumb", "SHELL=/bin/bash",
		"GOCACHE=" + cache, "GOPATH=" + filepath.Join(home, "go"), "GOTOOLCHAIN=local", "GOFLAGS=-count=1", "PYTHONDONTWRITEBYTECODE=1", "GIT_CONFIG_NOSYSTEM=1"}
	for _, name := range strings.Split(r.o.pass, ",") {
		if value, ok := os.LookupEnv(name); ok {
			w.env = append(w.env, name+"="+value)
		}
	}
	if t.Image != "" {
		return w, w.boxed(ctx, r, t)
	}
	if err := w.copied(ctx, t); err != nil {
		return nil, err
	}
	if t.Setup == "" {
		return w, nil
	}
	text, err := w.shell(ctx, testLimit, t.Setup)
	if err != nil {
		err = fmt.Errorf("setup: %w: %s", err, text)
	}
	return w, err
}

// copied puts the repository there, with a history of one commit, always the same.
func (w *place) copied(ctx context.Context, t *task) error {
	if t.Clone != "" {
		return w.lines(ctx, filepath.Dir(w.repo), []string{"git", "clone", "--quiet", "--no-hardlinks", t.Clone, w.repo},
			[]string{"git", "-C", w.repo, "checkout", "--quiet", "--detach", t.Commit})
	}
	if err := os.CopyFS(w.repo, os.DirFS(t.path("repo"))); err != nil {
		return err
	}
	git := []string{"git", "-c", "user.name=ab", "-c", "user.email=ab@localhost"}
	return w.lines(ctx, w.repo, []string{"git", "init", "--quiet", "--initial-branch=main"}, []string{"git", "add", "--all"},
		append(git, "commit", "--quiet", "--date=2026-01-01T00:00:00Z", "--message=Begin"))
}

func (w *place) lines(ctx context.Context, dir string, lines ...[]string) error {
	for _, line := range lines {
		cmd := exec.CommandContext(ctx, line[0], line[1:]...)
		cmd.Dir, cmd.Env = dir, append(w.env, "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(line, " "), err, text)
		}
	}
	return nil
}

// command is a command in the place, or in its container.
func (w *place) command(ctx context.Context, env []string, argv ...string) *exec.Cmd {
	if w.box != nil {
		return w.box.command(ctx, env, argv)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = w.repo, append(w.env[:len(w.env):len(w.env)], env...)
	return cmd
}

// shell runs a line, with all that it starts, for a time at most.
func (w *place) shell(ctx context.Context, limit time.Duration, line string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := w.command(ctx, nil, "sh", "-c", line)
	group(cmd)
	return cmd.CombinedOutput()
}

// group makes a command's end the end of all that it started and that stayed with it.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
}

// started are the words and the variables of an arm. But for what the second arm is put
// behind, they are the same in both.
func (r *rig) started(t *task, arm string, home string) (argv, env []string, err error) {
	s := &setting{home: home, url: r.gauge.url, word: r.gauge.word, model: r.o.model, provider: r.o.provider}
	if r.agent.prepare != nil {
		if err := r.agent.prepare(s); err != nil {
			return nil, nil, err
		}
	}
	program := r.agent.program
	if program == "ab" {
		program = r.self
	}
	argv = append(argv, r.arms[arm]...)
	argv = append(argv, program)
	argv = append(argv, r.agent.args(r.o.model, t.Prompt)...)
	return argv, append(s.settings(), r.agent.env(s)...), nil
}

// agent runs the agent. It returns how it ended, and an error if it didn't begin.
func (w *place) agent(ctx context.Context, r *rig, t *task, arm, kept string) (int, error) {
	argv, env, err := r.started(t, arm, filepath.Join(w.dir, "home"))
	if err != nil {
		return 0, err
	}
	if argv[0], err = w.found(argv[0]); err != nil {
		return 0, err
	}
	limited, cancel := context.WithTimeout(ctx, t.limit())
	defer cancel()
	cmd := w.command(limited, env, argv...)
	group(cmd)
	var files [2]*os.File
	for i, name := range []string{"agent.out", "agent.err"} {
		if files[i], err = os.Create(filepath.Join(kept, name)); err != nil {
			return 0, err
		}
		defer files[i].Close()
	}
	cmd.Stdout, cmd.Stderr = files[0], files[1]
	if err = cmd.Start(); err != nil {
		return 0, err
	}
	_ = cmd.Wait() // the status says how it went
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	return cmd.ProcessState.ExitCode(), nil
}

// found looks a program up in the place's PATH, which may not be ours.
func (w *place) found(program string) (string, error) {
	if w.box != nil || strings.ContainsRune(program, filepath.Separator) {
		return program, nil
	}
	for _, dir := range filepath.SplitList(strings.TrimPrefix(w.env[0], "PATH=")) {
		name := filepath.Join(dir, program)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return name, nil
		}
	}
	return "", fmt.Errorf("there is no %s in PATH", program)
}

// test puts the hidden files over the repository and says whether the test passes.
func (w *place) test(ctx context.Context, t *task) (bool, error) {
	if err := w.overlay(ctx, t.path("hidden")); err != nil {
		return false, err
	}
	text, err := w.shell(ctx, testLimit, t.Test)
	_ = os.WriteFile(filepath.Join(w.dir, "test.out"), text, 0o600) // for who looks
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err == nil:
		return true, nil
	case errors.As(err, &exit), errors.Is(err, context.DeadlineExceeded), errors.Is(err, exec.ErrWaitDelay):
		return false, nil
	}
	return false, err
}

func (w *place) overlay(ctx context.Context, from string) error {
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if w.box != nil {
		return w.box.copy(ctx, from+"/.")
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		to := filepath.Join(w.repo, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.RemoveAll(to)); err != nil {
			return err
		}
		return os.WriteFile(to, text, info.Mode().Perm())
	})
}

// diff keeps what the agent changed.
func (w *place) diff(ctx context.Context, kept string) error {
	text, err := w.shell(ctx, testLimit, "git add --all --intent-to-add . && git diff --no-color")
	if err != nil { // the agent may have done anything to it
		text = fmt.Appendf(text, "%v\n", err)
	}
	return os.WriteFile(filepath.Join(kept, "changes.diff"), text, 0o600)
}

func (w *place) remove() {
	if w.box != nil {
		w.box.remove()
	}
	_ = removeAll(w.dir) // the next run sees to it if it can't be done now
}

// removeAll removes a folder, also of what was made read-only, as Go's modules are.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return os.Chmod(path, 0o700)
		}
		return err
	})
	return errors.Join(err, os.RemoveAll(dir))
}

// linkTree makes a copy of a folder whose files are the same. Go's cache names files by
// what is in them, so none is changed.
func linkTree(from, to string) error {
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return os.MkdirAll(to, 0o700)
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, name), 0o700)
		}
		return os.Link(path, filepath.Join(to, name))
	})
}
