package threadtest

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"

	"elide.example/elide/internal/wire"
)

// body is the request round the messages.
func (s Style) body(system string, messages list) object {
	switch s.API {
	case wire.Messages:
		out := object{{"model", "claude-sonnet-5"}, {"max_tokens", 4096}, {"thinking", object{{"type", "adaptive"}}}}
		if system != "" {
			out = append(out, member{"system", s.systemBlocks(system)})
		}
		return append(out, member{"messages", messages}, member{"stream", true})
	case wire.Chat:
		if system != "" {
			messages = slices.Concat(list{object{{"role", "system"}, {"content", s.content(system, "text")}}}, messages)
		}
		return object{{"model", "gpt-5.5"}, {"messages", messages}, {"max_completion_tokens", 4096}, {"stream", true}}
	case wire.Responses:
		out := object{{"model", "gpt-5.5"}, {"store", false}}
		if system != "" {
			out = append(out, member{"instructions", system})
		}
		return append(out, member{"input", messages}, member{"stream", true})
	}
	out := object{{"contents", messages}}
	if system != "" {
		out = append(out, member{"systemInstruction", object{{"parts", list{object{{"text", system}}}}}})
	}
	return append(out, member{"generationConfig", object{{"temperature", 1}}})
}

func (s Style) systemBlocks(system string) any {
	if !s.Moving {
		return s.content(system, "text")
	}
	return list{object{{"type", "text"}, {"text", system}, breakpoint}}
}

var breakpoint = member{"cache_control", object{{"type", "ephemeral"}}}

// mark puts a breakpoint on the last part of a message of Anthropic's, unless
// that is a thought.
func mark(message object) {
	content := &message[len(message)-1].value
	switch v := (*content).(type) {
	case string:
		*content = list{object{{"type", "text"}, {"text", v}, breakpoint}}
	case list:
		last := v[len(v)-1].(object)
		v[len(v)-1] = append(slices.Clip(last), breakpoint)
	}
}

// content is a text, or a list that holds it.
func (s Style) content(text, kind string) any {
	if !s.Lists {
		return text
	}
	return list{object{{"type", kind}, {"text", text}}}
}

// turn returns the messages of a turn.
func (s Style) turn(i int, turn Turn) list {
	out := list{s.ask(turn)}
	for j, step := range turn.Steps {
		out = append(out, s.step(fmt.Sprintf("%d_%d", i, j), step)...)
	}
	if turn.Answer != "" {
		out = append(out, s.answer(turn.Answer))
	}
	return out
}

func (s Style) step(id string, step Step) list {
	switch s.API {
	case wire.Messages:
		return s.anthropicStep(id, step)
	case wire.Chat:
		return s.chatStep(id, step)
	case wire.Responses:
		return s.responsesStep(id, step)
	}
	return s.geminiStep(id, step)
}

func (s Style) ask(turn Turn) object {
	switch s.API {
	case wire.Messages:
		if turn.Image {
			return object{{"role", "user"}, {"content", list{anthropicImage, text("text", turn.Ask)}}}
		}
	case wire.Chat:
		if turn.Image {
			image := object{{"type", "image_url"}, {"image_url", object{{"url", "data:image/png;base64,aWNvbg=="}}}}
			return object{{"role", "user"}, {"content", list{text("text", turn.Ask), image}}}
		}
	case wire.Responses:
		if turn.Image {
			return object{{"type", "message"}, {"role", "user"}, {"content", list{text("input_text", turn.Ask), responsesImage}}}
		}
		return object{{"type", "message"}, {"role", "user"}, {"content", s.content(turn.Ask, "input_text")}}
	default:
		parts := list{object{{"text", turn.Ask}}}
		if turn.Image {
			parts = append(parts, geminiImage)
		}
		return object{{"role", "user"}, {"parts", parts}}
	}
	return object{{"role", "user"}, {"content", s.content(turn.Ask, "text")}}
}

func (s Style) answer(answer string) object {
	switch s.API {
	case wire.Responses:
		return object{{"type", "message"}, {"role", "assistant"}, {"content", s.content(answer, "output_text")}}
	case wire.Generate:
		return object{{"role", "model"}, {"parts", list{object{{"text", answer}}}}}
	}
	return object{{"role", "assistant"}, {"content", s.content(answer, "text")}}
}

func text(kind, text string) object { return object{{"type", kind}, {"text", text}} }

var (
	anthropicImage = object{{"type", "image"}, {"source", object{{"type", "base64"}, {"media_type", "image/png"}, {"data", "aWNvbg=="}}}}
	responsesImage = object{{"type", "input_image"}, {"image_url", "data:image/png;base64,aWNvbg=="}}
	geminiImage    = object{{"inlineData", object{{"mimeType", "image/png"}, {"data", "aWNvbg=="}}}}
)

// signature stands for what a provider signs, or encrypts.
func signature(id string) string { return base64.StdEncoding.EncodeToString([]byte("signed " + id)) }

// input returns the arguments as an object with its keys in order.
func (c Call) input() object {
	if c.Free != "" {
		return object{{"input", c.Free}}
	}
	out := object{}
	for _, key := range slices.Sorted(maps.Keys(c.Input)) {
		out = append(out, member{key, c.Input[key]})
	}
	return out
}

// results returns the results of a step's calls, which were made in order.
func (s Style) results(step Step, result func(int, Call) object) list {
	var out list
	for i, call := range step.Calls {
		out = append(out, result(i, call))
	}
	if s.Reverse && !(s.NoIDs && s.API == wire.Generate) {
		slices.Reverse(out)
	}
	return out
}

