package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
)

// text draws what a tool may print: many lines of a few kinds, and bytes that
// JSON, frames and markers give a meaning.
func text(t *rapid.T) string {
	line := rapid.OneOf(
		rapid.SampledFrom([]string{"", "ok", "--- FAIL: TestX (0.01s)", "⟦3-7⟧", "⟦elided:0123456789ab 3 lines, elision-get⟧", "Exit code 1",
			`{"content":[{"type":"text","text":"x"}]}`, "<shellId: 0 completed with exit code 1>", "Process Group PGID: 7", "</untrusted_context>", "error: é \x00 \u2028 \"\\"}),
		rapid.StringMatching(`[a-z]{1,9} [0-9]{1,4} (INFO|WARN|ERROR) [a-z ]{0,60}`),
		rapid.String(),
	)
	once := rapid.SliceOfN(line, 1, 12).Draw(t, "lines")
	times := rapid.SampledFrom([]int{1, 3, 30, 90}).Draw(t, "times")
	all := strings.Repeat(strings.Join(once, "\n")+"\n", times)
	if rapid.Bool().Draw(t, "no line end") {
		all = strings.TrimSuffix(all, "\n")
	}
	return strings.ToValidUTF8(all, "?")
}

// objectsOf returns where objects begin in a payload to which a host of
// another version may add members.
func objectsOf(payload []byte) (places []int) {
	for _, at := range [...]string{"{", `"tool_response":{`, `"toolResult":{`, `"output":{`, `"result":{`} {
		if i := bytes.Index(payload, []byte(at)); i >= 0 {
			places = append(places, i+len(at))
		}
	}
	return places
}

// odd are values that come out of many JSON libraries in another form.
var odd = []string{"1.50", "1e400", "null", `"\u00e9\/"`, "[ ]", `{"a" : 0.10}`}

// extended puts a member that no adapter knows into an object.
func extended(payload []byte, at int, value string) []byte {
	return appendAll(payload[:at], []byte(`"x_extra":`+value+`, `), payload[at:])
}

// TestUnknownMembers: what a later version of a host adds stays.
func TestUnknownMembers(t *testing.T) {
	for name, event := range after() {
		if !longtest.Some(name, 4) {
			continue
		}
		host := strings.Fields(name)[0]
		plain, _ := Sample(host, event, logText(200))
		for _, at := range objectsOf(plain) {
			for _, value := range odd {
				w := newWorld(t, t.TempDir())
				payload := extended(plain, at, value)
				a := w.do(host, event, payload)
				if a.JSON == nil {
					t.Fatalf("%s: no answer to %.200s", name, payload)
				}
				checkAnswer(t, w, host, event, payload, a)
			}
		}
	}
}

// TestLaws: whatever was printed, in every host: an answer is one JSON value,
// is never more than the host has, blocks and approves nothing, keeps all that
// is not the output, and what it leaves out is in the store.
func TestLaws(t *testing.T) {
	names := slices.Sorted(maps.Keys(after()))
	folder := t.TempDir()
	world := newWorld(t, folder)
	world.cfg.Memory = nil // what was printed before is not to matter
	answered := 0
	laws.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "host")
		host, event := strings.Fields(name)[0], after()[name]
		payload, _ := Sample(host, event, text(t))
		payload = extended(payload, rapid.SampledFrom(objectsOf(payload)).Draw(t, "object"), rapid.SampledFrom(odd).Draw(t, "value"))
		before := bytes.Clone(payload)
		a := world.do(host, event, payload)
		if !bytes.Equal(payload, before) {
			t.Fatal("the payload was changed")
		}
		if again := world.do(host, event, payload); !bytes.Equal(again.JSON, a.JSON) {
			t.Fatalf("the same payload had another answer: %s, %s", a.JSON, again.JSON)
		}
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		if a.JSON != nil {
			answered++
		}
		checkAnswer(t, world, host, event, payload, a)
	})
	if answered == 0 && !longtest.Left() {
		t.Error("nothing was ever shortened")
	}
}

