// Package threadtest makes conversations for property tests: drawn once,
// whatever the provider (Conversation), and written down in the shape of any of
// them, in the ways that clients differ (Style). What it writes is valid: it
// passes thread.Check.
package threadtest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"pgregory.net/rapid"
)

// Conversation is what was said and done. The last turn of one that is drawn is
// open: it is for the model to go on.
type Conversation struct {
	System string
	Turns  []Turn
}

// Turn is what the user asks for and what comes of it.
type Turn struct {
	Ask    string
	Image  bool // the user shows an image, too
	Steps  []Step
	Answer string // what the model says in the end; "": it is still at it
}

// Step is a response of the model's with calls, and their results.
type Step struct {
	Thought string // signed, where there are signatures; "": none
	Say     string
	Calls   []Call // made at once; there is at least one
	Note    string // what the host says behind the results
}

// Call is a call and its result.
type Call struct {
	Name   string
	Input  map[string]string
	Free   string   // for a custom tool, instead of Input
	Output []string // texts of the result; none: it is empty
	Failed bool
	Image  bool // the result holds an image, too
}

// Growing returns what is sent on each of the model's turns, in order: each
// conversation is the front of the next, the last is the whole.
func (c Conversation) Growing() []Conversation {
	var out []Conversation
	for i, turn := range c.Turns {
		for steps := 0; steps <= len(turn.Steps); steps++ {
			open := turn
			open.Steps, open.Answer = turn.Steps[:steps:steps], ""
			out = append(out, Conversation{c.System, append(c.Turns[:i:i], open)})
		}
	}
	return out
}

// Conversations draws conversations of up to 5 turns of up to 6 steps.
func Conversations() *rapid.Generator[Conversation] { return conversations(1, 0) }

// Long draws conversations of 3 to 5 turns of 2 to 6 steps: enough for there to
// be a beginning, a middle and an end.
func Long() *rapid.Generator[Conversation] { return conversations(3, 2) }

// conversations draws conversations of at least so many turns, of at least so
// many steps each.
func conversations(fewest, fewestSteps int) *rapid.Generator[Conversation] {
	return rapid.Custom(func(t *rapid.T) Conversation {
		c := Conversation{System: rapid.SampledFrom([]string{"", "You are a careful engineer.\nUse the tools."}).Draw(t, "system")}
		c.Turns = rapid.SliceOfN(turns(fewestSteps), fewest, 5).Draw(t, "turns")
		c.Turns[len(c.Turns)-1].Answer = ""
		return c
	})
}

func turns(fewestSteps int) *rapid.Generator[Turn] {
	return rapid.Custom(func(t *rapid.T) Turn {
		return Turn{
			Ask:    sentences(t, "ask", 6),
			Image:  rarely(t, "image"),
			Steps:  rapid.SliceOfN(steps(), fewestSteps, 6).Draw(t, "steps"),
			Answer: sentences(t, "answer", 12),
		}
	})
}

func steps() *rapid.Generator[Step] {
	return rapid.Custom(func(t *rapid.T) Step {
		s := Step{Calls: rapid.SliceOfN(calls(), 1, 3).Draw(t, "calls")}
		if rapid.Bool().Draw(t, "thinks") {
			s.Thought = sentences(t, "thought", 3)
		}
		if rapid.Bool().Draw(t, "says") {
			s.Say = sentences(t, "say", 3)
		}
		if rarely(t, "noted") {
			s.Note = "<system-reminder>" + sentences(t, "note", 1) + "</system-reminder>"
		}
		return s
	})
}

