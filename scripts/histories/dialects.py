"""How agents put a conversation into requests.

Each dialect gives the head of the body, up to its list, and the elements of
the list. Names of tools, wrappings of results and order of members are those
that the real agents send.
"""

import base64
import dataclasses
import hashlib
import json
import shlex

import prompts
from talk import Asked


@dataclasses.dataclass
class Element:
    value: dict
    who: str  # user, assistant or result
    text: str


def seal(*what):
    """Stands for what only the provider can read or make."""
    sums = (hashlib.sha512(f"{n} {what}".encode()).digest() for n in range(3))
    return base64.b64encode(b"".join(sums)).decode()


def number(call, below):
    return int.from_bytes(hashlib.sha256(f"call {call.id}".encode()).digest()[:6], "big") % below


def ident(prefix, call, length=24):
    letters = base64.b32encode(hashlib.sha256(f"id {call.id}".encode()).digest()).decode()
    return prefix + letters[:length].lower()


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def said_text(said, inputs):
    """What the model itself says in an answer, for the labels."""
    return "\n".join([said.text, *(dump(i) for i in inputs)]).replace("\\n", "\n")


def numbered(output):
    first = output.call.args["first"] or 1
    return "".join(f"{first + n}\t{line}" for n, line in enumerate(output.text.splitlines(True)))


def summary(call):
    """What an agent says that a command is for."""
    words = call.args["line"].split("&&")[-1].split()
    return "Run " + " ".join(words[:3])


def head(members, name):
    return dump(members)[:-1] + f',"{name}":'


def schema(names):
    return {"type": "object", "properties": {n: {"type": "string"} for n in names}, "required": list(names)}


# Anthropic: claude, and an agent of one's own with the two tools that Anthropic defines.


def claude_input(talk, call):
    a = call.args
    if call.kind == "run":
        return "Bash", {"command": a["line"], "description": summary(call)}
    if call.kind == "find":
        return "Grep", {"pattern": a["pattern"], "path": call.path, "output_mode": "content"}
    path = {"file_path": call.path}
    if call.kind == "read":
        span = {"offset": a["first"], "limit": a["last"] - a["first"] + 1} if a["last"] else {}
        return "Read", path | span
    if call.kind == "write":
        return "Write", path | {"content": a["text"]}
    return "Edit", path | {"old_string": a["old"], "new_string": a["new"]}


def claude_result(output):
    text, use = output.text.rstrip("\n"), ident("toolu_01", output.call)
    if output.exit and output.call.kind in ("run", "edit"):
        return {"type": "tool_result", "content": f"Exit code {output.exit}\n{text}", "is_error": True, "tool_use_id": use}
    if output.call.kind == "read":
        text = numbered(output)
    return {"tool_use_id": use, "type": "tool_result", "content": text or "(no output)"}


def anthropic(talk, to_input, to_result):
    for event in talk.events:
        if isinstance(event, Asked):
            yield Element({"role": "user", "content": [{"type": "text", "text": event.text}]}, "user", event.text)
            continue
        inputs = [to_input(talk, o.call) for o in event.outputs]
        blocks = [{"type": "thinking", "thinking": event.thought, "signature": seal(event.thought)}] if event.thought else []
        blocks += [{"type": "text", "text": event.text}] if event.text else []
        blocks += [{"type": "tool_use", "id": ident("toolu_01", o.call), "name": name, "input": i} for o, (name, i) in zip(event.outputs, inputs)]
        yield Element({"role": "assistant", "content": blocks}, "assistant", said_text(event, inputs))
        if event.outputs:
            results = [to_result(o) for o in event.outputs]
            yield Element({"role": "user", "content": results}, "result", "\n".join(o.text for o in event.outputs))


def anthropic_tools(tools):
    return [{"name": n, "description": d, "input_schema": schema(p)} for n, d, p in tools]


def claude(talk):
    system = [{"type": "text", "text": talk.system, "cache_control": {"type": "ephemeral"}}]
    top = {"model": "claude-opus-4-5", "max_tokens": 32000, "stream": True, "system": system, "tools": anthropic_tools(prompts.CLAUDE)}
    if any(getattr(e, "thought", "") for e in talk.events):
        top["thinking"] = {"type": "adaptive"}
    return head(top, "messages"), list(anthropic(talk, claude_input, claude_result))


def sdk_input(talk, call):
    a = call.args
    name = "str_replace_based_edit_tool"
    if call.kind == "run":
        return "bash", {"command": a["line"]}
    if call.kind == "find":
        return "bash", {"command": f"grep -rn -e {shlex.quote(a['pattern'])} {a['path']}"}
    path = {"path": call.path}
    if call.kind == "read":
        return name, {"command": "view"} | path | ({"view_range": [a["first"], a["last"]]} if a["last"] else {})
    if call.kind == "write":
        return name, {"command": "create"} | path | {"file_text": a["text"]}
    return name, {"command": "str_replace"} | path | {"old_str": a["old"], "new_str": a["new"]}


