package conversation

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/wire"
)

func request(t testing.TB, api wire.API, body string) *wire.Request {
	t.Helper()
	doc, err := jsonspan.Parse([]byte(body))
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	r, err := wire.Parse(api, doc)
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return r
}

// grown is a conversation as its requests hold it: each has n turns of the model's and
// their results behind the user's words.
type grown struct {
	name string
	api  wire.API
	body func(words string, n int) string
}

func turns(n int, form string) (out string) {
	for i := range n {
		out += strings.ReplaceAll(form, "%d", fmt.Sprint(i))
	}
	return out
}

var talks = []grown{
	{"messages", wire.Messages, func(words string, n int) string {
		first := `"` + words + `"`
		if n%2 == 1 { // the mark for the cache moves on, and a text becomes a list for it
			first = `[{"type":"text","text":"` + words + `","cache_control":{"type":"ephemeral"}}]`
		}
		return fmt.Sprintf(`{"system":"today is day %d","messages":[{"role":"user","content":%s}%s]}`, n, first, turns(n, `,{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"x"},{"type":"text","text":"go on %d"}]}`))
	}},
	{"chat", wire.Chat, func(words string, n int) string {
		return fmt.Sprintf(`{"messages":[{"role":"system","content":"day %d"},{"role":"user","content":"%s"}%s]}`, n, words, turns(n, `,{"role":"assistant","tool_calls":[{"id":"t%d","type":"function","function":{"name":"bash","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t%d","content":"x"},{"role":"user","content":"go on"}`))
	}},
	{"responses", wire.Responses, func(words string, n int) string {
		if n == 0 {
			return `{"input":"` + words + `"}`
		}
		return fmt.Sprintf(`{"input":[{"role":"user","content":[{"type":"input_text","text":"%s"}]}%s]}`, words, turns(n, `,{"type":"function_call","call_id":"t%d","name":"sh","arguments":"{}"},{"type":"function_call_output","call_id":"t%d","output":"x"},{"role":"user","content":"go on"}`))
	}},
	{"gemini", wire.Generate, func(words string, n int) string {
		return fmt.Sprintf(`{"systemInstruction":{"parts":[{"text":"day %d"}]},"contents":[{"role":"user","parts":[{"text":"<session_context>the same each day</session_context>"}]},{"role":"user","parts":[{"text":"%s"}]}%s]}`, n, words, turns(n, `,{"role":"model","parts":[{"functionCall":{"name":"sh","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"sh","response":{"output":"x"}}}]},{"role":"user","parts":[{"text":"go on"}]}`))
	}},
	{"converse", wire.Converse, func(words string, n int) string {
		return fmt.Sprintf(`{"messages":[{"role":"user","content":[{"text":"%s"}]}%s]}`, words, turns(n, `,{"role":"assistant","content":[{"toolUse":{"toolUseId":"t%d","name":"sh","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t%d","content":[{"text":"x"}]}}]}`))
	}},
}

// TestFrontStays: a conversation that nobody names keeps its ID over 20 turns, whatever
// becomes of the system prompt and the marks for caches, in every API; another one has
// another.
func TestFrontStays(t *testing.T) {
	for _, k := range talks {
		var first ID
		for _, words := range []string{"<task>fix the tests</task>", "fix the tests"} {
			first = Of(nil, request(t, k.api, k.body(words, 0)), nil)
			if !first.Told() || len(first.String()) != ledger.IDLen {
				t.Fatalf("%s: %q", k.name, first)
			}
			for n := 1; n <= 20; n++ {
				if got := Of(nil, request(t, k.api, k.body(words, n)), nil); got != first {
					t.Fatalf("%s: with %d turns it is %s, was %s", k.name, n, got, first)
				}
			}
		}
		if other := Of(nil, request(t, k.api, k.body("fix the docs", 3)), nil); other == first || !other.Told() {
			t.Errorf("%s: another conversation has the same ID", k.name)
		}
	}
}

// TestInterrupted: what the user adds before the model has said anything changes no
// conversation that began with his words.
func TestInterrupted(t *testing.T) {
	one := request(t, wire.Messages, `{"messages":[{"role":"user","content":[{"type":"text","text":"<context>c</context>"},{"type":"text","text":"fix it"}]}]}`)
	two := request(t, wire.Messages, `{"messages":[{"role":"user","content":[{"type":"text","text":"<context>c</context>"},{"type":"text","text":"fix it"}]},{"role":"user","content":"no, wait"}]}`)
	if Of(nil, one, nil) != Of(nil, two, nil) {
		t.Error("the conversation is another one")
	}
}

