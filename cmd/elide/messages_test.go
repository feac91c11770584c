//go:build unix

package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/config"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// talk returns a request with so many calls and results.
func talk(rounds int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"messages":[{"role":"user","content":"Fix the failing test."}`)
	for i := range rounds {
		fmt.Fprintf(&b, `,{"role":"assistant","tool_calls":[{"id":"t%d","type":"function","function":{"name":"bash","arguments":"{\"command\":\"go test ./p%d\"}"}}]}`, i, i)
		fmt.Fprintf(&b, `,{"role":"tool","tool_call_id":"t%d","content":%q}`, i, logLines(60+i))
	}
	b.WriteString(`,{"role":"assistant","content":"Done."},{"role":"user","content":"Commit."}]}`)
	return b.Bytes()
}

// TestMarkersOfMessages: each marker in a reduced request gives something back
// that was in the request, alone, to another process, for a week.
func TestMarkersOfMessages(t *testing.T) {
	body := talk(14)
	for _, profile := range history.Profiles() {
		t.Run(profile, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command(program, "messages", "--profile", profile, "--force", "--store", dir)
			cmd.Stdin = bytes.NewReader(body)
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			s, err := store.Open(dir, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			found := marker.Find(out)
			if len(found) == 0 {
				t.Error("no marker")
			}
			for _, m := range found {
				if entry, err := s.Get(m.Hash); err != nil || entry.ExpiresAt().Sub(entry.CreatedAt) < 24*time.Hour {
					t.Errorf("%s: %v, kept until %v", m.Hash, err, entry.ExpiresAt())
				}
				if text := stored(t, s, m.Hash); !bytes.Contains(body, text) && !bytes.Contains(body, insideQuotes(text)) {
					t.Errorf("%s gives %.100q, which was not in the request", m.Hash, text)
				}
			}
		})
	}
}

// TestWhatIsOverStays: of a request that is seen alone nothing goes that is over, and reducing
// it again changes nothing; results go if the user says so.
func TestWhatIsOverStays(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(`{"messages":[{"role":"user","content":"Fix it."}`)
	for i := range 120 {
		fmt.Fprintf(&b, `,{"role":"assistant","tool_calls":[{"id":"t%d","type":"function","function":{"name":"bash","arguments":"{\"command\":\"make p%d\"}"}}]}`, i, i)
		said := &strings.Builder{}
		for k := range 3 + 57*(1-min(1, i/30)) { // much is said first, and then little
			fmt.Fprintf(said, "%d %d of what p%d says\n", i, k*7919%10007, i)
		}
		fmt.Fprintf(&b, `,{"role":"tool","tool_call_id":"t%d","content":%q}`, i, said)
	}
	b.WriteString(`,{"role":"user","content":"Commit."}]}`)
	dir := t.TempDir()
	reduced := func(body []byte, flags ...string) []byte {
		cmd := exec.Command(program, append([]string{"messages", "--profile", "tool-results", "--store", dir}, flags...)...)
		cmd.Stdin = bytes.NewReader(body)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	const gone = " old, "
	kept := reduced(b.Bytes())
	if bytes.Contains(kept, []byte(gone)) || !bytes.Equal(reduced(kept), kept) {
		t.Error("what is over goes, or the second time changes something")
	}
	for _, what := range []string{"done", "all"} {
		if out := reduced(b.Bytes(), "--clear-old", what); bytes.Count(out, []byte(gone)) < 10 {
			t.Errorf("%s: %d results go", what, bytes.Count(out, []byte(gone)))
		}
	}
}

// stored returns what a store holds under a hash.
func stored(t *testing.T, s *store.Store, hash string) []byte {
	t.Helper()
	original, err := s.Expand(hash)
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	text, err := io.ReadAll(io.NewSectionReader(original, 0, original.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func insideQuotes(text []byte) []byte {
	quoted := strconv.Quote(string(text))
	return []byte(quoted[1 : len(quoted)-1])
}

// TestSignalEndsSummarizer: who ends elide ends the summarizer too, and gets
// nothing.
func TestSignalEndsSummarizer(t *testing.T) {
	note := filepath.Join(t.TempDir(), "pid")
	cmd := exec.Command(program, "messages", "--profile", "summary", "--store", t.TempDir(),
		"--summarizer", "sleep 60 & echo $! >"+note+".part; mv "+note+".part "+note+"; wait")
	cmd.Stdin = bytes.NewReader(talk(14))
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := waitFor(t, note)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() // the status says how it went
	if status := cmd.ProcessState.ExitCode(); status != signalled+int(syscall.SIGTERM) || out.Len() > 0 {
		t.Errorf("status %d, %d bytes", status, out.Len())
	}
	for range 600 {
		if gone(pid) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("the summarizer's child %d lives on", pid)
	syscall.Kill(pid, syscall.SIGKILL)
}

// waitFor returns the number in a file that is about to be there.
func waitFor(t *testing.T, name string) int {
	t.Helper()
	for range 600 {
		if text, err := os.ReadFile(name); err == nil {
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the summarizer was not started")
	return 0
}

// gone tells whether a process has ended. It may wait for its parent to ask how.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && bytes.Contains(stat, []byte(") Z "))
}

// TestHistoryDoc: docs/history.md has every profile, flag and key.
func TestHistoryDoc(t *testing.T) {
	text, err := os.ReadFile("../../docs/history.md")
	if err != nil {
		t.Fatal(err)
	}
	want := history.Profiles()
	newMessages(nil).flagSet("").VisitAll(func(f *flag.Flag) { want = append(want, "--"+f.Name) })
	var all strings.Builder
	if _, err := config.Default().WriteTo(&all); err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(all.String(), "\n[history]\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for line := range strings.Lines(table) {
		key, _, _ := strings.Cut(line, " ")
		want = append(want, key)
	}
	if kept := fmt.Sprintf("stored: %.0f hours,", store.SessionTTL.Hours()); !bytes.Contains(text, []byte(kept)) {
		t.Errorf("%q is missing", kept)
	}
	if len(want) < 30 {
		t.Errorf("only %d things to be found", len(want))
	}
	for _, name := range want {
		if !bytes.Contains(text, []byte("`"+name)) {
			t.Errorf("%s is missing", name)
		}
	}
}

