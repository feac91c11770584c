package elide_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"elide.example/elide"
	"elide.example/elide/internal/laws"
)

func TestExpand(t *testing.T) {
	r := newReducer(t, elide.Options{})
	data := testRun(120)
	res := r.Reduce(t.Context(), elide.Block{Data: data})
	lines := strings.SplitAfter(string(data), "\n")
	tests := []struct {
		name string
		ref  string
		part elide.Part
		want string
		err  error
	}{
		{"all", res.Hash, elide.Part{}, string(data), nil},
		{"by its marker", "⟦elided:" + strings.ToUpper(res.Hash) + " 240 lines⟧", elide.Part{}, string(data), nil},
		{"by six digits", res.Hash[:6], elide.Part{}, string(data), nil},
		{"lines", res.Hash, elide.Part{Lines: "3-4"}, lines[2] + lines[3], nil},
		{"several", res.Hash, elide.Part{Lines: "9, ⟦1-2⟧"}, lines[8] + lines[0] + lines[1], nil},
		{"bytes of a line", res.Hash, elide.Part{Lines: "1.1-3"}, "===", nil},
		{"pattern", res.Hash, elide.Part{Pattern: "fail: test"}, "123:--- FAIL: TestPrice (0.00s)\n", nil},
		{"pattern with lines around", res.Hash, elide.Part{Pattern: "fail: test", Context: 1},
			"122-" + lines[121] + "123:" + lines[122] + "124-" + lines[123], nil},
		{"no line beyond", res.Hash, elide.Part{Lines: "900"}, "", elide.ErrUsage},
		{"no page beyond", res.Hash, elide.Part{Page: "900"}, "", elide.ErrUsage},
		{"lines and pattern", res.Hash, elide.Part{Lines: "1-2", Pattern: "x"}, "", elide.ErrUsage},
		{"bad pattern", res.Hash, elide.Part{Pattern: "/(/"}, "", elide.ErrUsage},
		{"no reference", "../../etc/passwd", elide.Part{}, "", elide.ErrUsage},
		{"unknown", "00000000dead", elide.Part{}, "", elide.ErrNotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page, err := r.Expand(t.Context(), tt.ref, tt.part)
			if !errors.Is(err, tt.err) || string(page.Text) != tt.want {
				t.Errorf("%v, %q", err, page.Text)
			}
			if err == nil && (page.Hash != res.Hash || page.Next != "" || page.What == "") {
				t.Errorf("%+v", page)
			}
		})
	}
}

