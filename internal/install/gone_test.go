//go:build unix

package install

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// gone are the ways in which a program may not be there any more.
var gone = map[string]func(path string) error{
	"deleted":         func(string) error { return nil },
	"a folder":        func(path string) error { return os.Mkdir(path, 0o755) },
	"not executable":  func(path string) error { return os.WriteFile(path, []byte("echo spoiled\n"), 0o644) },
	"a dangling link": func(path string) error { return os.Symlink("nowhere", path) },
	"below a file":    func(path string) error { return belowFile(path) },
	"empty":           func(path string) error { return os.WriteFile(path, nil, 0o755) },
	"of another kind": func(path string) error { return os.WriteFile(path, []byte("\x7fELF\x02\x01\x01 no program"), 0o755) },
}

// belowFile makes a file where the program's folder should be.
func belowFile(path string) error {
	if err := os.Remove(filepath.Dir(path)); err != nil {
		return err
	}
	return os.WriteFile(filepath.Dir(path), nil, 0o644)
}

// withGone installs programs into a host that then are gone, and returns where
// it is.
func withGone(t *testing.T, h Host, how func(string) error) (Place, Programs) {
	p := newPlace(t, t.TempDir(), false)
	bin := filepath.Join(t.TempDir(), "it's bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	programs := Programs{Elide: filepath.Join(bin, "elide"), Shell: filepath.Join(bin, "elide-shell")}
	plan, err := h.Plan(p, programs)
	if err == nil {
		err = plan.Write()
	}
	if err == nil {
		err = how(programs.Elide)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p, programs
}

// payload is more than a pipe takes at once.
var payload = strings.Repeat("{\"a\": \"bytes of a payload\"}\n", 1<<14)

// TestGoneLines: a hook whose program is gone says nothing and has no error,
// in any host: each line that stands in the files, by each shell that a host may
// run it with.
func TestGoneLines(t *testing.T) {
	longtest.Asked(t)
	lines := 0
	for _, h := range Hosts() {
		for name, how := range gone {
			p, _ := withGone(t, h, how)
			for _, line := range h.Inspect(p).Lines {
				if line.Text == "" {
					continue
				}
				for _, shell := range [][]string{{"sh", "-c"}, {"bash", "-lc"}, {"zsh", "-c"}} {
					if _, err := exec.LookPath(shell[0]); err != nil {
						continue
					}
					lines++
					cmd := exec.Command(shell[0], shell[1], line.Text)
					cmd.Env, cmd.Stdin = []string{"PATH=/usr/bin:/bin", "HOME=" + p.Home}, strings.NewReader(payload)
					if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
						t.Errorf("%s, %s, %s: %v, it prints %q", h.Name, name, line.Text, err, out)
					}
				}
			}
		}
	}
	if lines == 0 {
		t.Fatal("no line was tried")
	}
}

// present are ways in which a program is there, and no help.
var present = map[string]string{
	"prints what is no answer":       "echo hello",
	"prints half of one":             `printf '{"output":'`,
	"answers of another kind":        `echo '[{"output":"x"}]'`,
	"answers null":                   "echo null",
	"reads nothing, and fails":       "exit 3",
	"is killed":                      "kill -9 $$",
	"never answers":                  "exec sleep 60",
	"prints something, never ending": "echo '{'; exec sleep 60",
}

// drivers call a plugin as its host does, and print what the model would get.
// Each begins with what it takes from the plugin.
var drivers = map[string]string{
	"opencode": `import { ElidePlugin } from "./plugin.mjs"
const plugin = await ElidePlugin({ directory: process.cwd() })
await plugin.event({ event: { type: "session.compacted", properties: {} } })
const output = { title: "t", output: original, metadata: { exit: 1 } }
await plugin["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "c", args: { command: "x" } }, output)
const parts = { content: [{ type: "text", text: original }] }
await plugin["tool.execute.after"]({ tool: "mcp", sessionID: "s", callID: "c", args: {} }, parts)
tell([output.output, output.title, parts.content[0].text], [original, "t", original])`,
	"cline": `import plugin from "./plugin.mjs"
const answer = await plugin.hooks.afterTool({ tool: { name: "run_commands" }, input: {}, result: { output: original }, snapshot: {} })
tell([answer], [undefined])`,
	"amp": `import plugin from "./plugin.mjs"
let handler
plugin({ on: (event, f) => { handler = f } })
tell([await handler({ tool: "Bash", status: "done", output: original })], [undefined])`,
}

const driverHead = `const original = "bytes of a result\n".repeat(20000)
const tell = (got, want) => { console.log(JSON.stringify(got) === JSON.stringify(want) ? "as it was" : JSON.stringify(got).slice(0, 300)); process.exit() }
`

// annotation is a type in a plugin, which this node may not know what to do
// with.
var annotation = regexp.MustCompile(`: (any|unknown|string|Buffer\[\]|Buffer|Promise<any>)`)

// TestGonePlugins: a plugin whose program is gone, or goes wrong, leaves the
// result as it was, in its host's time. It is 20 seconds on an idle machine.
func TestGonePlugins(t *testing.T) {
	longtest.Only(t)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	ways := map[string]func(string) error{}
	for name, how := range gone {
		ways[name] = how
	}
	for name, script := range present {
		ways[name] = func(path string) error { return os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755) }
	}
	tried := 0
	for _, h := range Hosts() {
		for name, how := range ways {
			p, _ := withGone(t, h, how)
			plugin, ok := pluginOf(h, p)
			if !ok {
				continue
			}
			tried++
			t.Run(h.Name+" "+name, func(t *testing.T) {
				t.Parallel()
				got, took := drive(t, plugin, drivers[h.Name])
				if got != "as it was\n" || took > 45*time.Second {
					t.Errorf("after %v the model gets %s", took, got)
				}
			})
		}
	}
	if tried != len(drivers)*len(ways) {
		t.Errorf("%d of %d were tried", tried, len(drivers)*len(ways))
	}
}

// pluginOf returns the text of a host's plugin, if it has one.
func pluginOf(h Host, p Place) (string, bool) {
	for _, line := range h.Inspect(p).Lines {
		if line.Text == "" {
			text, err := os.ReadFile(line.Path)
			return string(text), err == nil
		}
	}
	return "", false
}

// drive runs a plugin, and returns what came of it and how long that took.
func drive(t *testing.T, plugin, driver string) (string, time.Duration) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "plugin.mjs"), annotation.ReplaceAllString(plugin, ""))
	first, rest, _ := strings.Cut(driver, "\n")
	put(t, filepath.Join(dir, "driver.mjs"), first+"\n"+driverHead+rest)
	cmd := exec.Command("node", "driver.mjs")
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = dir, &out, &out, time.Second
	began := time.Now()
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(&out, err)
	}
	return out.String(), time.Since(began)
}
