package transcript

import (
	"strconv"
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// isMini tells mini-swe-agent's trajectories: messages, and what it was run with.
func isMini(v jsonspan.Value) bool {
	return v.Get("messages").Kind() == jsonspan.Array && (strings.HasPrefix(v.Get("trajectory_format").Str(), "mini-swe-agent") || v.Path("info", "exit_status").Exists())
}

func readMini(root jsonspan.Value) ([]*Conversation, error) {
	return readChat("mini-swe-agent", root.Get("instance_id").Str(), root.Get("messages"), root.Path("info", "config", "model", "model_name").Str())
}

// isChat tells a list of messages as chat completions have them: Copilot CLI's older
// sessions, and what others keep.
func isChat(v jsonspan.Value) bool {
	return firstOf(chatOf(v)).Get("role").Kind() == jsonspan.String
}

func chatOf(v jsonspan.Value) jsonspan.Value {
	if list := v.Get("chatMessages"); list.Exists() {
		return list
	}
	return v.Get("messages")
}

func readAnyChat(root jsonspan.Value) ([]*Conversation, error) {
	host, id := "chat", root.Get("id").Str()
	if root.Get("chatMessages").Exists() {
		host, id = "copilot", root.Get("sessionId").Str()
	}
	list, err := readChat(host, id, chatOf(root), root.Get("model").Str())
	for _, c := range list {
		if c.Start.IsZero() {
			c.Start = timeOf(root.Get("startTime"))
		}
	}
	return list, err
}

// readChat reads messages of chat completions. A message of the model's without calls
// that has one block of shell is a call of it, and the message of the user's that
// follows the result: so agents do that have no tools.
func readChat(host, id string, messages jsonspan.Value, model string) ([]*Conversation, error) {
	b := newBuilder(host)
	b.c.ID = id
	b.model(model)
	number, pending := 0, ""
	for m := range messages.Elements() {
		number++
		b.at(timeOf(m.Get("timestamp")))
		content := textOf(m.Get("content"))
		switch role := m.Get("role").Str(); role {
		case "assistant":
			pending = ""
			b.model(m.Path("extra", "response", "model").Str())
			var calls []Call
			for c := range m.Get("tool_calls").Elements() {
				f := c.Get("function")
				calls = append(calls, Call{ID: c.Get("id").Str(), Name: f.Get("name").Str(), Args: argumentsOf(f.Get("arguments"))})
			}
			if len(calls) == 0 {
				if text, line, ok := shellBlock(content); ok {
					pending = "m" + strconv.Itoa(number)
					content, calls = text, []Call{{ID: pending, Name: "bash", Args: commandOf(line)}}
				}
			}
			b.answer(false, content, calls, number)
		case "tool":
			b.result(Result{ID: m.Get("tool_call_id").Str(), Text: content, Line: number})
		default:
			if pending != "" && role == "user" {
				b.result(Result{ID: pending, Text: content, Line: number})
				pending = ""
				continue
			}
			b.user(content, number)
		}
	}
	return b.end()
}

// shellBlock cuts the one block of shell out of a message.
func shellBlock(content string) (text, line string, ok bool) {
	for _, fence := range []string{"```mswea_bash_command\n", "```bash\n", "```sh\n"} {
		before, rest, found := strings.Cut(content, fence)
		if !found {
			continue
		}
		line, after, closed := strings.Cut(rest, "\n```")
		if closed && !strings.Contains(after, fence) {
			return before + after, line, true
		}
	}
	return content, "", false
}

// isSWE tells SWE-agent's trajectories: steps, each an action and what was observed.
func isSWE(v jsonspan.Value) bool {
	first := firstOf(v.Get("trajectory"))
	return first.Get("action").Kind() == jsonspan.String && first.Get("observation").Exists()
}

func readSWE(root jsonspan.Value) ([]*Conversation, error) {
	b := newBuilder("swe-agent")
	b.c.ID = root.Get("environment").Str()
	for m := range root.Get("history").Elements() { // what was said before the first step
		if m.Get("role").Is("assistant") && !isTrue(m.Get("is_demo")) {
			break
		}
		b.user(textOf(m.Get("content")), 1)
	}
	number := 0
	for step := range root.Get("trajectory").Elements() {
		number++
		text := step.Get("response").Str()
		action := strings.TrimRight(step.Get("action").Str(), "\n")
		if thought := step.Get("thought").Str(); thought != "" {
			text = thought
		}
		if action == "" {
			b.answer(false, text, nil, number)
			b.user(step.Get("observation").Str(), number)
			continue
		}
		id := "s" + strconv.Itoa(number)
		b.answer(false, text, []Call{{ID: id, Name: "bash", Args: commandOf(action)}}, number)
		b.result(Result{ID: id, Text: step.Get("observation").Str(), Line: number})
	}
	return b.end()
}
