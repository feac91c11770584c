package hook

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
)

// session is a host's, with what its agents have before them.
type session struct {
	t      testing.TB
	w      world
	host   string
	now    time.Time
	before map[string][]before // by agent, since the last compaction
	gaps   int
}

// before is a text that an agent has before it.
type before struct {
	name    string
	lines   []string // as the agent sees them, without the host's numbers
	numbers []int    // that stand in front of them, or that they have by their place; 0: of a gap
	written bool
	since   time.Time
}

func newSession(t testing.TB, folder, host string) *session {
	s := &session{t: t, w: newWorld(t, folder), host: host, now: time.Unix(1_800_000_000, 0), before: map[string][]before{}}
	s.w.cfg.now = func() time.Time { return s.now }
	s.w.cfg.Memory = func(host, name string) *seen.Memory {
		return seen.OpenAt(s.w.store.Dir(), host, name, func() time.Time { return s.now })
	}
	return s
}

// call is one that an agent makes.
type call struct {
	tool, arg, text string
	first           int // of a read: the number of its first line
	took            time.Duration
}

// source are lines of a program, from one on.
func source(n int) []string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf("\tstep%d(ctx, %q) // what is done in turn %d\n", i, strings.Repeat("x", i%7), i*i))
	}
	return lines
}

func fileOf(lines []string) string { return strings.Join(lines, "") }

// payload is what the host tells of a call.
func (s *session) payload(agent string, c call) (event string, payload []byte) {
	input := map[string]string{"Read": "file_path", "Write": "file_path", "Bash": "command", "mcp__fs__show": "name"}[c.tool]
	args := fmt.Sprintf(`{%q:%s`, input, quoteJSON(c.arg))
	if c.tool == "Write" {
		args += `,"content":` + quoteJSON(c.text)
	}
	args += fmt.Sprintf(`,"offset":%d}`, c.first)
	if s.host == "opencode" {
		tool := strings.ToLower(strings.TrimPrefix(c.tool, "mcp__"))
		args = strings.Replace(args, "file_path", "filePath", 1)
		answer := c.text
		if c.tool == "Write" {
			answer = "Wrote file successfully."
		}
		return "tool.execute.after", fmt.Appendf(nil, `{"input":{"tool":%q,"sessionID":"s%s","callID":"c","args":%s},"output":{"title":"","metadata":{"truncated":false},"output":%s},"began":%d}`,
			tool, agent, args, quoteJSON(answer), s.now.Add(-c.took).UnixMilli())
	}
	response := map[string]string{
		"Read":          fmt.Sprintf(`{"type":"text","file":{"filePath":%s,"content":%s,"startLine":%d}}`, quoteJSON(c.arg), quoteJSON(c.text), c.first),
		"Write":         `{"type":"create"}`,
		"Bash":          `{"stdout":` + quoteJSON(c.text) + `,"stderr":"","interrupted":false,"isImage":false}`,
		"mcp__fs__show": `[{"type":"text","text":` + quoteJSON(c.text) + `}]`,
	}[c.tool]
	return "PostToolUse", fmt.Appendf(nil, `{"session_id":"s","agent_id":%q,"hook_event_name":"PostToolUse","tool_name":%q,"tool_input":%s,"tool_response":%s,"duration_ms":%d}`,
		agent, c.tool, args, response, c.took.Milliseconds())
}

// does has an agent make a call, and holds what it gets against what it has
// before it.
func (s *session) does(t rapid.TB, agent string, c call) string {
	event, payload := s.payload(agent, c)
	a := s.w.do(s.host, event, payload)
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	if c.tool == "Write" {
		s.before[agent] = append(s.before[agent], before{written: true, lines: split(c.text), since: s.now})
		return ""
	}
	got, err := Effect(s.host, event, payload, a.JSON)
	if err != nil {
		t.Fatal(err)
	}
	own := before{name: c.arg, since: s.now}
	if c.tool == "mcp__fs__show" {
		own.name = strings.TrimPrefix(c.tool, map[string]string{"opencode": "mcp__"}[s.host])
	}
	first := 1
	if s.host == "claude" && c.tool == "Read" {
		first = c.first
		if a.JSON != nil {
			n, _ := strconv.Atoi(string(parsed(t, a.JSON).Path("hookSpecificOutput", "updatedToolOutput", "file", "startLine").Raw()))
			s.checkNumbers(t, c, got, n)
		}
	}
	s.checkGaps(t, agent, c, got, &own, first)
	if got != c.text && string(s.w.original(s.t, a.Outputs[0].Hash)) != c.text {
		t.Fatalf("not what was printed is stored of %s", c.arg)
	}
	s.before[agent] = append(s.before[agent], own)
	return got
}

func split(text string) []string { return slices.Collect(strings.Lines(text)) }

// checkNumbers: what the host numbers from one on has the numbers that it had.
func (s *session) checkNumbers(t rapid.TB, c call, got string, from int) {
	was := split(c.text)
	for i, line := range split(got) {
		if at := from + i - c.first; !strings.HasPrefix(line, marker.Open) && (at < 0 || at >= len(was) || strings.TrimSuffix(was[at], "\n") != strings.TrimSuffix(line, "\n")) {
			t.Fatalf("%q got the number %d\n%s", line, from+i, got)
		}
	}
}