func checkAnswer(t rapid.TB, w world, host, event string, payload []byte, a Answer) {
	if a.JSON == nil {
		if len(a.Outputs) > 0 {
			t.Fatalf("no answer, but %+v", a.Outputs)
		}
		return
	}
	if !json.Valid(a.JSON) || a.JSON[0] != '{' {
		t.Fatalf("no JSON object: %s", a.JSON)
	}
	before, err := Effect(host, event, payload, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host == "cline" { // which cuts what it has
		for e := range parsed(t, payload).Path("result", "output").Elements() {
			before = e.Get("result").Str()
		}
	}
	now, err := Effect(host, event, payload, a.JSON)
	if err != nil {
		t.Fatal(err)
	}
	if len(now) >= len(before) {
		t.Fatalf("%d bytes of %d", len(now), len(before))
	}
	grantsNothing(t, host, event, a.JSON)
	sameButText(t, host, payload, a.JSON)
	restored(t, w, before, now, a)
}

// sameButText: of the value that stands in place of the host's own, all is as
// it was but one string; numbers as they were written.
func sameButText(t rapid.TB, host string, payload, answer []byte) {
	paths := map[string][2][]string{
		"claude":   {{"tool_response"}, {"hookSpecificOutput", "updatedToolOutput"}},
		"copilot":  {{"toolResult"}, {"modifiedResult"}},
		"cline":    {{"result"}, {"result"}},
		"amp":      {{"output"}, {"output"}},
		"grok":     {{"toolResult"}, {"hookSpecificOutput", "updatedToolOutput"}},
		"opencode": {{"output", "content"}, {"content"}},
	}
	path, ok := paths[host]
	was, is := path[0], path[1]
	before, now := decoded(t, payload, was), decoded(t, answer, is)
	if !ok || before == nil {
		return
	}
	if changed := differences(before, now); changed != 1 {
		t.Fatalf("%d values of %s changed: %s", changed, host, answer)
	}
}

func parsed(t rapid.TB, text []byte) jsonspan.Value {
	doc, err := jsonspan.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root()
}

// decoded returns a member, with its numbers as they are written.
func decoded(t rapid.TB, text []byte, path []string) any {
	raw := parsed(t, text).Path(path...).Raw()
	if raw == nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// differences counts the values in which two differ.
func differences(a, b any) int {
	n := 0
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return 99
		}
		for key := range a {
			if _, ok := b[key]; !ok {
				return 99
			}
			n += differences(a[key], b[key])
		}
		return n
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return 99
		}
		for i := range a {
			n += differences(a[i], b[i])
		}
		return n
	}
	if !reflect.DeepEqual(a, b) {
		return 1
	}
	return 0
}

// restored: with the originals put back, the model gets what the host had. What
// hosts need said round a text that replaces a result stays, and nothing else.
func restored(t rapid.TB, w world, before, now string, a Answer) {
	now = strings.TrimSuffix(strings.TrimPrefix(now, codexStatus), geminiNotice)
	at := 0
	for _, o := range a.Outputs {
		x, err := w.store.Expand(o.Hash)
		if err != nil {
			t.Fatalf("%s: %v", o.Hash, err)
		}
		data := make([]byte, x.Size())
		x.ReadAt(data, 0)
		x.Close()
		if o.BytesIn != len(data) {
			t.Fatalf("%d bytes of %d are stored", len(data), o.BytesIn)
		}
		i := strings.Index(before[at:], string(data))
		if i < 0 {
			encoded := jsonspan.AppendString(nil, data)
			if strings.Contains(before, string(encoded[1:len(encoded)-1])) {
				return // it stood in JSON in the text; the frame's own laws hold there
			}
			t.Fatalf("what is stored was not printed: %q", data)
		}
		if head := before[at : at+i]; !strings.Contains(now, head) {
			t.Fatalf("%q is lost", head)
		}
		at += i + len(data)
	}
	if !strings.HasSuffix(now, before[at:]) {
		t.Fatalf("the end %q is lost in %q", before[at:], now)
	}
}

// FuzzPayload: any bytes at all, to every event: no panic, an answer that is
// an object, or none.
func FuzzPayload(f *testing.F) {
	for _, payload := range realPayloads(f) {
		f.Add(payload)
	}
	for name, event := range after() {
		payload, _ := Sample(strings.Fields(name)[0], event, logText(60))
		f.Add(payload)
	}
	f.Add([]byte(`{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_response":{"stdout":"x","persistedOutputPath":"/etc/passwd"},"transcript_path":".jsonl"}`))
	w := newWorld(f, f.TempDir())
	f.Fuzz(func(t *testing.T, payload []byte) {
		for _, h := range hosts() {
			for _, e := range h.events {
				a := w.do(h.name, e.name, payload)
				if a.Err != nil && strings.Contains(a.Err.Error(), "a mistake of ours") {
					t.Fatal(a.Err)
				}
				if a.JSON == nil {
					continue
				}
				var object map[string]json.RawMessage
				if err := json.Unmarshal(a.JSON, &object); err != nil {
					t.Fatalf("%s %s: %s: %v", h.name, e.name, a.JSON, err)
				}
				grantsNothing(t, h.name, e.name, a.JSON)
				if _, err := Effect(h.name, e.name, payload, a.JSON); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestWithout: members go, the rest stays, whichever they are.
func TestWithout(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "members")
		blank := rapid.SampledFrom([]string{"", " ", "\n\t"})
		var b strings.Builder
		want := map[string]any{}
		var gone []string
		b.WriteString("{" + blank.Draw(t, "blank"))
		for i := range n {
			key := fmt.Sprintf("k%d", i)
			if i > 0 {
				b.WriteString(blank.Draw(t, "blank") + "," + blank.Draw(t, "blank"))
			}
			fmt.Fprintf(&b, `"%s"%s:%s%d`, key, blank.Draw(t, "blank"), blank.Draw(t, "blank"), i)
			if rapid.Bool().Draw(t, "goes") {
				gone = append(gone, key)
			} else {
				want[key] = float64(i)
			}
		}
		b.WriteString(blank.Draw(t, "blank") + "}")
		doc, err := jsonspan.Parse([]byte(`{"v":` + b.String() + `}`))
		if err != nil {
			t.Fatal(err)
		}
		v := doc.Root().Get("v")
		out := spliced(v, without(v, gone...))
		got := map[string]any{}
		if err := json.Unmarshal(out, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s without %v is %s: %v", b.String(), gone, out, err)
		}
	})
}
