package history

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/digest"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/thread/threadtest"
	"elide.example/elide/internal/wire"
)

// TestLocal: the last two turns are sent, with what was asked for in the first of
// them said again if it begins inside of a turn of the user's, and long texts cut.
func TestLocal(t *testing.T) {
	h := newHistory(t, newStore(t, t.TempDir()), Settings{Profile: Local})
	for _, api := range threadtest.APIs {
		out, rep := reduce(t, h, encode(talk(5, 2), api))
		all := strings.Join(texts(t, out), "\n")
		if strings.Contains(all, "Request 2") || !strings.Contains(all, "Request 3") || !strings.Contains(all, "Request 4") || rep.Dropped == 0 {
			t.Errorf("%v: %+v\n%s", api, rep, all)
		}
		for _, text := range texts(t, out) {
			if len(text) > 800 {
				t.Errorf("%v: a text of %d bytes: %s", api, len(text), text)
			}
		}
		long, _ := reduce(t, h, encode(talk(1, 11), api))
		if all := strings.Join(texts(t, long), "\n"); !strings.Contains(all, "Request 0") || strings.Count(all, "lines, elision-get") != 7 {
			t.Errorf("%v: of one long turn it sends\n%s", api, all)
		}
	}
}

// TestMostUseful: of a long text the lines are kept that matter, not its end, but
// with Tail just that.
func TestMostUseful(t *testing.T) {
	st := newStore(t, t.TempDir())
	text := log(60) + "2026-11-21T10:59:00Z ERROR worker 3: the disk is full\n" + log(60)
	c := talk(1, 0)
	c.Turns[0].Steps = []threadtest.Step{step("cat a.log", text)}
	for _, tail := range []bool{false, true} {
		out, _ := reduce(t, newHistory(t, st, Settings{Profile: Local, Tail: tail}), encode(c, wire.Chat))
		got := texts(t, out)[3]
		if strings.Contains(got, "the disk is full") == tail || len(got) > 800 {
			t.Errorf("tail %v: %s", tail, got)
		}
		if tail && !strings.HasPrefix(got, "⟦1-") || !marker.Ends([]byte(got)) {
			t.Errorf("tail %v: %s", tail, got)
		}
	}
}

func TestTailOf(t *testing.T) {
	for _, text := range []string{log(50), strings.Repeat("x", 3000), "a\n" + strings.Repeat("é", 2000), log(30) + strings.Repeat("y", 2000) + "\n", strings.Repeat("\n", 900)} {
		got := tailOf([]byte(text), "0123456789ab", 300)
		if len(got) > 300 || !marker.Ends(got) {
			t.Errorf("%d bytes: %s", len(got), got)
		}
		kept := string(got)
		for strings.HasPrefix(kept, "⟦") {
			_, kept, _ = strings.Cut(kept, "\n")
		}
		kept = kept[:strings.LastIndexByte(kept, '\n')]
		if !strings.HasSuffix(strings.TrimSuffix(text, "\n"), kept) {
			t.Errorf("%q is not the end of the text", kept)
		}
	}
}

// TestTailOfCut: what a host said of its own cut stays where the front is cut off.
func TestTailOfCut(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{log(40) + "... [4933 characters truncated] ...\n" + log(40), "⟦1-40⟧\n... [4933 characters truncated] ...\n⟦42-"},
		{"... [4933 characters truncated] ...\n" + log(80), "... [4933 characters truncated] ...\n⟦2-"},
		{log(40) + "half of …14150 tokens truncated… a line\n" + log(40), "⟦1-40⟧\n⟦41.1-8⟧\n…14150 tokens truncated…\n⟦41.37-44⟧\n⟦42-"},
	} {
		got := tailOf([]byte(tt.text), "0123456789ab", 600)
		if !strings.HasPrefix(string(got), tt.want) || len(got) > 600 || len(got) < 400 || !marker.Ends(got) {
			t.Errorf("%d bytes: %s", len(got), got)
		}
	}
}

