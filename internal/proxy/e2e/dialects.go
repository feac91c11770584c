package e2e

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
)

const system = "You are an agent that works on a project with its tools."

// schema is the JSON schema of an object with these strings.
func schema(names ...string) string {
	properties := map[string]any{}
	for _, name := range names {
		properties[name] = map[string]string{"type": "string"}
	}
	return jsonText(map[string]any{"type": "object", "properties": properties, "required": names})
}

func claude() *Dialect {
	offered := func(name string, params ...string) string {
		return `{"name":"` + name + `","description":"` + name + `s","input_schema":` + schema(params...) + `}`
	}
	return &Dialect{
		Name: "claude", API: Messages, Variable: "ANTHROPIC_BASE_URL", path: "/v1/messages?beta=true",
		headers: map[string]string{"anthropic-version": "2023-06-01", "x-api-key": "dummy"},
		request: `{"model":"claude-opus-4-5","max_tokens":32000,"stream":true,"thinking":{"type":"adaptive"},"system":[{"type":"text","text":"` + system +
			`","cache_control":{"type":"ephemeral"}}],"tools":[` + offered("Bash", "command", "description") + `,` +
			offered("Read", "file_path") + `,` + offered("Edit", "file_path", "old_string", "new_string") + `]}`,
		history: "messages",
		prompt: func(text string) json.RawMessage {
			return json.RawMessage(`{"role":"user","content":[{"type":"text","text":` + jsonText(text) + `}]}`)
		},
		read: readMessages,
		results: func(outputs []Output) []json.RawMessage {
			var blocks []string
			for _, out := range outputs {
				blocks = append(blocks, claudeResult(out))
			}
			return []json.RawMessage{json.RawMessage(`{"role":"user","content":[` + strings.Join(blocks, ",") + `]}`)}
		},
	}
}

// claudeResult orders the members as Claude Code does, which is another way for
// what failed.
func claudeResult(out Output) string {
	text := strings.TrimRight(out.Text, "\n")
	if out.Exit != 0 {
		return fmt.Sprintf(`{"type":"tool_result","content":%s,"is_error":true,"tool_use_id":%q}`,
			jsonText(fmt.Sprintf("Exit code %d\n%s", out.Exit, text)), out.Call.ID)
	}
	if out.Call.Name == "Read" {
		text = numbered(out.Text)
	}
	return fmt.Sprintf(`{"tool_use_id":%q,"type":"tool_result","content":%s}`, out.Call.ID, jsonText(text))
}

// numbered puts the numbers of lines before them.
func numbered(text string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		n++
		fmt.Fprintf(&b, "%d\t%s", n, line)
	}
	return b.String()
}

// chat is what the agents that use chat completions have in common.
func chat(name, variable string, wrap func(Output) string, tools string) *Dialect {
	return &Dialect{
		Name: name, API: Chat, Variable: variable, Suffix: "/v1", path: "/chat/completions",
		headers: map[string]string{"Authorization": "Bearer dummy"},
		request: `{"model":"gpt-4.1","stream":true,"stream_options":{"include_usage":true},"tools":[` + tools + `]}`,
		history: "messages",
		prompt: func(text string) json.RawMessage {
			return json.RawMessage(`{"role":"system","content":"` + system + `"},{"role":"user","content":` + jsonText(text) + `}`)
		},
		read: readChat,
		results: func(outputs []Output) []json.RawMessage {
			var turns []json.RawMessage
			for _, out := range outputs {
				turns = append(turns, json.RawMessage(fmt.Sprintf(`{"role":"tool","tool_call_id":%q,"content":%s}`, out.Call.ID, jsonText(wrap(out)))))
			}
			return turns
		},
	}
}

func chatTool(name string, params ...string) string {
	return `{"type":"function","function":{"name":"` + name + `","parameters":` + schema(params...) + `}}`
}

func opencode() *Dialect {
	return chat("opencode", "OPENAI_BASE_URL", func(out Output) string { return out.Text },
		chatTool("bash", "command", "description")+","+chatTool("read", "filePath")+","+chatTool("edit", "filePath", "oldString", "newString"))
}

func copilot() *Dialect {
	wrap := func(out Output) string {
		if out.Call.Name != "bash" {
			return out.Text
		}
		return fmt.Sprintf("%s\n<shellId: 0 completed with exit code %d>", strings.TrimRight(out.Text, "\n"), out.Exit)
	}
	return chat("copilot", "OPENAI_BASE_URL", wrap,
		chatTool("bash", "command", "description")+","+chatTool("view", "path")+","+chatTool("edit", "path", "old_str", "new_str"))
}

