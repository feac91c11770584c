package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// Shell runs tool calls for real.
type Shell struct {
	Dir string
	Env []string
}

// Run runs a call: a shell line, or what is done with a file.
func (s Shell) Run(ctx context.Context, call Call) Output {
	in := inputOf(call)
	switch {
	case in.line != "":
		return s.shell(ctx, call, in.line)
	case in.old != "":
		return edit(call, in)
	}
	text, err := os.ReadFile(in.path)
	return output(call, string(text), err)
}

func (s Shell) shell(ctx context.Context, call Call, line string) Output {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Dir, cmd.Env = s.Dir, s.Env
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return Output{Call: call, Text: string(text), Exit: exit.ExitCode()}
	}
	return output(call, string(text), err)
}

func edit(call Call, in input) Output {
	text, err := os.ReadFile(in.path)
	if err == nil && !strings.Contains(string(text), in.old) {
		err = fmt.Errorf("%s has no %q", in.path, in.old)
	}
	if err == nil {
		err = os.WriteFile(in.path, []byte(strings.Replace(string(text), in.old, in.with, 1)), 0o644)
	}
	return output(call, "The file was changed.", err)
}

func output(call Call, text string, err error) Output {
	if err != nil {
		return Output{Call: call, Text: err.Error(), Exit: 1}
	}
	return Output{Call: call, Text: text}
}

// input is what a call acts on.
type input struct{ line, path, old, with string }

func inputOf(call Call) input {
	text := call.Input
	if call.Free { // JavaScript around what exec_command takes
		var ok bool
		if _, text, ok = strings.Cut(text, "exec_command("); !ok {
			return input{line: "false"}
		}
		text = text[:strings.LastIndex(text, "); text(r);")]
	}
	var m map[string]any
	if json.Unmarshal([]byte(text), &m) != nil {
		return input{line: "false"}
	}
	get := func(names ...string) string {
		for _, name := range names {
			if s, ok := m[name].(string); ok {
				return s
			}
		}
		return ""
	}
	return input{line: get("command", "cmd"), path: get("file_path", "filePath", "path"),
		old: get("old_string", "oldString", "old_str"), with: get("new_string", "newString", "new_str")}
}

// Recorder runs each call once: the nth time that the same is called for, it
// gives what it gave the nth time before Rewind.
type Recorder struct {
	Tools

	mu    sync.Mutex
	tape  map[string][]Output
	again map[string]int // how often since Rewind
}

// Rewind begins anew.
func (r *Recorder) Rewind() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.again = nil
}

// Run gives what the tape has, and else runs the call. The tape is told by what
// is called for, whatever the tool's name.
func (r *Recorder) Run(ctx context.Context, call Call) Output {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tape == nil {
		r.tape = map[string][]Output{}
	}
	if r.again == nil {
		r.again = map[string]int{}
	}
	key := call.Input
	n := r.again[key]
	r.again[key]++
	if n == len(r.tape[key]) {
		r.tape[key] = append(r.tape[key], r.Tools.Run(ctx, call))
	}
	out := r.tape[key][n]
	out.Call = call
	return out
}