// TestLiveZone: the first user's message, what is frozen and the last turns stay;
// the rest is reduced by what the user asked for first.
func TestLiveZone(t *testing.T) {
	body := encode(talk(5, 1), wire.Messages)
	before := texts(t, body)
	out, rep := reduce(t, newHistory(t, newStore(t, t.TempDir()), Settings{Profile: LiveZone, Frozen: 5}), body)
	after := texts(t, out)
	for i := range before {
		result := i%4 == 2
		if reduced := before[i] != after[i]; reduced != (result && i >= 5 && i < 12) {
			t.Errorf("message %d: %s", i, after[i])
		}
	}
	if rep.Markers != 2 || fired(rep) != "" {
		t.Errorf("%+v", rep)
	}
	c := talk(4, 0)
	c.Turns[0].Ask, c.Turns[1].Ask = log(120), log(130)
	out, _ = reduce(t, newHistory(t, newStore(t, t.TempDir()), Settings{Profile: LiveZone}), encode(c, wire.Messages))
	if after := texts(t, out); after[0] != log(120) || !marker.Ends([]byte(after[2])) {
		t.Errorf("the task is sent as %s\nand the next request as %s", after[0], after[2])
	}
}

// TestSent: with what was sent before, all of it is sent again as it was, whether
// the agent keeps the messages as they were or as they were sent.
func TestSent(t *testing.T) {
	st := newStore(t, t.TempDir())
	kept := Sent{}
	var before []byte
	for i, c := range talk(6, 2).Growing() {
		set := Settings{Profile: LiveZone, ProtectRecent: -1, Sent: kept}
		body := encode(c, wire.Responses)
		out, rep := reduce(t, newHistory(t, st, set), body)
		if i > 0 && (!bytes.HasPrefix(out, before) || len(rep.Fired)+len(rep.Warnings) > 0) {
			t.Fatalf("request %d: %+v", i, rep)
		}
		again, rep2 := reduce(t, newHistory(t, st, set), out)
		if !bytes.Equal(again, out) || !bytes.Equal(rep2.Sent.Append(nil)[:14], []byte(sentHead+"\n")) {
			t.Fatalf("request %d, as it was sent: %+v", i, rep2)
		}
		var err error
		if kept, err = ParseSent(rep.Sent.Append(nil)); err != nil {
			t.Fatal(err)
		}
		before = messagesOf(t, out)
	}
	// What was protected when it was sent stays, even when it is old.
	set := Settings{Profile: LiveZone}
	first, rep := reduce(t, newHistory(t, st, set), encode(talk(3, 1), wire.Responses))
	set.Sent = rep.Sent
	second, rep := reduce(t, newHistory(t, st, set), encode(talk(6, 1), wire.Responses))
	front := messagesOf(t, first)[:len(messagesOf(t, first))-1]
	if !bytes.HasPrefix(second, front) || len(rep.Fired) > 0 {
		t.Errorf("%+v", rep)
	}
	// Under other settings that can't be, and one warning says so.
	set.ProtectRecent, set.Sent = -1, kept
	h, err := New(Config{Store: st, Settings: set, Rewrite: rewrite.Config{Pipeline: pipeline.Options{Budget: 60}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, rep = reduce(t, h, encode(talk(6, 2), wire.Responses)); len(rep.Warnings) != 1 {
		t.Errorf("%q", rep.Warnings)
	}
	for _, text := range []string{"x", sentHead + "\n12", sentHead + "\n" + strings.Repeat("z", 32) + " " + strings.Repeat("0", 32) + "\n"} {
		if _, err := ParseSent([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// sections are what the message of a digest has to have.
var sections = map[string][]string{
	FiveStage: {"## Request", "## Decisions", "## Tools", "## Errors", "## Numbers", "## Next", "<read-files>"},
	Summary:   {"## Task", "## Learned", "## Tools used and why", "## Progress", "## Next steps"},
}

// TestStandIn: one message of the model's stands for the middle, and gives it back
// alone.
func TestStandIn(t *testing.T) {
	st := newStore(t, t.TempDir())
	for profile, want := range sections {
		for _, api := range threadtest.APIs {
			body := encode(talk(4, 3), api)
			out, rep := reduce(t, newHistory(t, st, Settings{Profile: profile, Force: true}), body)
			after := mustRead(t, out)
			var found []thread.Message
			for _, m := range after.Messages {
				if isOurs(m) && !isBridge(m) {
					found = append(found, m)
				}
			}
			if len(found) != 1 || found[0].Role != thread.Assistant || rep.Dropped < 10 {
				t.Fatalf("%s, %v: %+v\n%s", profile, api, rep, out)
			}
			text := messageText(found[0])
			for _, section := range want {
				if !strings.Contains(text, section) {
					t.Errorf("%s, %v: no %q in\n%s", profile, api, section, text)
				}
			}
			x, err := st.Expand(marker.Find([]byte(text))[0].Hash)
			if err != nil {
				t.Fatal(err)
			}
			dropped := make([]byte, x.Size())
			if _, err := x.ReadAt(dropped, 0); err != nil || !bytes.Contains(body, dropped) {
				t.Errorf("%s, %v: %v, the marker gives %s", profile, api, err, dropped)
			}
			x.Close()
		}
	}
}

// TestKeepsEnds: five-stage leaves the first two messages and the last six as they
// are, and clears old results that are in neither the middle nor those.
func TestKeepsEnds(t *testing.T) {
	body := encode(talk(4, 4), wire.Messages)
	before := mustRead(t, body).Messages
	out, rep := reduce(t, newHistory(t, newStore(t, t.TempDir()), Settings{Profile: FiveStage, Force: true}), body)
	after := mustRead(t, out).Messages
	for i := range 2 {
		if !bytes.Equal(before[i].Value.Raw(), after[i].Value.Raw()) {
			t.Errorf("message %d is sent as %s", i, after[i].Value.Raw())
		}
	}
	for i := range 6 {
		if !bytes.Equal(before[len(before)-1-i].Value.Raw(), after[len(after)-1-i].Value.Raw()) {
			t.Errorf("message %d from the end is sent as %s", i, after[len(after)-1-i].Value.Raw())
		}
	}
	if fired(rep) != "clear condense" || !marker.Ends([]byte(after[2].Parts[0].Texts[0].Str())) {
		t.Errorf("%+v: message 2 is sent as %s", rep, after[2].Value.Raw())
	}
}

// TestKeepsTheTask: the system prompt, the task and the first answer stay, however
// many system messages stand before, between or behind, and wherever the shape has
// them: in the list, or beside it.
func TestKeepsTheTask(t *testing.T) {
	prompt := func(role, text string) string { return `{"role":"` + role + `","content":"` + text + `"},` }
	for _, api := range []wire.API{wire.Messages, wire.Chat, wire.Responses, wire.Generate} {
		body := encode(talk(6, 3), api)
		bodies := [][]byte{body}
		if api == wire.Chat || api == wire.Responses {
			list := bytes.Index(body, []byte(`[{"`)) + 1
			ask := list + bytes.Index(body[list:], []byte(`Request 0`))
			behind := ask + bytes.Index(body[ask:], []byte(`},{`)) + 2
			more := []byte(prompt("developer", "Rule one.") + prompt("system", "Rule two.") + prompt("developer", "Rule three."))
			bodies = append(bodies, slices.Concat(body[:list], more, body[list:]), slices.Concat(body[:behind], more, body[behind:]))
		}
		for _, body := range bodies {
			before := mustRead(t, body)
			out, rep := reduce(t, newHistory(t, newStore(t, t.TempDir()), Settings{Profile: FiveStage, Force: true, ClearAfter: -1}), body)
			after := mustRead(t, out)
			if rep.Dropped == 0 {
				t.Errorf("%v: nothing is left out: %+v", api, rep)
			}
			for i, spoken := 0, 0; spoken < 2; i++ {
				if m := before.Messages[i]; !bytes.Equal(m.Value.Raw(), after.Messages[i].Value.Raw()) {
					t.Errorf("%v: message %d of role %v is sent as %.200s", api, i, m.Role, after.Messages[i].Value.Raw())
				}
				if before.Messages[i].Role != thread.System {
					spoken++
				}
			}
		}
	}
}

// TestBudget: nothing fires below the share of the budget, and what fires comes
// below it.
func TestBudget(t *testing.T) {
	st := newStore(t, t.TempDir())
	h := newHistory(t, st, Settings{Profile: FiveStage, ContextBudget: 20_000})
	times := 0
	for _, c := range talk(8, 4).Growing() {
		_, rep := reduce(t, h, encode(c, wire.Messages))
		if len(rep.Fired) > 0 {
			times++
		}
		if rep.TokensIn <= 16_000 && rep.Unchanged == "" || rep.TokensOut > 16_000 {
			t.Errorf("%+v", rep)
		}
	}
	if times < 2 || times > 6 {
		t.Errorf("it fires %d times", times)
	}
}

// TestFires: a stage fires now and then, and not on every request, and what was
// sent stays else.
func TestFires(t *testing.T) {
	longtest.Asked(t)
	st := newStore(t, t.TempDir())
	for profile, want := range map[string]struct {
		stages      string
		least, most int
	}{
		ToolResults: {"", 0, 0}, LiveZone: {"reduce", 6, 12}, Local: {"drop", 7, 12}, FiveStage: {"clear condense", 2, 6}, Summary: {"summarize", 15, 22},
	} {
		h := newHistory(t, st, Settings{Profile: profile, ContextBudget: 20_000})
		reports := prefixStays(t, h, threadtest.Style{API: wire.Chat}, talk(8, 4))
		stages := map[string]bool{}
		for _, rep := range reports {
			for _, stage := range rep.Fired {
				stages[stage] = true
			}
		}
		if got := strings.Join(slices.Sorted(maps.Keys(stages)), " "); got != want.stages || len(reports) < want.least || len(reports) > want.most {
			t.Errorf("%s: %q fire on %d of 40 requests, want %+v", profile, got, len(reports), want)
		}
	}
}

// TestSlack: with a budget near what always stays, the stages don't fire on every
// request, but each time that enough has come together, and a warning says so,
// once.
func TestSlack(t *testing.T) {
	longtest.Asked(t)
	st := newStore(t, t.TempDir())
	times := map[int]int{}
	for slack, want := range map[int]int{-1: 0, 20: 1, 40: 1} {
		h := newHistory(t, st, Settings{Profile: FiveStage, ContextBudget: 10_000, SlackPercent: slack})
		warned := 0
		for _, rep := range prefixStays(t, h, threadtest.Style{API: wire.Messages}, talk(8, 4)) {
			times[slack] += min(len(rep.Fired), 1)
			warned += len(rep.Warnings)
		}
		if warned != want {
			t.Errorf("slack %d: it warns %d times, want %d", slack, warned, want)
		}
	}
	if times[-1] <= times[20] || times[20] <= times[40] || times[40] == 0 {
		t.Errorf("it fires so many times, by slack: %v", times)
	}
	h := newHistory(t, st, Settings{Profile: FiveStage, ContextBudget: 60_000})
	for _, rep := range prefixStays(t, h, threadtest.Style{API: wire.Messages}, talk(12, 4)) {
		if len(rep.Warnings) > 0 {
			t.Errorf("it warns of a large budget: %q", rep.Warnings)
		}
	}
}

// TestSystemMessages: a system message in the midst of what another message stands
// for stays.
func TestSystemMessages(t *testing.T) {
	for profile := range map[string]bool{Local: true, FiveStage: true, Summary: true} {
		for _, api := range []wire.API{wire.Chat, wire.Responses} {
			body := encode(talk(6, 1), api)
			second := []byte(`"Request 2:`)
			at := bytes.LastIndex(body[:bytes.Index(body, second)], []byte(`{"`))
			body = slices.Concat(body[:at], []byte(`{"role":"developer","content":"Answer in German."},`), body[at:])
			h := newHistory(t, newStore(t, t.TempDir()), Settings{Profile: profile, Force: true})
			out, rep := reduce(t, h, body)
			if rep.Dropped < 5 || bytes.Count(out, []byte("Answer in German.")) != 1 {
				t.Errorf("%s, %v: %+v\n%s", profile, api, rep, out)
			}
			if again, _ := reduce(t, h, out); !bytes.Equal(again, out) {
				t.Errorf("%s, %v: reduced again\n%s\nto\n%s", profile, api, out, again)
			}
			if back, err := h.Expand(background, out); err != nil || !bytes.Equal(back, body) {
				t.Errorf("%s, %v: %v, it expands to\n%s", profile, api, err, back)
			}
		}
	}
}

// TestFedBack: an agent that goes on from what was sent loses no path, whatever
// number of times messages are replaced.
func TestFedBack(t *testing.T) {
	st := newStore(t, t.TempDir())
	for _, profile := range []string{FiveStage, Summary} {
		h := newHistory(t, st, Settings{Profile: profile, ContextBudget: 9000})
		var body []byte
		for i := range 6 {
			c := talk(1, 4)
			for j := range c.Turns[0].Steps {
				call := &c.Turns[0].Steps[j].Calls[0]
				call.Name, call.Input = "Read", map[string]string{"file_path": fmt.Sprintf("src/part%d/file%d.go", i, j)}
			}
			next := bytes.ReplaceAll(encode(c, wire.Messages), []byte("toolu_"), fmt.Appendf(nil, "toolu_%d_", i))
			if i > 0 {
				next = join(t, body, next)
			}
			out, _ := reduce(t, h, next)
			body = out
		}
		for i := range 4 {
			for j := range 3 {
				if path := fmt.Sprintf("src/part%d/file%d.go", i, j); !bytes.Contains(body, []byte(path)) {
					t.Errorf("%s: %s is lost in\n%s", profile, path, body)
				}
			}
		}
		if n := bytes.Count(body, []byte(digest.Opening)); n != 1 {
			t.Errorf("%s: there are %d digests", profile, n)
		}
	}
}

// join puts the messages of a request behind those of another.
func join(t *testing.T, body, next []byte) []byte {
	t.Helper()
	_, end := mustRead(t, body).List.Span()
	list := mustRead(t, next).List.Raw()
	middle := append([]byte(`,{"role":"assistant","content":"Done."},`), list[1:]...)
	return append(append(bytes.Clone(body[:end-1]), middle...), body[end:]...)
}

// TestSummarizer: a command writes, once for a stretch; if it fails the digest
// takes its place, or the request stays.
func TestSummarizer(t *testing.T) {
	dir := t.TempDir()
	runs := filepath.Join(dir, "runs")
	body := encode(talk(4, 3), wire.Chat)
	set := Settings{Profile: Summary, Summarizer: "cat > /dev/null; echo x >> " + runs + `; printf '## Learned\nThe lock is to blame.\n'`}
	st := newStore(t, filepath.Join(dir, "store"))
	first, _ := reduce(t, newHistory(t, st, set), body)
	again, _ := reduce(t, newHistory(t, st, set), body)
	if !bytes.Contains(first, []byte("The lock is to blame.")) || !bytes.Equal(first, again) {
		t.Errorf("it sends\n%s\nand then\n%s", first, again)
	}
	if text, _ := os.ReadFile(runs); string(text) != "x\n" {
		t.Errorf("it ran %d times", len(text)/2)
	}
	for name, c := range map[string]Settings{
		"fails":      {Summarizer: "exit 3"},
		"empty":      {Summarizer: "true"},
		"too slow":   {Summarizer: "sleep 30", SummarizerTimeout: 50 * time.Millisecond},
		"too long":   {Summarizer: "yes a long text", SummarizerBytes: 1000},
		"too wordy":  {Summarizer: "seq 9000"},
		"no command": {Summarizer: "/none/such"},
	} {
		c.Profile = Summary
		out, rep := reduce(t, newHistory(t, st, c), body)
		if len(rep.Warnings) != 1 || !bytes.Contains(out, []byte("## Learned")) {
			t.Errorf("%s: %+v", name, rep)
		}
		if _, rep = reduce(t, newHistory(t, st, c), body); len(rep.Warnings) > 0 {
			t.Errorf("%s: it is tried again for the same stretch: %+v", name, rep)
		}
		c.OnFailure = KeepOriginal
		out, rep, err := newHistory(t, newStore(t, t.TempDir()), c).Reduce(background, body)
		if err == nil || !bytes.Equal(out, body) || rep.Unchanged == "" {
			t.Errorf("%s, kept: %v, %+v", name, err, rep)
		}
	}
}

// TestExpansion: what was expanded is never reduced again.
func TestExpansion(t *testing.T) { neverReduced(t, "elision-get 0123456789ab") }

// TestOffInTheLine: what is to be shown as printed is not reduced either.
func TestOffInTheLine(t *testing.T) { neverReduced(t, "cd x && ELIDE=off make") }

func neverReduced(t *testing.T, line string) {
	c := talk(5, 1)
	c.Turns[0].Steps[0] = step(line, log(90))
	c.Turns[4].Steps[0] = step(line, log(91))
	for profile, want := range map[string]string{ToolResults: log(90), LiveZone: log(90), Local: log(91)} {
		out, _ := reduce(t, newHistory(t, newStore(t, t.TempDir()), Settings{Profile: profile}), encode(c, wire.Chat))
		if all := strings.Join(texts(t, out), "\x00"); !strings.Contains(all, want) {
			t.Errorf("%s reduces it: %s", profile, all)
		}
	}
}

// TestRulesOfACommand: a rule file that is bound to a command counts for the results
// of calls that run it.
func TestRulesOfACommand(t *testing.T) {
	f, err := rules.ParseUser("mine", "command \"acme build\"\nline show has \"request 60000 \"\n")
	if err != nil {
		t.Fatal(err)
	}
	var users rules.Users
	if err := users.Add(f); err != nil {
		t.Fatal(err)
	}
	for profile, turn := range map[string]int{ToolResults: 1, LiveZone: 1, Local: 8} {
		for line, want := range map[string]bool{"cd x && acme build": true, "acme": false} {
			c := talk(9, 1)
			c.Turns[turn].Steps[0] = step(line, log(90))
			h, err := New(Config{Store: newStore(t, t.TempDir()), Settings: Settings{Profile: profile}, Rewrite: rewrite.Config{Pipeline: pipeline.Options{Rules: &users}}})
			if err != nil {
				t.Fatal(err)
			}
			out, rep := reduce(t, h, encode(c, wire.Chat))
			if all := strings.Join(texts(t, out), "\n"); strings.Contains(all, "request 60000 ") != want || rep.Markers == 0 {
				t.Errorf("%s of %s: %+v\n%s", profile, line, rep, all)
			}
		}
	}
}

// TestAsTheProxy: tool-results sends the bytes that the proxy sends.
func TestAsTheProxy(t *testing.T) {
	for _, api := range threadtest.APIs {
		for _, bare := range []bool{false, true} {
			body := threadtest.Style{API: api, Bare: bare}.Encode(talk(3, 4))
			whole := body
			if bare {
				whole = []byte(`{"` + map[wire.API]string{wire.Messages: "messages", wire.Chat: "messages", wire.Responses: "input", wire.Generate: "contents"}[api] + `":` + string(body) + "}")
			}
			cfg := rewrite.Config{References: true}
			h, err := New(Config{Store: newStore(t, t.TempDir()), Settings: Settings{Profile: ToolResults}, Rewrite: cfg})
			if err != nil {
				t.Fatal(err)
			}
			out, rep := reduce(t, h, body)
			cfg.Store = newStore(t, t.TempDir())
			want, _ := rewrite.New(cfg).Rewrite(background, api, whole)
			if !bytes.Contains(want, out) || !bare && !bytes.Equal(want, out) || rep.Markers == 0 {
				t.Errorf("%v, bare %v: %+v sends\n%s\nthe proxy\n%s", api, bare, rep, out, want)
			}
		}
	}
}

// TestPart: where much is left out, the marker says that a part can be had.
func TestPart(t *testing.T) {
	for turns, want := range map[int]bool{3: false, 20: true} {
		c := talk(turns, 1)
		for i := range c.Turns {
			c.Turns[i].Steps = []threadtest.Step{step("cat a.log", log(20))}
		}
		out, _ := reduce(t, newHistory(t, newStore(t, t.TempDir()), Settings{Profile: Local}), encode(c, wire.Messages))
		if !isOurs(mustRead(t, out).Messages[0]) || bytes.Contains(out, []byte(" messages, elision-get --grep TEXT for a part⟧")) != want {
			t.Errorf("%d turns: %s", turns, out)
		}
	}
}

// TestCounted: the marker of messages says how many there are, and how many images
// go with them.
func TestCounted(t *testing.T) {
	c := talk(5, 1)
	c.Turns[1].Image = true
	out, _ := reduce(t, newHistory(t, newStore(t, t.TempDir()), Settings{Profile: Local}), encode(c, wire.Messages))
	if !bytes.Contains(out, []byte("12 messages, 1 image, elision-get")) || !isOurs(mustRead(t, out).Messages[0]) {
		t.Errorf("%s", out)
	}
}
