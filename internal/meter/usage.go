package meter

import (
	"bytes"

	"elide.example/elide/internal/wire"
)

// place is a place in a response where something stands that counts.
type place uint8

const (
	nowhere place = iota
	modelName
	responseID // by which a later request goes on from it
	input      // all of it, or what no cache had, as the provider has it
	cacheRead
	cacheWrite
	cacheWrite5m
	cacheWrite1h
	toolPrompt // input beside input
	output
	thoughts // output beside output
	reasoning
	places
)

// placesOf returns what tells the places in a provider's responses by their
// path, nil if it is not known. A path is the keys joined by dots, "[]" for any
// element of an array.
func placesOf(p wire.Provider) func(path []byte) place {
	switch p {
	case wire.Anthropic:
		return anthropicPlace
	case wire.OpenAI:
		return openAIPlace
	case wire.Gemini:
		return geminiPlace
	case wire.Bedrock:
		return bedrockPlace
	}
	return nil
}

// anthropicPlace: a message, or the events message_start, which holds it, and
// message_delta.
func anthropicPlace(path []byte) place {
	switch string(bytes.TrimPrefix(path, []byte("message."))) {
	case "model":
		return modelName
	case "usage.input_tokens":
		return input
	case "usage.cache_read_input_tokens":
		return cacheRead
	case "usage.cache_creation_input_tokens":
		return cacheWrite
	case "usage.cache_creation.ephemeral_5m_input_tokens":
		return cacheWrite5m
	case "usage.cache_creation.ephemeral_1h_input_tokens":
		return cacheWrite1h
	case "usage.output_tokens":
		return output
	case "usage.output_tokens_details.thinking_tokens":
		return reasoning
	}
	return nowhere
}

// openAIPlace: a chat completion or its chunks, of which the last has the
// usage if the client asked for it; a response, or the events that hold it.
func openAIPlace(path []byte) place {
	switch string(bytes.TrimPrefix(path, []byte("response."))) {
	case "model":
		return modelName
	case "id":
		return responseID
	case "usage.prompt_tokens", "usage.input_tokens":
		return input
	case "usage.prompt_tokens_details.cached_tokens", "usage.input_tokens_details.cached_tokens":
		return cacheRead
	case "usage.prompt_tokens_details.cache_write_tokens", "usage.input_tokens_details.cache_write_tokens":
		return cacheWrite
	case "usage.completion_tokens", "usage.output_tokens":
		return output
	case "usage.completion_tokens_details.reasoning_tokens", "usage.output_tokens_details.reasoning_tokens":
		return reasoning
	}
	return nowhere
}

// geminiPlace: a response or the chunks of it, alone or in an array, or inside
// of another as Code Assist sends it.
func geminiPlace(path []byte) place {
	path = bytes.TrimPrefix(path, []byte("[]."))
	switch string(bytes.TrimPrefix(path, []byte("response."))) {
	case "modelVersion":
		return modelName
	case "usageMetadata.promptTokenCount":
		return input
	case "usageMetadata.cachedContentTokenCount":
		return cacheRead
	case "usageMetadata.toolUsePromptTokenCount":
		return toolPrompt
	case "usageMetadata.candidatesTokenCount":
		return output
	case "usageMetadata.thoughtsTokenCount":
		return thoughts
	}
	return nowhere
}

// bedrockPlace: a conversation's answer, or the event that ends its stream; else
// what InvokeModel hands on of Anthropic's. Input is what no cache had, in both.
func bedrockPlace(path []byte) place {
	switch string(path) {
	case "usage.inputTokens":
		return input
	case "usage.cacheReadInputTokens":
		return cacheRead
	case "usage.cacheWriteInputTokens":
		return cacheWrite
	case "usage.outputTokens":
		return output
	}
	return anthropicPlace(path)
}

// tally is what was found in a response. A stream says its counts more than
// once, each time as they are by then: the largest is the last, also where a
// gateway leaves zeros in between.
type tally struct {
	counts [places]int
	known  bool
	model  string
	id     string
}

// maxTokens is more than any count. What says more is not believed.
const maxTokens = 1 << 40

func (t *tally) number(at place, n int) {
	if n < 0 || n > maxTokens {
		return
	}
	t.known = t.known || at == input || at == output
	t.counts[at] = max(t.counts[at], n)
}

// name takes the first model, or ID, that is named.
func (t *tally) name(at place, name []byte) {
	to := &t.model
	if at == responseID {
		to = &t.id
	}
	if *to == "" {
		*to = string(name)
	}
}

// usage returns the counts as all providers' are given here: fresh input apart
// from what a cache has to do with, and all output together.
func (t *tally) usage(p wire.Provider) Usage {
	if !t.known {
		return Usage{}
	}
	c := &t.counts
	u := Usage{Known: true, Input: c[input], Output: c[output], CacheRead: c[cacheRead], Reasoning: c[reasoning]}
	u.CacheWrite1h = c[cacheWrite1h]
	u.CacheWrite = max(c[cacheWrite], c[cacheWrite5m]+c[cacheWrite1h])
	switch p {
	case wire.OpenAI:
		u.Input = max(0, c[input]-u.CacheRead-u.CacheWrite)
	case wire.Gemini:
		u.Input = max(0, c[input]-u.CacheRead) + c[toolPrompt]
		u.Output, u.Reasoning = c[output]+c[thoughts], c[thoughts]
	}
	return u
}
