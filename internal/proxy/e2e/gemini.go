package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

type geminiRequest struct {
	Contents []geminiContent `json:"contents"`
	Tools    []struct {
		Functions []struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
			JSONSchema json.RawMessage `json:"parametersJsonSchema"`
		} `json:"functionDeclarations"`
	} `json:"tools"`
	Config struct {
		MIMEType   string          `json:"responseMimeType"`
		Schema     json.RawMessage `json:"responseSchema"`
		JSONSchema json.RawMessage `json:"responseJsonSchema"`
	} `json:"generationConfig"`
}

type geminiContent struct {
	Role  string       `json:"role"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Signature string `json:"thoughtSignature"`
	Call      *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
	Response *struct {
		ID       string                     `json:"id"`
		Name     string                     `json:"name"`
		Response map[string]json.RawMessage `json:"response"`
	} `json:"functionResponse"`
}

// askGemini reads a request to generateContent or streamGenerateContent. What
// the path says, the model and whether to stream, is in a already.
func askGemini(a *asked, _ http.Header, body []byte) {
	var r geminiRequest
	if !a.decode("body", body, &r) {
		return
	}
	a.idPrefix, a.cache = "call", true
	for _, group := range r.Tools {
		for _, f := range group.Functions {
			schema := f.JSONSchema
			if len(schema) == 0 {
				schema = f.Parameters
			}
			a.tools = append(a.tools, tool{name: f.Name, params: properties(schema)})
		}
	}
	if r.Config.MIMEType == "application/json" {
		a.schema = json.RawMessage("{}")
		for _, s := range []json.RawMessage{r.Config.Schema, r.Config.JSONSchema} {
			if len(s) > 0 {
				a.schema = s
			}
		}
	}
	a.head = []byte(canonical(body, "systemInstruction", "tools"))
	a.turns = elements(body, "contents")
	a.readContents(r.Contents)
}

func (a *asked) readContents(contents []geminiContent) {
	if len(contents) == 0 && a.api == Generate {
		a.problem("contents is not specified")
	}
	waiting := pending{}
	for i, c := range contents {
		where := fmt.Sprintf("contents[%d]", i)
		if len(c.Parts) == 0 {
			a.problem("%s: parts must not be empty", where)
		}
		switch c.Role {
		case "", "user", "function":
			a.readGeminiResults(where, c.Parts, waiting)
		case "model":
			waiting.none(a, where)
			a.readGeminiCalls(where, c.Parts, waiting)
		default:
			a.problem("%s: role %q", where, c.Role)
		}
	}
	waiting.none(a, "the end")
}

func (a *asked) readGeminiCalls(where string, parts []geminiPart, waiting pending) {
	for _, p := range parts {
		if p.Call == nil {
			continue
		}
		c := Call{ID: p.Call.ID, Name: p.Call.Name, Input: string(p.Call.Args)}
		if stepped, ok := stepOf(c.ID); ok && p.Signature != "" && p.Signature != signature(fmt.Sprint(c.Name, stepped)) {
			a.problem("%s: thought signature is not valid", where)
		}
		a.made(c)
		waiting[c.ID] = true
	}
}

func (a *asked) readGeminiResults(where string, parts []geminiPart, waiting pending) {
	for _, p := range parts {
		if p.Response == nil {
			continue
		}
		if p.Response.Response == nil {
			a.problem("%s: function response without a response", where)
		}
		text, failed := geminiText(p.Response.Response)
		waiting.answered(a, Result{ID: p.Response.ID, Text: text, Error: failed})
	}
	waiting.none(a, where)
}

// geminiText returns the text of a response: the member that is known to hold
// it.
func geminiText(response map[string]json.RawMessage) (text string, failed bool) {
	for _, key := range []string{"output", "error", "result", "content"} {
		if json.Unmarshal(response[key], &text) == nil {
			return text, key == "error"
		}
	}
	return "", false
}

// answerGemini writes the answer as the API streams it: chunks that are
// whole responses, with the usage so far, their events ended by CR LF.
func answerGemini(w *writer, a *asked, text string, calls []Call, u Usage) {
	if a.schema != nil {
		text = jsonText(smallest(a.schema))
	}
	var parts []map[string]any
	for _, piece := range pieces(text) {
		if text != "" {
			parts = append(parts, map[string]any{"text": piece})
		}
	}
	for _, c := range calls {
		step, _ := stepOf(c.ID)
		parts = append(parts, map[string]any{"thoughtSignature": signature(fmt.Sprint(c.Name, step)),
			"functionCall": map[string]any{"id": c.ID, "name": c.Name, "args": json.RawMessage(c.Input)}})
	}
	if !a.stream {
		w.json(http.StatusOK, geminiChunk(w, a, joined(parts), u, true))
		return
	}
	w.sse = "\r\n"
	w.startEvents()
	for i, part := range parts {
		w.event("", jsonText(geminiChunk(w, a, []map[string]any{part}, u, i == len(parts)-1)))
	}
}

// joined makes one part of the pieces of a text.
func joined(parts []map[string]any) []map[string]any {
	var out []map[string]any
	for _, p := range parts {
		last := len(out) - 1
		if s, ok := p["text"].(string); ok && last >= 0 && out[last]["text"] != nil {
			out[last]["text"] = out[last]["text"].(string) + s
			continue
		}
		out = append(out, p)
	}
	return out
}

func geminiChunk(w *writer, a *asked, parts []map[string]any, u Usage, last bool) map[string]any {
	candidate := map[string]any{"content": map[string]any{"role": "model", "parts": parts}, "index": 0}
	if last {
		candidate["finishReason"] = "STOP"
	}
	prompt := u.Input + u.CacheRead + u.CacheWrite
	usage := map[string]int{"promptTokenCount": prompt, "candidatesTokenCount": u.Output, "totalTokenCount": prompt + u.Output}
	if u.CacheRead > 0 {
		usage["cachedContentTokenCount"] = u.CacheRead
	}
	return map[string]any{"candidates": []any{candidate}, "usageMetadata": usage, "modelVersion": a.model,
		"responseId": fmt.Sprintf("e2e-%04d", len(a.results))}
}

// smallest returns the smallest value that a schema admits.
func smallest(schema json.RawMessage) any {
	var s struct {
		Type       string                     `json:"type"`
		Enum       []any                      `json:"enum"`
		Minimum    float64                    `json:"minimum"`
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &s) != nil {
		return nil
	}
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch strings.ToLower(s.Type) {
	case "object":
		object := map[string]any{}
		for key, member := range s.Properties {
			object[key] = smallest(member)
		}
		return object
	case "array":
		return []any{}
	case "integer", "number":
		return s.Minimum
	case "boolean":
		return false
	}
	return "ok"
}