// calls draws calls of tools that the usual agents have.
func calls() *rapid.Generator[Call] {
	return rapid.Custom(func(t *rapid.T) Call {
		path := rapid.SampledFrom(paths).Draw(t, "path")
		c := rapid.SampledFrom([]Call{
			{Name: "Bash", Input: map[string]string{"command": "cat " + path}},
			{Name: "Bash", Input: map[string]string{"command": "go test ./...", "description": "Run the tests"}},
			{Name: "Read", Input: map[string]string{"file_path": path}},
			{Name: "Edit", Input: map[string]string{"file_path": path, "old_string": "a < b", "new_string": "a <= b"}},
			{Name: "Write", Input: map[string]string{"file_path": path, "content": "package a\n\nvar name = \"é\\n\"\n"}},
			{Name: "Grep", Input: map[string]string{"pattern": "func .*Open", "path": path}},
			{Name: "str_replace_based_edit_tool", Input: map[string]string{"command": "view", "path": path}},
			{Name: "apply_patch", Free: "*** Begin Patch\n*** Update File: " + path + "\n@@\n-a\n+b\n*** End Patch\n"},
		}).Draw(t, "tool")
		c.Failed = rarely(t, "failed")
		c.Image = rarely(t, "image")
		for range rapid.SampledFrom([]int{1, 1, 1, 1, 2, 0}).Draw(t, "texts") {
			c.Output = append(c.Output, output(t))
		}
		if c.Failed && len(c.Output) == 0 {
			c.Output = []string{"Exit code 1"}
		}
		return c
	})
}

var paths = []string{"main.go", "internal/store/store.go", "internal/store/lock.go", "docs/store.md", "cmd/tool/main.go", "testdata/größe.txt"}

func rarely(t *rapid.T, label string) bool { return rapid.IntRange(0, 9).Draw(t, label) == 9 }

// rng draws a source for what would take too many draws.
func rng(t *rapid.T, label string) *rand.Rand {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, label), 1))
}

// sentences draws up to so many sentences: never empty, no blanks at the ends.
func sentences(t *rapid.T, label string, most int) string {
	r := rng(t, label)
	var out []string
	for range 1 + r.IntN(most) {
		out = append(out, pick(r, said))
	}
	return strings.Join(out, pick(r, []string{" ", "\n", "\n\n"}))
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

var said = []string{
	"The lock is held while the entry is written.", "Let me look at internal/store/lock.go:42.", "Fix the failing test, please.",
	"We decided to keep the 12-digit hash.", "Next I will run the tests again.", "Port 8443 is what the server listens on.",
	`The pattern is "a\\b" </script> & more.`, "größer als 3 µs — 日本語, 😀", "Use o200k for the count.", "TODO: remove the flag.",
	"cut in half: \ufffd", "tab\tand\u0001control\u007f\u2028",
}

// output draws the text of a result: short, or one that is worth reducing.
func output(t *rapid.T) string {
	r := rng(t, "output")
	lines := rapid.SampledFrom([]int{1, 3, 30, 120}).Draw(t, "lines")
	kind := rapid.SampledFrom([]func(*rand.Rand, int) string{logLine, testLine, grepLine, anyLine}).Draw(t, "kind")
	var b strings.Builder
	for i := range lines {
		b.WriteString(kind(r, i))
		if i+1 < lines || r.IntN(4) > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func logLine(r *rand.Rand, i int) string {
	return fmt.Sprintf("2026-11-21T10:%02d:%02dZ %s worker %d: request %d took %d ms", i/60%60, i%60, pick(r, []string{"INFO", "INFO", "INFO", "WARN", "ERROR"}), r.IntN(9), r.IntN(1e6), r.IntN(5000))
}

func testLine(r *rand.Rand, i int) string {
	if r.IntN(25) == 0 {
		return fmt.Sprintf("--- FAIL: TestStore%d (0.0%ds)\n    store_test.go:%d: got %d, want %d", i, r.IntN(9), r.IntN(400), r.IntN(99), r.IntN(99))
	}
	return fmt.Sprintf("--- PASS: TestStore%d (0.0%ds)", i, r.IntN(9))
}

func grepLine(r *rand.Rand, i int) string {
	return fmt.Sprintf("%s:%d:func (s *Store) Open%d(path string) error {", pick(r, paths), 10*i+r.IntN(9), r.IntN(99))
}

func anyLine(r *rand.Rand, _ int) string { return pick(r, said) }