// picture is the conversation that docs/history.md draws.
const picture = "s U1 a t a t a t A  U2 a t a t A  U3 a t a t A  U4"

// TestDrawing: what docs/history.md draws is what the profiles do.
func TestDrawing(t *testing.T) {
	text, err := os.ReadFile("../../docs/history.md")
	if err != nil {
		t.Fatal(err)
	}
	var drawing strings.Builder
	for _, profile := range history.Profiles() {
		fmt.Fprintf(&drawing, "    %-13s %s\n", profile, draw(t, profile))
	}
	if !strings.Contains(string(text), drawing.String()) {
		t.Errorf("docs/history.md should have\n%s", drawing.String())
	}
}

// pictured returns the messages of the picture, and where each stands in it.
func pictured() (messages []string, at []int) {
	calls := 0
	for i := 2; i < len(picture); i++ {
		switch sign := picture[i]; sign {
		case 'U', 'A':
			role := map[byte]string{'U': "user", 'A': "assistant"}[sign]
			messages = append(messages, fmt.Sprintf(`{"role":%q,"content":"%d: Good."}`, role, i))
		case 'a':
			calls++
			messages = append(messages, fmt.Sprintf(`{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"make %d"}}]}`, calls, calls))
		case 't':
			messages = append(messages, fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":%q}]}`, calls, logLines(90+calls)))
		default:
			continue
		}
		at = append(at, i)
	}
	return messages, at
}

// draw returns what a profile makes of the picture.
func draw(t *testing.T, profile string) string {
	messages, at := pictured()
	sent := strings.Join(reducedMessages(t, profile, messages), "\n")
	out := []rune("s" + strings.Repeat(" ", len(picture)-1))
	dropped := false
	for i, m := range messages {
		if !strings.Contains(sent, resultOf(m)) {
			copy(out[at[i]:], []rune(strings.Repeat("·", len(picture))))
			if !dropped {
				out[at[i]] = '◆'
			}
			dropped = true
			continue
		}
		copy(out[at[i]-1:], []rune(strings.Repeat(" ", len(picture))))
		copy(out[at[i]:], []rune(strings.Fields(picture[at[i]:])[0]))
		if !strings.Contains(sent, m) {
			out[at[i]] = '▒'
		}
		dropped = false
	}
	return strings.TrimRight(string(out), " ")
}

// resultOf returns the front of a message with a result, up to its text; of
// another one all.
func resultOf(message string) string {
	front, _, _ := strings.Cut(message, `,"content":"2026`)
	return front
}

// reducedMessages returns the messages that a profile sends.
func reducedMessages(t *testing.T, profile string, messages []string) []string {
	t.Helper()
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h, err := history.New(history.Config{Store: s, Settings: history.Settings{Profile: profile, Force: true}})
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := h.Reduce(t.Context(), []byte(`{"system":"s","messages":[`+strings.Join(messages, ",")+"]}"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonspan.Parse(out)
	if err != nil {
		t.Fatal(err)
	}
	var sent []string
	for m := range doc.Root().Get("messages").Elements() {
		sent = append(sent, string(m.Raw()))
	}
	return sent
}
