package thread

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// found writes problems as lines: the rule, whether it is tolerated, and what.
func found(problems []Problem) []string {
	var out []string
	for _, p := range problems {
		line := p.Rule.String() + ": " + p.String()
		if p.Tolerated {
			line += " (tolerated)"
		}
		out = append(out, line)
	}
	return out
}

// TestCheckReal: what clients send is what providers take.
func TestCheckReal(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"Claude Code": {claudeCode, nil},
		"Copilot":     {copilot, nil},
		"Codex":       {codex, nil},
		"Gemini CLI":  {geminiCLI, []string{"thoughts: contents[3]: calls of this turn without their signature (tolerated)", "alternate: contents[5]: the model speaks last (tolerated)"}},
	} {
		if diff := cmp.Diff(c.want, found(Check(read(t, c.body)))); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// These put messages into a request of each provider's.
func anthropicBody(messages string) string { return `{"system":"s","messages":[` + messages + `]}` }
func chatBody(messages string) string      { return `{"stream_options":{},"messages":[` + messages + `]}` }
func responsesBody(items string) string    { return `{"input":[` + items + `]}` }
func geminiBody(contents string) string    { return `{"contents":[` + contents + `]}` }

func TestCheck(t *testing.T) {
	const (
		ask     = `{"role":"user","content":"a"}`
		use     = `{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"n","input":{}}]}`
		use2    = `{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"n","input":{}},{"type":"tool_use","id":"t2","name":"n","input":{}}]}`
		got     = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}`
		got2    = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"x"}]}`
		call    = `{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"n","arguments":"{}"}}]}`
		call2   = `{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"n","arguments":"{}"}},{"id":"c2","function":{"name":"n","arguments":"{}"}}]}`
		tool    = `{"role":"tool","tool_call_id":"c1","content":"x"}`
		tool2   = `{"role":"tool","tool_call_id":"c2","content":"x"}`
		fn      = `{"type":"function_call","call_id":"c1","name":"n","arguments":"{}"}`
		out     = `{"type":"function_call_output","call_id":"c1","output":"x"}`
		gAsk    = `{"role":"user","parts":[{"text":"a"}]}`
		gSay    = `{"role":"model","parts":[{"text":"b"}]}`
		gCall   = `{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}}]}`
		gSigned = `{"role":"model","parts":[{"functionCall":{"name":"n","args":{}},"thoughtSignature":"s"}]}`
		gGot    = `{"role":"user","parts":[{"functionResponse":{"name":"n","response":{"output":"x"}}}]}`
	)
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"a call and its result", anthropicBody(ask + "," + use + "," + got), nil},
		{"no result", anthropicBody(ask + "," + use), []string{`pairing: messages[1]: the call "t1" has no result`}},
		{"one of two results", anthropicBody(ask + "," + use2 + "," + got), []string{`pairing: messages[1]: the call "t2" has no result`}},
		{"no call", anthropicBody(got), []string{`pairing: messages[0]: the result "t1" has no call`}},
		{"results in two messages", anthropicBody(ask + "," + use2 + "," + got + "," + got2), []string{`pairing: messages[3]: the result "t2" does not stand right behind its call`, "alternate: messages[3]: the user speaks twice in a row (tolerated)"}},
		{"a result too late", anthropicBody(ask + "," + use + "," + ask + "," + got), []string{`pairing: messages[3]: the result "t1" does not stand right behind its call`, "alternate: messages[3]: the user speaks twice in a row (tolerated)"}},
		{"a result twice", anthropicBody(ask + "," + use + "," + got + `,{"role":"assistant","content":"b"},` + got), []string{`pairing: messages[4]: a second result of the call "t1"`}},
		{"an id twice", anthropicBody(ask + "," + use + "," + got + "," + use + "," + got), []string{`ids: messages[3]: the id "t1" is used twice`}},
		{"no id", anthropicBody(ask + `,{"role":"assistant","content":[{"type":"tool_use","name":"n"}]},{"role":"user","content":[{"type":"tool_result"}]}`), []string{`ids: messages[1]: the call "n" has no id`, "ids: messages[2]: a result without the id of its call"}},
		{"an id with other signs", anthropicBody(ask + `,{"role":"assistant","content":[{"type":"tool_use","id":"t.1\u001b","name":"n"}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t.1\u001b"}]}`), []string{`ids: messages[1]: the id "t.1\x1b" has other signs than letters, digits, _ and -`}},
		{"results behind a text", anthropicBody(ask + "," + use + `,{"role":"user","content":[{"type":"text","text":"a"},{"type":"tool_result","tool_use_id":"t1"}]}`), []string{"pairing: messages[2]: results that do not stand first in their message"}},
		{"a call of the user's", anthropicBody(`{"role":"user","content":[{"type":"thinking","signature":"s"},{"type":"tool_use","id":"t1"}]},` + got), []string{
			`roles: messages[0]: a call or a thought that is not in a message of the model's`, `roles: messages[0]: a call or a thought that is not in a message of the model's`, "alternate: messages[1]: the user speaks twice in a row (tolerated)"}},
		{"a result of the model's", anthropicBody(ask + "," + use + `,{"role":"assistant","content":[{"type":"tool_result","tool_use_id":"t1"}]}`), []string{"alternate: messages[2]: the model speaks twice in a row (tolerated)", "roles: messages[2]: a result that is not in a message of the user's"}},
		{"the model first", anthropicBody(`{"role":"assistant","content":"b"},` + ask), []string{"first: messages[0]: the first message is not a user's"}},
		{"empty contents", anthropicBody(`{"role":"user","content":""},{"role":"assistant","content":[]},{"role":"user","content":[{"type":"text","text":" \n"}]},{"role":"assistant","content":[]}`), []string{
			"contents: messages[0]: an empty text", "contents: messages[1]: there is no content", "contents: messages[2]: an empty text"}},
		{"to go on from a blank", anthropicBody(ask + `,{"role":"assistant","content":"b "}`), []string{"contents: messages[1]: the text to go on from ends in a blank"}},
		{"empty results", anthropicBody(ask + "," + use2 + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true},{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":""}]}]}`), []string{
			"contents: messages[2]: the result of a failed call is empty", "contents: messages[2]: an empty text in a result (tolerated)"}},
		{"a system message at its place", anthropicBody(ask + `,{"role":"system","content":"s"},{"role":"assistant","content":"b"},` + ask + `,{"role":"system","content":[]}`), nil},
		{"a system message elsewhere", anthropicBody(ask + `,{"role":"assistant","content":"b"},{"role":"system","content":"s"},` + ask), []string{"roles: messages[2]: a system message that does not stand between the user's and the model's (tolerated)"}},
		{"thoughts", anthropicBody(ask + `,{"role":"assistant","content":[{"type":"thinking","thinking":"x","cache_control":{"type":"ephemeral"}}]}`), []string{
			"thoughts: messages[1]: a thought without its signature", "breakpoints: messages[1]: a breakpoint on a thought", "thoughts: messages[1]: a message that ends in a thought"}},
		{"no thought where one is demanded", `{"thinking":{"type":"enabled","budget_tokens":1024},"system":"s","messages":[` + ask + "," + use + "," + got + "," + strings.ReplaceAll(use+","+got, "t1", "t2") + `]}`, []string{"thoughts: messages[3]: the last calls have no thought in front"}},
		{"no thought in an earlier turn", `{"thinking":{"type":"enabled","budget_tokens":1024},"system":"s","messages":[` + ask + "," + use + "," + got + `,{"role":"assistant","content":"b"},` + ask + `]}`, nil},
		{"five breakpoints", `{"cache_control":{"type":"ephemeral"},"tools":[{"name":"n","input_schema":{"cache_control":{}},"cache_control":{"type":"ephemeral"}}],"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],
			"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"a","cache_control":null},{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}]}`, []string{"breakpoints: messages: 5 breakpoints, where 4 are allowed"}},
		{"five minutes behind an hour", `{"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral","ttl":"1h"}}],"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral","ttl":"5m"}}]}]}`, nil},
		{"an hour behind five minutes", `{"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral","ttl":"1h"}}]}]}`, []string{"breakpoints: messages: a breakpoint of an hour behind one of five minutes"}},

		{"chat", chatBody(ask + "," + call2 + "," + tool2 + "," + tool + "," + ask + "," + call + "," + tool), nil},
		{"chat, no result", chatBody(ask + "," + call2 + "," + tool2 + "," + ask), []string{`pairing: messages[1]: the call "c1" has no result`}},
		{"chat, no call", chatBody(ask + "," + tool), []string{`pairing: messages[1]: the result "c1" has no call`}},
		{"chat, a result too late", chatBody(ask + "," + call2 + "," + tool2 + "," + ask + "," + tool), []string{`pairing: messages[4]: the result "c1" does not stand right behind its call`}},
		{"chat, an id twice", chatBody(ask + "," + strings.ReplaceAll(call2, "c2", "c1") + "," + tool), []string{`pairing: messages[1]: the call "c1" has no result`, `ids: messages[1]: the id "c1" is used twice`}},
		{"chat, no ids", chatBody(ask + `,{"role":"assistant","tool_calls":[{"function":{"name":"n"}}]},{"role":"tool","content":"x"}`), []string{`ids: messages[1]: the call "n" has no id`, "ids: messages[2]: a result without the id of its call"}},
		{"chat, empty contents", chatBody(`{"role":"user","content":[]},{"role":"assistant","content":null,"tool_calls":[],"reasoning_content":"hm"},{"role":"user"},{"role":"assistant","content":""}`), []string{
			"contents: messages[0]: there is no content", "contents: messages[1]: an empty list of calls", "contents: messages[1]: neither a content nor a call", "contents: messages[2]: there is no content"}},
		{"chat, turns", chatBody(`{"role":"system","content":"s"},{"role":"assistant","content":"b"},{"role":"assistant","content":"b"},` + ask + "," + ask), []string{
			"first: messages[1]: the first message is not a user's (tolerated)", "alternate: messages[2]: the model speaks twice in a row (tolerated)", "alternate: messages[4]: the user speaks twice in a row (tolerated)"}},

		{"responses, parted", responsesBody(fn + "," + ask + "," + out), nil},
		{"responses, no result", responsesBody(ask + "," + fn), []string{`pairing: input[1]: the call "c1" has no result`}},
		{"responses, the result first", responsesBody(out + "," + fn), []string{`pairing: input[0]: the result "c1" has no call`, `pairing: input[1]: the call "c1" has no result`}},
		{"responses, an id twice", responsesBody(fn + "," + out + "," + fn + "," + out), []string{`ids: input[2]: the id "c1" is used twice`}},
		{"responses, the call is held", `{"previous_response_id":"resp_1","input":[` + out + `]}`, nil},
		{"responses, the call is held in a conversation", `{"conversation":{"id":"conv_1"},"input":[` + out + "," + fn + `]}`, []string{`pairing: input[1]: the call "c1" has no result`}},
		{"responses, items are held", responsesBody(`{"type":"item_reference","id":"x"},` + out + `,{"type":"function_call","call_id":"c2"}`), nil},
		{"responses, a lost thought", responsesBody(`{"type":"reasoning","id":"rs_1","summary":[]},` + ask + `,{"type":"reasoning","id":"rs_2","summary":[]},{"type":"reasoning","id":"rs_3","summary":[]}`), []string{
			"thoughts: input[0]: a thought without what the model made of it", "thoughts: input[3]: a thought without what the model made of it"}},
		{"responses, empty contents", responsesBody(`{"role":"user"},{"type":"message","role":"user","content":[]}`), []string{"contents: input[0]: there is no content", "contents: input[1]: the content is empty (tolerated)"}},

		{"gemini", geminiBody(gAsk + "," + gCall + "," + gGot + "," + gCall + "," + gGot), nil},
		{"gemini, no result", geminiBody(gAsk + "," + gCall + "," + gAsk), []string{`pairing: contents[1]: the call "n" has no result`}},
		{"gemini, no call", geminiBody(gAsk + "," + gSay + "," + gGot), []string{`pairing: contents[2]: the result "n" has no call`}},
		{"gemini, a result too late", geminiBody(gAsk + "," + gCall + "," + gAsk + "," + gGot), []string{`pairing: contents[3]: the result "n" does not stand right behind its call`, "alternate: contents[3]: the user speaks twice in a row (tolerated)"}},
		{"gemini, a call first", geminiBody(gCall + "," + gGot), []string{"first: contents[0]: the first message is not a user's"}},
		{"gemini, the model first and last", geminiBody(gSay + "," + gAsk + "," + gSay), []string{"first: contents[0]: the first message is not a user's (tolerated)", "alternate: contents[2]: the model speaks last (tolerated)"}},
		{"gemini, a call behind the model's turn", geminiBody(gAsk + "," + gSay + "," + gCall + "," + gGot), []string{"alternate: contents[2]: calls behind a turn of the model's"}},
		{"gemini, empty contents", geminiBody(`{"role":"user","parts":[]},{"role":"model","parts":[{"text":""},{"text":"","thoughtSignature":"s"}]},` + gAsk), []string{"contents: contents[0]: there are no parts", "contents: contents[1]: an empty text (tolerated)"}},
		{"gemini, signed in an earlier turn only", geminiBody(gAsk + "," + gSigned + "," + gGot + "," + gSay + "," + gAsk + "," + gCall + "," + gGot), []string{"thoughts: contents[5]: calls of this turn without their signature (tolerated)"}},
		{"gemini, signed in this turn only", geminiBody(gAsk + "," + gCall + "," + gGot + "," + gSay + "," + gAsk + "," + gSigned + "," + gGot), nil},
	} {
		if diff := cmp.Diff(c.want, found(Check(read(t, c.body)))); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

func TestFresh(t *testing.T) {
	hard, soft := Problem{Rule: Alternate, What: "hard"}, Problem{Rule: Alternate, What: "soft", Tolerated: true}
	other := Problem{Rule: First, What: "other", Tolerated: true}
	for _, c := range []struct {
		name                string
		before, after, want []Problem
	}{
		{"nothing", nil, nil, nil},
		{"the same", []Problem{hard, soft}, []Problem{soft, hard}, nil},
		{"worse", []Problem{soft}, []Problem{soft, hard}, []Problem{hard}},
		{"better", []Problem{hard}, []Problem{soft}, nil},
		{"another rule", []Problem{hard}, []Problem{other}, []Problem{other}},
	} {
		if diff := cmp.Diff(c.want, Fresh(c.before, c.after)); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}