// responses is what the two modes of Codex have in common.
func responses(name, request string, result func(Output) string) *Dialect {
	return &Dialect{
		Name: name, API: Responses, Variable: "OPENAI_BASE_URL", Suffix: "/v1", path: "/responses",
		headers: map[string]string{"Authorization": "Bearer dummy"},
		request: request, history: "input",
		prompt: func(text string) json.RawMessage {
			return json.RawMessage(`{"type":"message","role":"user","content":[{"type":"input_text","text":` + jsonText(text) + `}]}`)
		},
		read: readResponses,
		results: func(outputs []Output) []json.RawMessage {
			var turns []json.RawMessage
			for _, out := range outputs {
				turns = append(turns, json.RawMessage(result(out)))
			}
			return turns
		},
	}
}

const codexRequest = `{"model":"gpt-5.5","stream":true,"store":false,"include":["reasoning.encrypted_content"],"instructions":"` + system + `","tools":[`

func codex() *Dialect {
	return responses("codex",
		codexRequest+`{"type":"function","name":"exec_command","parameters":`+schema("cmd")+`}]}`,
		func(out Output) string {
			text := fmt.Sprintf("Chunk ID: %06x\nWall time: %d.0000 seconds\nProcess exited with code %d\nOriginal token count: %d\nOutput:\n%s",
				number(out)%0xffffff, number(out)%7, out.Exit, len(out.Text)/4, out.Text)
			return fmt.Sprintf(`{"type":"function_call_output","call_id":%q,"output":%s}`, out.Call.ID, jsonText(text))
		})
}

func codexCode() *Dialect {
	return responses("codex-code",
		codexRequest+`{"type":"custom","name":"exec","description":"Runs JavaScript"}]}`,
		func(out Output) string {
			inner := fmt.Sprintf(`{"chunk_id":"%06x","wall_time_seconds":0.%04d,"exit_code":%d,"original_token_count":%d,"output":%s}`,
				number(out)%0xffffff, number(out)%9999, out.Exit, len(out.Text)/4, jsonText(out.Text))
			return fmt.Sprintf(`{"type":"custom_tool_call_output","call_id":%q,"output":[{"type":"input_text","text":"Script completed\nWall time 0.1 seconds\nOutput:\n"},{"type":"input_text","text":%s}]}`,
				out.Call.ID, jsonText(inner))
		})
}

// number is what differs from call to call where real agents have ids of
// processes and times.
func number(out Output) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(out.Call.ID))
	return h.Sum32()
}

func gemini() *Dialect {
	offered := func(name string, params ...string) string {
		return `{"name":"` + name + `","parametersJsonSchema":` + schema(params...) + `}`
	}
	return &Dialect{
		Name: "gemini", API: Generate, Variable: "GOOGLE_GEMINI_BASE_URL",
		path:    "/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse",
		headers: map[string]string{"x-goog-api-key": "dummy"},
		request: `{"systemInstruction":{"role":"user","parts":[{"text":"` + system + `"}]},"tools":[{"functionDeclarations":[` +
			offered("run_shell_command", "command", "description") + `,` + offered("read_file", "file_path") + `,` +
			offered("replace", "file_path", "old_string", "new_string") + `]}]}`,
		history: "contents",
		prompt: func(text string) json.RawMessage {
			return json.RawMessage(`{"role":"user","parts":[{"text":` + jsonText(text) + `}]}`)
		},
		read: readGemini,
		results: func(outputs []Output) []json.RawMessage {
			var parts []string
			for _, out := range outputs {
				parts = append(parts, fmt.Sprintf(`{"functionResponse":{"id":%q,"name":%q,"response":{"output":%s}}}`,
					out.Call.ID, out.Call.Name, jsonText(geminiOutput(out))))
			}
			return []json.RawMessage{json.RawMessage(`{"role":"user","parts":[` + strings.Join(parts, ",") + `]}`)}
		},
	}
}

func geminiOutput(out Output) string {
	if out.Call.Name != "run_shell_command" {
		return out.Text
	}
	exit := ""
	if out.Exit != 0 {
		exit = fmt.Sprintf("Exit Code: %d\n", out.Exit)
	}
	return fmt.Sprintf("<untrusted_context>\nOutput: %s\n%sProcess Group PGID: %d\n</untrusted_context>", strings.TrimRight(out.Text, "\n"), exit, number(out)%30000)
}
