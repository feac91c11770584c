//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// TestQuestions: who sits at the terminal sees what the command asks when it
// asks, with what stands above it, and answers.
func TestQuestions(t *testing.T) {
	longtest.Only(t)
	// Not in a test that runs beside others: what these start could hold it open for
	// writing, and then it can not be run.
	editor := filepath.Join(t.TempDir(), "editor")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\nprintf 'Message: ' >/dev/tty; read line </dev/tty; echo $line >$1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		needs, line string
		talk        []string // what is shown, and what is entered then
		last        string
	}{
		"read -p": {"bash", `bash -c 'seq 700; read -p "Name? " x; echo got $x'`, []string{"700\r\nName? ", "joe\n"}, "got joe\r\n"},
		"two":     {"sh", `sh -c 'printf "A: "; read a; printf "B [y/N] "; read b; echo $a$b'`, []string{"A: ", "1\n", "B [y/N] ", "2\n"}, "12\r\n"},
		"loop":    {"sh", `sh -c 'while printf "(gdb) "; read a; do echo ran $a; done'`, []string{"(gdb) ", "one\n", "ran one\r\n(gdb) ", "two\n", "ran two\r\n(gdb) ", "\x04"}, "ran two"},
		"input()": {"python3", `python3 -c 'print("got " + input("Token: "))'`, []string{"Token: ", "t\n"}, "got t"},
		"no look": {"sh", `sh -c 'printf "Press ENTER"; read a; echo went on'`, []string{"Press ENTER", "\n"}, "went on"},
		"no echo": {"sh", `sh -c 'stty -echo; printf "Password: "; read a; stty echo; echo; echo got $a'`, []string{"Password: ", "secret\n"}, "got secret"},
		"editor":  {"git", `sh -c 'git init -q; touch a; git add a; git -c user.name=a -c user.email=a@b.c commit'`, []string{"Message: ", "a commit\n"}, "a commit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(c.needs); err != nil {
				t.Skip(err)
			}
			home := t.TempDir()
			for terminal, env := range map[string]string{"": "", "dumb: ": "TERM=dumb"} {
				s := onScreen(t, t.TempDir(), person(home, env, "GIT_EDITOR="+editor), "sh", "-c", "elide run -- "+c.line+"; echo status $?")
				for i := 0; i < len(c.talk); i += 2 {
					s.wait(c.talk[i])
					s.enter(c.talk[i+1])
				}
				s.wait(c.last)
				s.wait("status 0")
				if strings.Contains(s.all(), "warning") {
					t.Errorf("%s%s", terminal, s.all())
				}
			}
		})
	}
}

// TestQuestionsOfPrograms: a program that answers finds what is asked on
// standard error, if that is a file of its own. Standard output is the same
// bytes, asked or not.
func TestQuestionsOfPrograms(t *testing.T) {
	longtest.Asked(t)
	const line = `cat log; printf "Password: "; read a; echo got $a`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "log"), logLines(400), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func() *exec.Cmd {
		cmd := exec.Command(program, "run", "-c", line)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "ELIDE_STORE="+dir+"/store")
		return cmd
	}
	plain := run()
	plain.Stdin = strings.NewReader("secret\n")
	want, err := plain.CombinedOutput()
	if err != nil || !bytes.Contains(want, []byte("⟦elided:")) {
		t.Fatalf("%v, %s", err, want)
	}
	cmd := run()
	var out bytes.Buffer
	cmd.Stdout = &out
	in, _ := cmd.StdinPipe()
	errs, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	asked := make([]byte, len("Password: "))
	if _, err := io.ReadFull(errs, asked); err != nil || string(asked) != "Password: " {
		t.Errorf("%v, asked %q", err, asked)
	}
	io.WriteString(in, "secret\n")
	rest, _ := io.ReadAll(errs)
	if err := cmd.Wait(); err != nil || !bytes.Equal(out.Bytes(), want) || len(rest) > 0 {
		t.Errorf("%v, standard error %q, output\n%s\nwant\n%s", err, rest, out.Bytes(), want)
	}
}

// TestNoQuestions: where nobody can answer, or who reads the output would find
// it there twice, nothing is shown: not of a file, nor when the answer is
// there, nor where both outputs are one.
func TestNoQuestions(t *testing.T) {
	longtest.Only(t)
	const line = `printf "Password: "; sleep 2; cat >/dev/null; echo done`
	open, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	ready, answer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(answer, "secret\n")
	answer.Close()
	for name, c := range map[string]struct {
		in  *os.File
		one bool
	}{"no input": {}, "the answer is there": {in: ready}, "one output": {in: open, one: true}} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(program, "run", "-c", strings.Replace(line, "cat ", map[bool]string{true: ": ", false: "cat "}[c.one], 1))
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			if c.in != nil {
				cmd.Stdin = c.in
			}
			if c.one {
				cmd.Stderr = &out
			}
			if err := cmd.Run(); err != nil || out.String() != "Password: done\n" || errs.Len() > 0 {
				t.Errorf("%v, %q, standard error %q", err, &out, &errs)
			}
		})
	}
}
