package hook

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"elide.example/elide/internal/jsonspan"
)

// opencode has plugins, no hooks. elide's plugin gives what its
// tool.execute.after got, {"input":…,"output":…}, and puts the members of the
// answer in the place of the output's own: {"output":"…"} or {"content":[…]}.
// Of a conversation that was compacted it says so by session.compacted.
//
// An output of more than some 50 kB is cut by the host, which keeps the whole
// in a file that outlives the call.
func opencode() host {
	return host{"opencode", []event{
		{"tool.execute.after", opencodeAfter, opencodeSample, opencodeEffect},
		{"session.compacted", opencodeForget, nil, nil},
	}}
}

const (
	// opencodeLimit is below what opencode would cut.
	opencodeLimit = 48_000

	// opencodeReach is below what opencode keeps of results in any case: of those
	// before the last 160,000 bytes it may drop what they say, and tells nobody.
	opencodeReach = 120_000
)

func opencodeAfter(t *turn) []byte {
	input, output := t.payload.Get("input"), t.payload.Get("output")
	if input.Get("tool").Kind() != jsonspan.String || output.Kind() != jsonspan.Object {
		return nil
	}
	t.call(input.Get("sessionID").Str(), input.Get("tool").Str(), input.Get("args"))
	t.limit, t.refers, t.reach = opencodeLimit, true, opencodeReach
	if began := t.payload.Get("began"); began.Kind() == jsonspan.Number {
		ms, _ := strconv.ParseInt(string(began.Raw()), 10, 64)
		t.began = time.UnixMilli(ms)
	}
	defer t.notice()
	if text := output.Get("output"); text.Kind() == jsonspan.String {
		if shorter := t.opencodeText(text, output.Get("metadata")); shorter != nil {
			return appendAll([]byte(`{"output":`), shorter, []byte(`}`))
		}
		return nil
	}
	texts, _ := content(output.Get("content"))
	edits := t.shorten(texts...)
	if len(edits) == 0 {
		return nil
	}
	return appendAll([]byte(`{"content":`), spliced(output.Get("content"), edits), []byte(`}`))
}

// opencodeText returns the JSON string to put in place of an output.
func (t *turn) opencodeText(text, metadata jsonspan.Value) []byte {
	if t.cut, _ = metadata.Get("truncated").Bool(); !t.cut {
		return t.inString(text)
	}
	path := metadata.Get("outputPath").Str()
	if !strings.HasSuffix(filepath.Dir(path), filepath.Join("opencode", "tool-output")) {
		return nil
	}
	const end = 200 // bytes of the end that must be the same
	shown := []byte(strings.TrimSpace(text.Str()))
	whole, ok := readSpilled(path)
	if !ok || len(shown) < end || !bytes.HasSuffix(bytes.TrimSpace(whole), shown[len(shown)-end:]) {
		return nil
	}
	shorter := t.text(whole)
	if shorter == nil {
		return nil
	}
	return jsonspan.AppendString(nil, shorter)
}

// opencodeForget takes {"sessionID":"…"}.
func opencodeForget(t *turn) []byte {
	t.session = t.payload.Get("sessionID").Str()
	t.err = t.memory().Forget()
	return nil
}

func opencodeSample(text string) []byte {
	return sample(`{"input":{"tool":"bash","sessionID":"ses_00000000000000000000000000","callID":"call_1","args":{"command":"make test","description":"run"}},"output":{"title":"make test","metadata":{"exit":0,"truncated":false},"output":`, text, `}}`)
}

func opencodeEffect(payload, answer jsonspan.Value) (string, bool) {
	output := payload.Get("output")
	for _, from := range [...]jsonspan.Value{answer, output} {
		if v := from.Get("output"); v.Kind() == jsonspan.String {
			return v.Str(), true
		}
		if texts, _ := content(from.Get("content")); len(texts) > 0 {
			return string(joined(texts)), true
		}
	}
	return "", false
}