// outputs returns the content of a result: one text alone, or a list.
func (s Style) outputs(call Call, kind string, image object) any {
	if len(call.Output) == 1 && !call.Image && !s.Lists {
		return call.Output[0]
	}
	out := list{}
	for _, o := range call.Output {
		out = append(out, text(kind, o))
	}
	if call.Image {
		out = append(out, image)
	}
	return out
}

func (s Style) anthropicStep(id string, step Step) list {
	var said list
	if step.Thought != "" {
		said = append(said, object{{"type", "thinking"}, {"thinking", step.Thought}, {"signature", signature(id)}})
	}
	if step.Say != "" {
		said = append(said, text("text", step.Say))
	}
	for i, call := range step.Calls {
		said = append(said, object{{"type", "tool_use"}, {"id", fmt.Sprintf("toolu_%s_%d", id, i)}, {"name", call.Name}, {"input", call.input()}})
	}
	got := s.results(step, func(i int, call Call) object {
		out := object{{"type", "tool_result"}, {"tool_use_id", fmt.Sprintf("toolu_%s_%d", id, i)}}
		if len(call.Output) > 0 || call.Image {
			out = append(out, member{"content", s.outputs(call, "text", anthropicImage)})
		}
		if call.Failed {
			out = append(out, member{"is_error", true})
		}
		return out
	})
	if step.Note != "" {
		got = append(got, text("text", step.Note))
	}
	return list{object{{"role", "assistant"}, {"content", said}}, object{{"role", "user"}, {"content", got}}}
}

func (s Style) chatStep(id string, step Step) list {
	said := object{{"role", "assistant"}}
	if step.Thought != "" {
		said = append(said, member{"reasoning_content", step.Thought})
	}
	if step.Say != "" {
		said = append(said, member{"content", s.content(step.Say, "text")})
	} else {
		said = append(said, member{"content", nil})
	}
	var calls list
	for i, call := range step.Calls {
		named := fmt.Sprintf("call_%s_%d", id, i)
		if call.Free != "" {
			calls = append(calls, object{{"id", named}, {"type", "custom"}, {"custom", object{{"name", call.Name}, {"input", call.Free}}}})
			continue
		}
		calls = append(calls, object{{"id", named}, {"type", "function"}, {"function", object{{"name", call.Name}, {"arguments", plain(call.Input)}}}})
	}
	said = append(said, member{"tool_calls", calls})
	got := s.results(step, func(i int, call Call) object {
		call.Image = false // no such part in a message of a tool
		if len(call.Output) == 0 {
			call.Output = []string{""}
		}
		return object{{"role", "tool"}, {"tool_call_id", fmt.Sprintf("call_%s_%d", id, i)}, {"content", s.outputs(call, "text", nil)}}
	})
	if step.Note != "" {
		got = append(got, object{{"role", "user"}, {"content", step.Note}})
	}
	return append(list{said}, got...)
}

func (s Style) responsesStep(id string, step Step) list {
	var out list
	if step.Thought != "" {
		out = append(out, object{{"type", "reasoning"}, {"id", "rs_" + id}, {"summary", list{text("summary_text", step.Thought)}}, {"encrypted_content", signature(id)}})
	}
	if step.Say != "" {
		out = append(out, s.answer(step.Say))
	}
	for i, call := range step.Calls {
		named := fmt.Sprintf("call_%s_%d", id, i)
		if call.Free != "" {
			out = append(out, object{{"type", "custom_tool_call"}, {"call_id", named}, {"name", call.Name}, {"input", call.Free}})
			continue
		}
		out = append(out, object{{"type", "function_call"}, {"call_id", named}, {"name", call.Name}, {"arguments", plain(call.Input)}})
	}
	got := s.results(step, func(i int, call Call) object {
		kind := "function_call_output"
		if call.Free != "" {
			kind = "custom_tool_call_output"
		}
		if len(call.Output) == 0 && !call.Image {
			call.Output = []string{""}
		}
		return object{{"type", kind}, {"call_id", fmt.Sprintf("call_%s_%d", id, i)}, {"output", s.outputs(call, "input_text", responsesImage)}}
	})
	if step.Note != "" {
		got = append(got, object{{"type", "message"}, {"role", "user"}, {"content", s.content(step.Note, "input_text")}})
	}
	return append(out, got...)
}

func (s Style) geminiStep(id string, step Step) list {
	var said list
	if step.Thought != "" {
		said = append(said, object{{"text", step.Thought}, {"thought", true}})
	}
	if step.Say != "" {
		said = append(said, object{{"text", step.Say}})
	}
	for i, call := range step.Calls {
		part := object{{"functionCall", s.named(id, i, object{{"name", call.Name}, {"args", call.input()}})}}
		if i == 0 {
			part = append(part, member{"thoughtSignature", signature(id)})
		}
		said = append(said, part)
	}
	got := s.results(step, func(i int, call Call) object {
		return object{{"functionResponse", s.named(id, i, object{{"name", call.Name}, {"response", call.response()}})}}
	})
	if step.Note != "" {
		got = append(got, object{{"text", step.Note}})
	}
	return list{object{{"role", "model"}, {"parts", said}}, object{{"role", "user"}, {"parts", got}}}
}

// named adds the id of a call of Gemini's.
func (s Style) named(id string, i int, v object) object {
	if s.NoIDs {
		return v
	}
	return append(v, member{"id", fmt.Sprintf("%s_%d", id, i)})
}

// response is a result as Gemini has it: an object.
func (c Call) response() object {
	key := "output"
	if c.Failed {
		key = "error"
	}
	switch len(c.Output) {
	case 0:
		return object{{key, ""}}
	case 1:
		return object{{key, c.Output[0]}}
	}
	var parts list
	for _, o := range c.Output {
		parts = append(parts, text("text", o))
	}
	return object{{key, parts}}
}
