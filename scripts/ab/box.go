//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// box is a container of a task's image, which holds the repository: a fresh one is a
// fresh copy. It has this machine's network, as the model is reached on loopback, and
// sees the run's folder, elide and the agent where they are here.
type box struct {
	program, id, workdir string
	env                  []string
}

func (w *place) boxed(ctx context.Context, r *rig, t *task) error {
	b := &box{program: r.o.container, workdir: t.Workdir}
	if b.workdir == "" {
		b.workdir = defaultFolder
	}
	args := []string{"run", "--detach", "--rm", "--network", "host", "--workdir", b.workdir, "--volume", w.dir + ":" + w.dir}
	elide, err := exec.LookPath(r.o.elide)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, dir := range append(filepath.SplitList(r.o.path), filepath.Dir(elide), filepath.Dir(r.self)) {
		if dir, err = filepath.Abs(dir); err != nil {
			return err
		}
		if !seen[dir] {
			args = append(args, "--volume", dir+":"+dir+":ro")
		}
		seen[dir] = true
	}
	out, err := exec.CommandContext(ctx, b.program, append(args, t.Image, "sleep", "infinity")...).Output()
	if err != nil {
		return fmt.Errorf("%s run %s: %w", b.program, t.Image, err)
	}
	b.id = strings.TrimSpace(string(out))
	w.box = b
	for _, variable := range w.env {
		if name, _, _ := strings.Cut(variable, "="); name != "PATH" && !strings.HasPrefix(name, "GO") { // the image has its own
			b.env = append(b.env, variable)
		}
	}
	if t.Setup == "" {
		return nil
	}
	text, err := w.shell(ctx, testLimit, t.Setup)
	if err != nil {
		err = fmt.Errorf("setup: %w: %s", err, text)
	}
	return err
}

// command names the variables and leaves their values to the program's environment, so
// that none stands in a list of processes.
func (b *box) command(ctx context.Context, env, argv []string) *exec.Cmd {
	all := append(b.env[:len(b.env):len(b.env)], env...)
	args := []string{"exec", "--workdir", b.workdir}
	for _, variable := range all {
		name, _, _ := strings.Cut(variable, "=")
		args = append(args, "--env", name)
	}
	cmd := exec.CommandContext(ctx, b.program, append(append(args, b.id), argv...)...)
	cmd.Env = append(os.Environ(), all...)
	return cmd
}

func (b *box) copy(ctx context.Context, from string) error {
	out, err := exec.CommandContext(ctx, b.program, "cp", from, b.id+":"+b.workdir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s cp: %w: %s", b.program, err, out)
	}
	return nil
}

func (b *box) remove() {
	_ = exec.Command(b.program, "rm", "--force", b.id).Run() // --rm sees to it too
}
