package clients

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"elide.example/elide/internal/history"
	"elide.example/elide/internal/store"
)

// object is what a JSON object is decoded to.
type object = map[string]any

// shape is a provider's request: the member that holds its list, and what a
// client library makes of the request when it decodes it and encodes it again.
type shape struct {
	list string
	pass func(body []byte) ([]byte, error)
}

var shapes = map[string]shape{
	"anthropic": {"messages", through[anthropic.MessageNewParams]},
	"chat":      {"messages", through[openai.ChatCompletionNewParams]},
	"responses": {"input", through[responses.ResponseNewParams]},
	"gemini":    {"contents", through[geminiRequest]},
}

// geminiRequest is what a caller gives the library, which has no type for all of
// a request.
type geminiRequest struct {
	SystemInstruction *genai.Content   `json:"systemInstruction,omitempty"`
	Contents          []*genai.Content `json:"contents"`
}

func through[T any](body []byte) ([]byte, error) {
	var request T
	if err := json.Unmarshal(body, &request); err != nil {
		return nil, err
	}
	if at := unknown(reflect.ValueOf(request), "request"); at != "" {
		return nil, fmt.Errorf("%s is none of the kinds that the library knows", at)
	}
	return json.Marshal(request)
}

// unknown returns where a union is of none of its kinds, "" if there is none. The
// libraries keep what they don't know as the bytes that it came as, so that it
// would be there again when it is encoded. The kinds of a union are its fields.
func unknown(v reflect.Value, at string) string {
	switch v.Kind() {
	case reflect.Pointer:
		return unknown(v.Elem(), at)
	case reflect.Slice:
		for i := range v.Len() {
			if where := unknown(v.Index(i), fmt.Sprintf("%s[%d]", at, i)); where != "" {
				return where
			}
		}
	case reflect.Struct:
		kinds, set := 0, 0
		for field, value := range v.Fields() {
			if !field.IsExported() {
				continue
			}
			if strings.HasPrefix(field.Name, "Of") {
				kinds++
			}
			if value.IsZero() {
				continue
			}
			set++
			if where := unknown(value, at+"."+field.Name); where != "" {
				return where
			}
		}
		if kinds > 0 && set == 0 && !v.IsZero() && !isOutput(v) {
			return at
		}
	}
	return ""
}

// isOutput tells whether a union holds a text of the model's in Responses. The
// library knows that as a part of a message with an id and a status only; Codex
// sends neither, and the provider takes it.
func isOutput(union reflect.Value) bool {
	var part struct{ Type, Text string }
	text, err := json.Marshal(union.Interface())
	return err == nil && json.Unmarshal(text, &part) == nil && part.Type == "output_text" && part.Text != ""
}

// shapeOf tells whose a request is.
func shapeOf(request object) shape {
	switch {
	case request["contents"] != nil:
		return shapes["gemini"]
	case request["input"] != nil:
		return shapes["responses"]
	case request["tools"] != nil && request["system"] == nil:
		return shapes["chat"]
	}
	return shapes["anthropic"]
}

// lost returns where something of want is not in got, "" if all of it is. What the
// libraries' types are known not to keep apart:
//
//   - a content that is a text, with Anthropic, and a list that holds that text;
//   - a member that is null, as content beside calls is, and none.
//
// Members that they add are no loss.
func lost(want, got any, at string) string {
	switch want := want.(type) {
	case nil:
		return ""
	case object:
		got, _ := got.(object)
		for name, value := range want {
			if where := lost(value, got[name], at+"."+name); where != "" {
				return where
			}
		}
		return ""
	case []any:
		got, _ := got.([]any)
		if len(got) != len(want) {
			return fmt.Sprintf("%s: %d elements become %d", at, len(want), len(got))
		}
		for i := range want {
			if where := lost(want[i], got[i], fmt.Sprintf("%s[%d]", at, i)); where != "" {
				return where
			}
		}
		return ""
	case string:
		if strings.HasSuffix(at, ".content") && reflect.DeepEqual(got, []any{object{"type": "text", "text": want}}) {
			return ""
		}
	}
	if !reflect.DeepEqual(want, got) {
		return fmt.Sprintf("%s: %.200v becomes %.200v", at, want, got)
	}
	return ""
}

// lostIn returns what a library loses of a request's list.
func lostIn(body []byte) string {
	var before, after object
	if err := json.Unmarshal(body, &before); err != nil {
		return err.Error()
	}
	s := shapeOf(before)
	passed, err := s.pass(body)
	if err == nil {
		err = json.Unmarshal(passed, &after)
	}
	if err != nil {
		return err.Error()
	}
	return lost(before[s.list], after[s.list], s.list)
}