def sdk_result(output):
    text = numbered(output) if output.call.kind == "read" else output.text
    content = [{"type": "text", "text": text or "(no output)"}]
    return {"type": "tool_result", "tool_use_id": ident("toolu_01", output.call), "content": content} | ({"is_error": True} if output.exit else {})


def sdk(talk):
    top = {"model": "claude-sonnet-4-5", "max_tokens": 16000, "cache_control": {"type": "ephemeral"}, "system": talk.system,
           "tools": [{"type": "bash_20250124", "name": "bash"}, {"type": "text_editor_20250728", "name": "str_replace_based_edit_tool"}]}
    return head(top, "messages"), list(anthropic(talk, sdk_input, sdk_result))


def bare(talk):
    return "", list(anthropic(talk, sdk_input, sdk_result))


# OpenAI's chat completions: opencode, copilot, and a bare list for a model that runs locally.


def opencode_input(talk, call):
    a = call.args
    if call.kind == "run":
        return "bash", {"command": a["line"], "description": summary(call)}
    if call.kind == "find":
        return "grep", {"pattern": a["pattern"], "path": call.path}
    path = {"filePath": call.path}
    if call.kind == "read":
        return "read", path | ({"offset": a["first"], "limit": a["last"] - a["first"] + 1} if a["last"] else {})
    if call.kind == "write":
        return "write", path | {"content": a["text"]}
    return "edit", path | {"oldString": a["old"], "newString": a["new"]}


def opencode_result(output):
    if output.call.kind == "read":
        return f"<file>\n{numbered(output)}</file>"
    return output.text


def copilot_input(talk, call):
    a = call.args
    if call.kind == "run":
        return "bash", {"command": a["line"], "description": summary(call)}
    if call.kind == "find":
        return "grep", {"pattern": a["pattern"], "path": call.path, "output_mode": "content", "-n": True}
    path = {"path": call.path}
    if call.kind == "read":
        return "view", path | ({"view_range": [a["first"], a["last"]]} if a["last"] else {})
    if call.kind == "write":
        return "create", path | {"file_text": a["text"]}
    return "edit", path | {"old_str": a["old"], "new_str": a["new"]}


def copilot_result(output):
    if output.call.kind == "read":
        return numbered(output)
    if output.call.kind != "run":
        return output.text
    return f"{output.text.rstrip()}\n<shellId: 0 completed with exit code {output.exit}>"


def chat(talk, to_input, to_result):
    yield Element({"role": "system", "content": talk.system}, "user", talk.system)
    for event in talk.events:
        if isinstance(event, Asked):
            yield Element({"role": "user", "content": event.text}, "user", event.text)
            continue
        inputs = [to_input(talk, o.call) for o in event.outputs]
        value = {"role": "assistant", "content": event.text or None}
        calls = [{"id": ident("call_", o.call), "type": "function", "function": {"name": name, "arguments": dump(i)}}
                 for o, (name, i) in zip(event.outputs, inputs)]
        yield Element(value | ({"tool_calls": calls} if calls else {}), "assistant", said_text(event, inputs))
        for o in event.outputs:
            yield Element({"role": "tool", "tool_call_id": ident("call_", o.call), "content": to_result(o)}, "result", o.text)


def chat_tools(tools):
    return [{"type": "function", "function": {"name": n, "description": d, "parameters": schema(p)}} for n, d, p in tools]


def opencode(talk):
    top = {"model": "gpt-4.1", "stream": True, "stream_options": {"include_usage": True}, "tools": chat_tools(prompts.OPENCODE)}
    return head(top, "messages"), list(chat(talk, opencode_input, opencode_result))


def copilot(talk):
    top = {"model": "gpt-4.1", "stream": True, "tools": chat_tools(prompts.COPILOT)}
    return head(top, "messages"), list(chat(talk, copilot_input, copilot_result))


def local(talk):
    top = {"model": "qwen3-coder:30b", "temperature": 0.2, "tools": chat_tools(prompts.OPENCODE)}
    return head(top, "messages"), list(chat(talk, opencode_input, opencode_result))


# OpenAI's Responses: codex, which has a shell and apply_patch.


def codex_call(talk, call):
    a, use = call.args, ident("call_", call)
    if call.kind in ("edit", "write"):
        path = call.path
        patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n{signs('-', a['old'])}{signs('+', a['new'])}*** End Patch" if call.kind == "edit" else \
            f"*** Begin Patch\n*** Add File: {path}\n{signs('+', a['text'])}*** End Patch"
        return {"type": "custom_tool_call", "call_id": use, "name": "apply_patch", "input": patch}, patch
    if call.kind == "run":
        line = a["line"]
    elif call.kind == "find":
        line = f"rg -n -e {shlex.quote(a['pattern'])} {a['path']}"
    else:
        line = f"sed -n '{a['first']},{a['last']}p' {a['path']}" if a["last"] else f"cat {a['path']}"
    arguments = {"cmd": line, "workdir": call.folder if call.kind != "run" else str(talk.root)}
    return {"type": "function_call", "call_id": use, "name": "exec_command", "arguments": dump(arguments)}, dump(arguments)


