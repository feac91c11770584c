package replay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/transcript"
	"elide.example/elide/internal/wire"
)

// recorded returns the conversations that come with transcript, and one that is made of
// recorded outputs, some of which come again.
func recorded(t testing.TB) []*transcript.Conversation {
	t.Helper()
	var all []*transcript.Conversation
	names, _ := filepath.Glob("../transcript/testdata/*.json*")
	for _, name := range names {
		list, _, err := transcript.Read(name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, list...)
	}
	events := []event{{user: "mend the tests"}}
	inputs, _ := filepath.Glob("../../testdata/corpus/*-01/input")
	for i, name := range inputs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ToValidUTF8(string(data), "?")
		if len(text) > 30_000 {
			continue
		}
		command := filepath.Base(filepath.Dir(name))
		events = append(events, event{says: "I look.", runs: command, gives: text})
		if i%5 == 0 {
			events = append(events, event{says: "Again.", runs: command, gives: text})
		}
	}
	if len(all) < 5 || len(events) < 20 {
		t.Fatalf("%d conversations, %d events", len(all), len(events))
	}
	return append(all, talk(events...))
}

// TestObservedIsReplayed: what is told of a conversation as it grows, request by request,
// by a proxy that only looks, is what replay tells of its transcript.
func TestObservedIsReplayed(t *testing.T) {
	longtest.Asked(t)
	cfg := rewrite.Config{Store: store.Nowhere{}, References: true, Reads: focus.Wide}
	hidden := 0
	for _, c := range recorded(t) {
		looker := rewrite.New(cfg)
		var last rewrite.Report
		for n := range c.Events {
			if c.Events[n].Kind != transcript.Results && n+1 < len(c.Events) {
				continue
			}
			grown := *c
			grown.Events = c.Events[:n+1]
			_, rep := looker.RewriteIn(t.Context(), [32]byte{1}, rewrite.Read(wire.Messages, requestOf(&grown)))
			last = rep.LookedAt("only observed")
			if last.Would == nil || last.TokensIn != last.TokensOut || last.Reduced != 0 {
				t.Fatalf("%s: %+v", c.Host, last)
			}
		}
		l := look(c, newCommon())
		texts, err := rewritten(t.Context(), cfg, l)
		if err != nil {
			t.Fatal(err)
		}
		in, out, bytes := 0, 0, 0
		for i, text := range texts {
			in += tokens.Estimate([]byte(l.outputs[i].text))
			out += tokens.Estimate([]byte(text))
			bytes += len(text)
		}
		if last.Would == nil || last.TokensIn != in || last.Would.TokensOut != out || last.Would.BytesOut != bytes {
			t.Errorf("%s: observed are %+v of %+v, replayed %d of %d tokens in %d bytes", c.Host, last.Would, last, out, in, bytes)
		}
		hidden += in - out
	}
	if hidden < 10_000 {
		t.Errorf("of all that, %d tokens would be hidden", hidden)
	}
}