// TestReducedHistories: a request that a profile reduced is one of the provider's,
// by the types of its own library, which keep every message, part, id and text.
func TestReducedHistories(t *testing.T) {
	bodies := recordings(t)
	for _, profile := range history.Profiles() {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			st, err := store.Open(t.TempDir(), store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			h, err := history.New(history.Config{Store: st, Settings: history.Settings{Profile: profile, Force: true}})
			if err != nil {
				t.Fatal(err)
			}
			reduced := map[string]int{}
			for name, body := range bodies {
				out, rep, err := h.Reduce(t.Context(), body)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if where := lostIn(whole(out)); where != "" {
					t.Errorf("%s: %s", name, where)
				}
				if rep.Unchanged == "" {
					reduced[listOf(body)]++
				}
			}
			if len(reduced) != 3 || slices.Min([]int{reduced["messages"], reduced["input"], reduced["contents"]}) < 4 {
				t.Errorf("too few of %d requests are reduced: %v", len(bodies), reduced)
			}
		})
	}
}

// TestTypesNotice: what is no request of the provider's is lost on the types; else
// they would prove nothing.
func TestTypesNotice(t *testing.T) {
	for _, body := range []string{
		`{"system":"s","messages":[{"role":"user","content":[{"type":"nonsense","text":"x"}]}]}`,
		`{"system":"s","messages":[{"role":"user","content":[{"type":"text","words":"x"}]}]}`,
		`{"system":"s","messages":[{"role":"assistant","content":[{"type":"tool_use","call_id":"x","name":"n","input":{}}]}]}`,
		`{"tools":[],"messages":[{"role":"nobody","content":"x"}]}`,
		`{"tools":[],"messages":[{"role":"user","content":{"text":"x"}}]}`,
		`{"tools":[],"messages":[{"role":"tool","content":"x","call":"y"}]}`,
		`{"tools":[],"messages":[{"role":"user","content":[{"type":"text","words":"x"}]}]}`,
		`{"input":[{"type":"nonsense","call_id":"x"}]}`,
		`{"input":[{"type":"function_call_output","call":"x","output":"y"}]}`,
		`{"input":[{"role":"user","content":[{"type":"input_text","words":"x"}]}]}`,
		`{"contents":[{"role":"user","parts":[{"words":"x"}]}]}`,
		`{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"n","response":"x"}}]}]}`,
	} {
		if lostIn([]byte(body)) == "" {
			t.Errorf("nothing is lost of %s", body)
		}
	}
}

// recordings returns requests of each recorded conversation, from its first third,
// its second and its end.
func recordings(t *testing.T) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("../../../testdata/histories/*/body.json")
	if err != nil || len(paths) < 12 {
		t.Fatalf("%d recordings: %v", len(paths), err)
	}
	bodies := map[string][]byte{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for third := range 3 {
			name := fmt.Sprintf("%s, %d of 3", filepath.Base(filepath.Dir(path)), third+1)
			bodies[name] = front(t, text, third+1)
		}
	}
	return bodies
}

// front returns the last request that was sent within so many thirds of a
// conversation.
func front(t *testing.T, body []byte, thirds int) []byte {
	t.Helper()
	var request object
	if err := json.Unmarshal(whole(body), &request); err != nil {
		t.Fatal(err)
	}
	name := shapeOf(request).list
	list := request[name].([]any)
	end := len(list) * thirds / 3
	for end--; end > 1 && (!fromModel(list[end]) || fromModel(list[end-1])); end-- {
	}
	request[name] = list[:end]
	var front any = request
	if body[0] == '[' {
		front = list[:end]
	}
	out, err := json.Marshal(front)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// fromModel tells whether a message, or an item, is the model's.
func fromModel(message any) bool {
	m := message.(object)
	kind, _ := m["type"].(string)
	return m["role"] == "assistant" || m["role"] == "model" || kind == "reasoning" || strings.HasSuffix(kind, "_call")
}

// whole returns a request; of a bare list, one of Anthropic's that holds it.
func whole(body []byte) []byte {
	if body[0] != '[' {
		return body
	}
	return slices.Concat([]byte(`{"system":"Be brief.","messages":`), body, []byte("}"))
}

// listOf names the list of a request.
func listOf(body []byte) string {
	var request object
	if json.Unmarshal(whole(body), &request) != nil {
		return ""
	}
	return shapeOf(request).list
}