def signs(sign, text):
    return "".join(sign + line + "\n" for line in text.rstrip("\n").split("\n"))


def codex_result(output):
    call, use = output.call, ident("call_", output.call)
    if call.kind in ("edit", "write"):
        done = {"output": f"Success. Updated the following files:\nM {call.path}\n" if not output.exit else output.text,
                "metadata": {"exit_code": output.exit, "duration_seconds": 0.0}}
        return {"type": "custom_tool_call_output", "call_id": use, "output": dump(done)}
    text = (f"Chunk ID: {number(call, 0xFFFFFF):06x}\nWall time: {number(call, 40000) / 10000:.4f} seconds\n"
            f"Process exited with code {output.exit}\nOriginal token count: {len(output.text) // 4}\nOutput:\n{output.text}")
    return {"type": "function_call_output", "call_id": use, "output": text}


def codex_items(talk):
    for n, event in enumerate(talk.events):
        if isinstance(event, Asked):
            yield Element({"type": "message", "role": "user", "content": [{"type": "input_text", "text": event.text}]}, "user", event.text)
            continue
        if event.thought:
            yield Element({"type": "reasoning", "summary": [], "encrypted_content": seal(n, event.thought)}, "assistant", "")
        if event.text:
            content = [{"type": "output_text", "text": event.text}]
            yield Element({"type": "message", "role": "assistant", "content": content}, "assistant", event.text)
        for o in event.outputs:
            value, text = codex_call(talk, o.call)
            yield Element(value, "assistant", text.replace("\\n", "\n"))
        for o in event.outputs:
            yield Element(codex_result(o), "result", o.text)


def codex(talk):
    tools = [{"type": "function", "name": "exec_command", "description": prompts.SHELL, "parameters": schema(["cmd", "workdir"])},
             {"type": "custom", "name": "apply_patch", "description": prompts.PATCH}]
    top = {"model": "gpt-5.5", "stream": True, "store": False, "include": ["reasoning.encrypted_content"], "prompt_cache_key": seal(talk.root)[:24],
           "instructions": talk.system, "tools": tools}
    return head(top, "input"), list(codex_items(talk))


# Gemini.


def gemini_input(talk, call):
    a = call.args
    if call.kind == "run":
        return "run_shell_command", {"command": a["line"], "description": summary(call)}
    if call.kind == "find":
        return "search_file_content", {"pattern": a["pattern"], "path": call.path}
    path = {"file_path": call.path}
    if call.kind == "read":
        return "read_file", path | ({"offset": a["first"] - 1, "limit": a["last"] - a["first"] + 1} if a["last"] else {})
    if call.kind == "write":
        return "write_file", path | {"content": a["text"]}
    return "replace", path | {"instruction": "Change the line", "old_string": a["old"], "new_string": a["new"]}


def gemini_output(output):
    if output.call.kind != "run":
        return output.text
    status = f"Exit Code: {output.exit}\n" if output.exit else ""
    return f"<untrusted_context>\nOutput: {output.text.rstrip()}\n{status}Process Group PGID: {number(output.call, 30000)}\n</untrusted_context>"


def gemini_contents(talk):
    for event in talk.events:
        if isinstance(event, Asked):
            yield Element({"role": "user", "parts": [{"text": event.text}]}, "user", event.text)
            continue
        inputs = [gemini_input(talk, o.call) for o in event.outputs]
        parts = [{"text": event.text}] if event.text else []
        for n, (o, (name, args)) in enumerate(zip(event.outputs, inputs)):
            call = {"functionCall": {"id": ident("", o.call, 12), "name": name, "args": args}}
            parts.append(call if n else {"thoughtSignature": seal(o.call.id)} | call)
        yield Element({"role": "model", "parts": parts}, "assistant", said_text(event, inputs))
        if event.outputs:
            parts = [{"functionResponse": {"id": ident("", o.call, 12), "name": name, "response": {"output": gemini_output(o)}}}
                     for o, (name, _) in zip(event.outputs, inputs)]
            yield Element({"role": "user", "parts": parts}, "result", "\n".join(o.text for o in event.outputs))


def gemini(talk):
    tools = [{"name": n, "description": d, "parametersJsonSchema": schema(p)} for n, d, p in prompts.GEMINI]
    top = {"systemInstruction": {"role": "user", "parts": [{"text": talk.system}]}, "tools": [{"functionDeclarations": tools}]}
    return head(top, "contents"), list(gemini_contents(talk))


BY_NAME = {f.__name__: f for f in (claude, sdk, bare, opencode, copilot, local, codex, gemini)}