// TestDamaged: what is damaged in the store is never given out.
func TestDamaged(t *testing.T) {
	st := newStore(t, elide.StoreOptions{})
	r := newReducer(t, elide.Options{Store: st})
	res := r.Reduce(t.Context(), elide.Block{Data: testRun(120)})
	name := st.Dir() + "/" + res.Hash + ".json"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(data, []byte("TestPrice"), []byte("TestPrize"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if page, err := r.Expand(t.Context(), res.Hash, elide.Part{}); !errors.Is(err, elide.ErrCorrupt) || page.Text != nil {
		t.Errorf("%v, %q", err, page.Text)
	}
}

// TestPages: the pages of an original, put together, are the original.
func TestPages(t *testing.T) {
	r := newReducer(t, elide.Options{})
	laws.Check(t, func(t *rapid.T) {
		data := testRun(rapid.IntRange(100, 400).Draw(t, "tests"))
		if rapid.Bool().Draw(t, "long line") {
			data = append(data, bytes.Repeat([]byte("é"), 1000)...)
		}
		res := r.Reduce(t.Context(), elide.Block{Data: data})
		size := rapid.IntRange(512, 9000).Draw(t, "size")
		var all []byte
		for part := (elide.Part{MaxBytes: size}); ; {
			page, err := r.Expand(t.Context(), res.Hash, part)
			if err != nil || len(page.Text) > size || len(page.Text) == 0 {
				t.Fatalf("%d bytes, %v", len(page.Text), err)
			}
			all = append(all, page.Text...)
			if part.Page = page.Next; page.Next == "" {
				break
			}
		}
		if !bytes.Equal(all, data) {
			t.Fatalf("%d bytes of %d", len(all), len(data))
		}
	})
}

// TestTool: the tool's descriptions are what the providers want, and its answers
// end in a marker, so that no front end reduces them.
func TestTool(t *testing.T) {
	r := newReducer(t, elide.Options{})
	tool := r.ExpandTool()
	for name, tt := range map[string]struct {
		text   json.RawMessage
		schema []string // where it stands
	}{
		"anthropic": {tool.Anthropic(), []string{"input_schema"}},
		"chat":      {tool.Chat(), []string{"function", "parameters"}},
		"responses": {tool.Responses(), []string{"parameters"}},
		"gemini":    {tool.Gemini(), []string{"parametersJsonSchema"}},
	} {
		var at any
		if err := json.Unmarshal(tt.text, &at); err != nil {
			t.Fatal(name, err)
		}
		for _, key := range tt.schema {
			at = at.(map[string]any)[key]
		}
		if schema, ok := at.(map[string]any); !ok || schema["type"] != "object" || schema["properties"].(map[string]any)["ref"] == nil {
			t.Errorf("%s: no schema in %s", name, tt.text)
		}
		if !bytes.Contains(tt.text, []byte(`"name":"context_expand"`)) {
			t.Errorf("%s: no name in %s", name, tt.text)
		}
	}
	res := r.Reduce(t.Context(), elide.Block{Data: testRun(400)})
	text, failed := tool.Handle(t.Context(), []byte(`{"ref":"⟦elided:`+res.Hash+`⟧"}`))
	if failed || len(text) > 7900 || !strings.Contains(text, "next page ") {
		t.Errorf("failed %t, %d bytes: %.80s", failed, len(text), text)
	}
	for _, result := range []elide.Result{
		r.Reduce(t.Context(), elide.Block{Data: []byte(text)}),
		r.AfterTool(t.Context(), call(tool.Name, `{}`), []byte(text)),
	} {
		if result.Reduced {
			t.Error("an expansion was reduced")
		}
	}
}

// FuzzTool: whatever a model writes, the tool answers with text.
func FuzzTool(f *testing.F) {
	r := newReducer(f, elide.Options{})
	data := append(testRun(120), "\xff\xfe not UTF-8\n"...)
	res := r.Reduce(f.Context(), elide.Block{Data: data})
	for _, input := range []string{
		`{"ref":"%s"}`, `{"hash":"%s","range":"1-3,5"}`, `{"ref":"%s","pattern":"/x|y/","context":3}`, `{"ref":"%s","range":240}`,
		`{"ref":"%s","pattern":"` + strings.Repeat("no such ", 2000) + `"}`, `{"ref":"%s","range":"` + strings.Repeat("x", 9000) + `"}`,
		`{"ref":"%s","pattern":"/(` + strings.Repeat("no end ", 2000) + `/"}`, `{"ref":"%s","page":"3.7"}`, `{"ref":"%s","pattern":"utf"}`, `{"ref":"%s"`, `[]`, ``, `{"ref":["%s",{}]}`,
	} {
		f.Add([]byte(strings.ReplaceAll(input, "%s", res.Hash)))
	}
	tool := r.ExpandTool()
	f.Fuzz(func(t *testing.T, input []byte) {
		text, failed := tool.Handle(t.Context(), input)
		if !utf8.ValidString(text) || text == "" || len(text) > 7900 {
			t.Errorf("failed %t, %d bytes: %.80q", failed, len(text), text)
		}
		if !failed && !strings.HasSuffix(text, "⟧") {
			t.Errorf("no marker at its end: %q", fmt.Sprintf("%.200s", text))
		}
	})
}
