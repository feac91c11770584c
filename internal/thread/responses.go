package thread

import (
	"errors"
	"strings"

	"elide.example/elide/internal/jsonspan"
)

var itemRoles = map[string]Role{"system": System, "developer": System, "user": User, "assistant": Assistant}

// readItem reads an item of Responses: a message, or one of the other things
// that a model or a tool has to say.
func readItem(v jsonspan.Value) (Message, error) {
	if v.Kind() != jsonspan.Object {
		return Message{}, errNoObject
	}
	kind := v.Get("type").Str()
	if kind == "message" || kind == "" && v.Get("role").Exists() {
		return readItemMessage(v)
	}
	if kind == "" {
		return Message{}, errors.New(".type: there is none, nor a role")
	}
	role, p := item(v, kind)
	p.Value = v
	return Message{v, role, []Part{p}}, nil
}

func readItemMessage(v jsonspan.Value) (Message, error) {
	role, err := roleOf(v, itemRoles)
	if err != nil {
		return Message{}, err
	}
	parts, err := contentParts(v.Get("content"), itemPart)
	return Message{v, role, parts}, err
}

func itemPart(v jsonspan.Value) Part {
	switch v.Get("type").Str() {
	case "input_text", "output_text", "text":
		return textPart(v, v.Get("text"))
	case "refusal":
		return textPart(v, v.Get("refusal"))
	case "input_image":
		return Part{Kind: Image, Value: v, Images: 1}
	case "input_file":
		return Part{Kind: Document, Value: v}
	}
	return Part{Kind: Opaque, Value: v}
}

// item reads an item that is no message. What is not known is the model's, but
// for what sets it up.
func item(v jsonspan.Value, kind string) (Role, Part) {
	switch kind {
	case "reasoning":
		return Assistant, Part{Kind: Thinking, Signed: v.Get("encrypted_content").Str() != ""}
	case "compaction", "compaction_summary", "context_compaction":
		return Assistant, Part{Kind: Opaque, Signed: true}
	case "additional_tools", "configuration_update", "compaction_trigger":
		return System, Part{Kind: Opaque}
	case "mcp_approval_request":
		return Assistant, Part{Kind: Opaque, key: "approval " + v.Get("id").Str()}
	case "mcp_approval_response":
		return User, Part{Kind: Opaque, key: "approval " + v.Get("approval_request_id").Str(), answers: true}
	case "program":
		return Assistant, Part{Kind: Opaque, key: "program " + v.Get("call_id").Str()}
	case "program_output":
		return Assistant, Part{Kind: Opaque, key: "program " + v.Get("call_id").Str(), answers: true}
	}
	if p, ok := itemCall(v, kind); ok {
		return Assistant, p
	}
	if p, ok := itemResult(v, kind); ok {
		return Tool, p
	}
	return Assistant, Part{Kind: Opaque}
}

// itemCall reads a call that the client carries out.
func itemCall(v jsonspan.Value, kind string) (Part, bool) {
	id := v.Get("call_id").Str()
	p := Part{Kind: Call, ID: id, key: byID(id)}
	switch kind {
	case "function_call":
		p.Name, p.Input = spaced(v), v.Get("arguments")
	case "custom_tool_call":
		p.Name, p.Input = spaced(v), v.Get("input")
	case "local_shell_call", "shell_call", "computer_call":
		p.Name, p.Input = strings.TrimSuffix(kind, "_call"), v.Get("action")
	case "apply_patch_call":
		p.Name, p.Input = "apply_patch", v.Get("operation")
	case "tool_search_call":
		p.Name, p.Input = "tool_search", v.Get("arguments")
		return p, id != "" // else it runs at the provider
	default:
		return Part{}, false
	}
	return p, true
}

// spaced returns the name of a call in its namespace, as other hosts write it
// in one: mcp__server__tool.
func spaced(v jsonspan.Value) string {
	name, space := v.Get("name").Str(), v.Get("namespace").Str()
	if space == "" || name == "" {
		return name
	}
	return strings.TrimSuffix(space, "__") + "__" + name
}

// itemResult reads a result that the client sends.
func itemResult(v jsonspan.Value, kind string) (Part, bool) {
	id := v.Get("call_id").Str()
	output := v.Get("output")
	p := Part{Kind: Result, answers: true}
	switch kind {
	case "function_call_output", "custom_tool_call_output":
		p.hold(output, "input_text", "input_image")
	case "shell_call_output":
		p.holdShell(output)
	case "local_shell_call_output": // its output is JSON for the server, its id that of the call
		if id == "" {
			id = v.Get("id").Str()
		}
	case "apply_patch_call_output":
		p.IsError = v.Get("status").Is("failed")
	case "computer_call_output":
		p.Images = 1
	case "tool_search_output":
		if id == "" {
			return Part{}, false
		}
	default:
		return Part{}, false
	}
	p.ID, p.key = id, byID(id)
	return p, true
}

// holdShell takes up the chunks of a shell's output. A time-out has no status.
func (p *Part) holdShell(chunks jsonspan.Value) {
	for chunk := range chunks.Elements() {
		for key, member := range chunk.Members() {
			if member.Kind() == jsonspan.String && (key.Is("stdout") || key.Is("stderr")) {
				p.Texts = append(p.Texts, member)
			}
		}
		if string(chunk.Path("outcome", "exit_code").Raw()) != "0" {
			p.IsError = true
		}
	}
}