// checkGaps holds each gap against what the agent has before it, and fills in
// what it has before it of this text.
func (s *session) checkGaps(t rapid.TB, agent string, c call, got string, own *before, first int) {
	was, next := split(c.text), 1
	for _, line := range split(got) {
		bare := []byte(strings.TrimSuffix(line, "\n"))
		if r, ok := marker.ParseGap(bare); ok && got != c.text {
			own.lines, own.numbers, next = append(own.lines, line), append(own.numbers, 0), r.Last+1
			continue
		}
		h, ok := marker.ParseHeld(bare)
		if !ok || got == c.text {
			n := next + first - 1
			if next > len(was) || strings.TrimSuffix(was[next-1], "\n") != strings.TrimSuffix(line, "\n") {
				n = 0
			}
			own.lines, own.numbers = append(own.lines, line), append(own.numbers, n)
			next++
			continue
		}
		s.gaps++
		run := was[h.Gap.First-1 : h.Gap.Last]
		own.lines, own.numbers, next = append(own.lines, line), append(own.numbers, 0), h.Gap.Last+1
		if !slices.ContainsFunc(s.before[agent], func(b before) bool { return b.holds(run, h, s.now.Add(-c.took)) }) {
			t.Fatalf("%s has nothing before it that %s could be:\n%s", agent, line, strings.Join(run, ""))
		}
	}
}

// holds tells whether the lines stand in the text where a gap says, in one that
// was there when a call began.
func (b before) holds(run []string, h marker.Held, began time.Time) bool {
	same := func(x, y string) bool { return strings.TrimSuffix(x, "\n") == strings.TrimSuffix(y, "\n") }
	if b.written != (h.Lines == marker.Range{}) || !b.written && (h.Name != filepath.Base(b.name) && h.Name != b.name || b.since.After(began)) {
		return false
	}
	for i := 0; i+len(run) <= len(b.lines); i++ {
		if !slices.EqualFunc(b.lines[i:i+len(run)], run, same) {
			continue
		}
		if b.written || b.numbers[i] == h.Lines.First && b.numbers[i+len(run)-1] == h.Lines.Last {
			return true
		}
	}
	return false
}

func (s *session) compacts() {
	event, payload := "PreCompact", `{"session_id":"s","hook_event_name":"PreCompact"}`
	if s.host == "opencode" {
		event, payload = "session.compacted", `{"sessionID":"s"}`
		s.w.do(s.host, event, []byte(payload))
		s.before[""] = nil
		return
	}
	s.w.do(s.host, event, []byte(payload))
	clear(s.before)
}

// TestGapsAreTrue: whatever the agents of a session do with files, whichever they
// are and whenever it is, what a gap says stands above was shown to the same
// agent, or written by it, since its conversation was compacted, and by a call
// that was over when this one began; and each shown line has the number that it
// has in the file.
func TestGapsAreTrue(t *testing.T) {
	file := source(90)
	edited := slices.Replace(slices.Clone(file), 39, 40, "\tadded()\n", "\tmore()\n", "\tlast()\n", "\tnew()\n")
	other := slices.Replace(source(80)[10:], 9, 10, "\tother()\n")
	files := [][]string{file, edited, other}
	folder := t.TempDir()
	count, gaps := 0, 0
	laws.Check(t, func(rt *rapid.T) {
		count++
		host := rapid.SampledFrom([]string{"claude", "opencode"}).Draw(rt, "host")
		s := newSession(t, filepath.Join(folder, strconv.Itoa(count)), host)
		agent := rapid.SampledFrom([]string{"", "", "", "sub"})
		lines := rapid.Custom(func(rt *rapid.T) call {
			all := rapid.SampledFrom(files).Draw(rt, "file")
			first := rapid.SampledFrom([]int{1, 1, 20, 37}).Draw(rt, "first")
			last := rapid.SampledFrom([]int{len(all), len(all), 40, 60}).Draw(rt, "last")
			c := call{arg: rapid.SampledFrom([]string{"/src/a.go", "/src/b.go"}).Draw(rt, "path"), text: fileOf(all[first-1 : last]), first: first}
			c.took = rapid.SampledFrom([]time.Duration{0, 0, 3 * time.Second, time.Hour}).Draw(rt, "took")
			if rapid.Bool().Draw(rt, "no line end") {
				c.text = strings.TrimSuffix(c.text, "\n")
			}
			return c
		})
		does := func(tool string) func(*rapid.T) {
			return func(rt *rapid.T) {
				c := lines.Draw(rt, "call")
				if c.tool = tool; tool == "Bash" {
					c.arg = fmt.Sprintf("sed -n '%d,$p' %s", c.first, filepath.Base(c.arg))
				}
				s.now = s.now.Add(time.Second) // so that some run beside each other
				s.does(rt, agent.Draw(rt, "agent"), c)
			}
		}
		steps := []func(*rapid.T){
			does("Read"), does("Read"), does("Bash"), does("Write"), does("mcp__fs__show"),
			func(rt *rapid.T) {
				s.now = s.now.Add(time.Second)
				s.does(rt, "", call{tool: "Bash", arg: "make test", text: logText(60) + fileOf(file[:30]) + logText(20), first: 1})
			},
			func(*rapid.T) { s.compacts() },
			func(rt *rapid.T) {
				s.now = s.now.Add(rapid.SampledFrom([]time.Duration{time.Minute, 59 * time.Minute}).Draw(rt, "rest"))
			},
		}
		for _, step := range rapid.SliceOfN(rapid.IntRange(0, len(steps)-1), 2, 9).Draw(rt, "steps") {
			steps[step](rt)
		}
		gaps += s.gaps
	})
	if gaps*6 < count && longtest.AskedForAll() { // about one in each
		t.Errorf("only %d gaps were made of %d sessions", gaps, count)
	}
}