// TestNamed: a header goes first, then a session in the body, then the front. What is
// no session's name is none.
func TestNamed(t *testing.T) {
	const uuid = "0b5c8d3e-1f2a-4b3c-8d4e-5f6a7b8c9d0e"
	messages := func(user string) *wire.Request {
		return request(t, wire.Messages, `{"metadata":{"user_id":"`+user+`"},"messages":[{"role":"user","content":"hi"}]}`)
	}
	responses := func(fields string) *wire.Request {
		return request(t, wire.Responses, `{`+fields+`,"input":[{"role":"user","content":"hi"}]}`)
	}
	session := digest("name", []byte(uuid))
	greeting := Of(nil, request(t, wire.Chat, `{"messages":[{"role":"user","content":"hi"}]}`), nil)
	chain := NewChain()
	chain.Add("resp_1", session)
	for name, c := range map[string]struct {
		header  map[string][]string
		request *wire.Request
		want    ID
	}{
		"ours over the host's":     {map[string][]string{Header: {uuid}, "X-Claude-Code-Session-Id": {"x"}}, nil, session},
		"Claude Code's":            {map[string][]string{"X-Claude-Code-Session-Id": {uuid}}, messages("x"), session},
		"Codex's":                  {map[string][]string{"Session-Id": {" " + uuid + " "}}, nil, session},
		"over the body":            {map[string][]string{Header: {uuid}}, messages("user_1_account_2_session_3"), session},
		"blank":                    {map[string][]string{Header: {" "}}, nil, ID{}},
		"twice":                    {map[string][]string{Header: {uuid, uuid}}, nil, ID{}},
		"nothing":                  {nil, nil, ID{}},
		"user and session":         {nil, messages("user_1_account_2_session_" + uuid), session},
		"as JSON":                  {nil, messages(`{\"device_id\":\"d\",\"session_id\":\"` + uuid + `\"}`), session},
		"broken JSON":              {nil, messages(`{\"session_id\"`), greeting},
		"a user alone":             {nil, messages("user_1"), greeting},
		"key to a cache":           {nil, responses(`"prompt_cache_key":"` + uuid + `"`), session},
		"key of a program":         {nil, responses(`"prompt_cache_key":"my-program"`), greeting},
		"conversation":             {nil, responses(`"conversation":"` + uuid + `"`), session},
		"conversation by its id":   {nil, responses(`"conversation":{"id":"` + uuid + `"}`), session},
		"metadata":                 {nil, responses(`"metadata":{"thread_id":"` + uuid + `"}`), session},
		"a response that is known": {nil, responses(`"previous_response_id":"resp_1"`), session},
		"one that is not":          {nil, responses(`"previous_response_id":"resp_2"`), ID{}},
		"none":                     {nil, responses(`"previous_response_id":null`), greeting},
		"only an image":            {nil, request(t, wire.Messages, `{"messages":[{"role":"user","content":[{"type":"image"}]}]}`), ID{}},
		"only blanks":              {nil, request(t, wire.Messages, `{"messages":[{"role":"user","content":" "}]}`), ID{}},
		"all in tags":              {nil, request(t, wire.Chat, `{"messages":[{"role":"user","content":"<task>x</task>"}]}`), digest("front", []byte("<task>x</task>\x00"))},
	} {
		if got := Of(c.header, c.request, chain); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if strings.Contains(session.String(), uuid[:8]) || session.String() == "" {
		t.Errorf("%s", session)
	}
}

// TestChainIsBounded, and forgets the oldest.
func TestChainIsBounded(t *testing.T) {
	c := NewChain()
	for i := range mostResponses + 10 {
		c.Add(fmt.Sprint(i), ID{1})
	}
	if c.order.Len() != mostResponses || len(c.known) != mostResponses || c.of("0").Told() || !c.of("10").Told() {
		t.Errorf("%d and %d responses", c.order.Len(), len(c.known))
	}
	c.Add("", ID{1})
	c.Add("x", ID{})
	if c.of("").Told() || c.of("x").Told() {
		t.Error("what has no name, or no conversation, is known")
	}
}

// TestHoldout: the share is about what was asked for, the same at each time, and one of
// a larger share holds those of a smaller one.
func TestHoldout(t *testing.T) {
	const n = 20_000
	for _, share := range []int{0, 1, 10, 50, 99, 100} {
		held := 0
		for i := range n {
			id := digest("name", fmt.Append(nil, i))
			group, why := Groups{Holdout: share}.Of(id)
			if again, _ := (Groups{Holdout: share}).Of(id); again != group || (why == HeldOut) != (group == ledger.GroupHoldout) {
				t.Fatalf("%s, then %s", group, again)
			}
			if group == ledger.GroupHoldout {
				held++
				if more, _ := (Groups{Holdout: min(100, share+7)}).Of(id); more != ledger.GroupHoldout {
					t.Fatal("a larger share leaves one out")
				}
			}
			if all, _ := (Groups{Observe: true, Holdout: share}).Of(id); all != ledger.GroupObserve {
				t.Fatalf("observed, it is in %s", all)
			}
		}
		want := float64(share) / 100 * n
		if sd := math.Sqrt(want * (1 - float64(share)/100)); math.Abs(float64(held)-want) > 4*sd {
			t.Errorf("%d %%: %d of %d", share, held, n)
		}
	}
	for share, want := range map[int]string{0: ledger.GroupElide, 1: ledger.GroupOff, 99: ledger.GroupOff, 100: ledger.GroupHoldout} {
		if got, _ := (Groups{Holdout: share}).Of(ID{}); got != want {
			t.Errorf("untold at %d %%: %s", share, got)
		}
	}
}
