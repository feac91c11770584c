package jsonc_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/install/jsonc"
	"elide.example/elide/internal/install/jsonc/jsonctest"
	"elide.example/elide/internal/laws"
)

// edits are texts before and after an element is appended to hooks.After, and
// env.PREFIX is set.
var edits = []struct{ name, before, after string }{
	{"nothing", "", `{
  "hooks": {
    "After": [
      {
        "run": "a <b> && c"
      }
    ]
  },
  "env": {
    "PREFIX": "/x"
  }
}
`},
	{"one line", `{"env":{"A":"1"},"z":[]}`, `{"env":{"A":"1","PREFIX":"/x"},"z":[],"hooks":{"After":[{"run":"a <b> && c"}]}}`},
	{"one line with blanks", `{"env": {}, "hooks": {"After": [1]}}`, `{"env": {"PREFIX": "/x"}, "hooks": {"After": [1, {"run": "a <b> && c"}]}}`},
	{"tabs, comments and trailing commas", `// mine
{
	"hooks": { // all of them
		"After": [
			{"run": "b"}, // last
		],
	}, /* and */
	"env": {}
	// done
}`, `// mine
{
	"hooks": { // all of them
		"After": [
			{"run": "b"}, // last
			{
				"run": "a <b> && c"
			},
		],
	}, /* and */
	"env": {
		"PREFIX": "/x"
	}
	// done
}`},
	{"a comment at the very end", "{\n} // mine", "{\n  \"hooks\": {\n    \"After\": [\n      {\n        \"run\": \"a <b> && c\"\n      }\n    ]\n  },\n" +
		"  \"env\": {\n    \"PREFIX\": \"/x\"\n  }\n} // mine"},
	{"line ends and a mark", "\xef\xbb\xbf{\r\n    \"z\": 1 // one\r\n}\r\n", "\xef\xbb\xbf{\r\n    \"z\": 1, // one\r\n" +
		"    \"hooks\": {\r\n        \"After\": [\r\n            {\r\n                \"run\": \"a <b> && c\"\r\n            }\r\n        ]\r\n    },\r\n" +
		"    \"env\": {\r\n        \"PREFIX\": \"/x\"\r\n    }\r\n}\r\n"},
}

type entry struct {
	Run string `json:"run"`
}

// edit makes the edits of the table.
func edit(text string) (string, error) {
	d, err := jsonc.Parse([]byte(text))
	if err != nil {
		return "", err
	}
	if err := d.Append(entry{"a <b> && c"}, "hooks", "After"); err != nil {
		return "", err
	}
	err = d.Set("/x", "env", "PREFIX")
	return string(d.Bytes()), err
}

func TestEdits(t *testing.T) {
	for _, e := range edits {
		after, err := edit(e.before)
		if err != nil || after != e.after {
			t.Errorf("%s: %v\n%s", e.name, err, after)
		}
	}
}

func TestReplace(t *testing.T) {
	d, err := jsonc.Parse([]byte("{\n  \"a\": [1, /* two */ 2],\n  \"b\": {} // end\n}"))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Set(map[string]int{"c": 3}, "b"); err != nil {
		t.Fatal(err)
	}
	const want = "{\n  \"a\": [1, /* two */ 2],\n  \"b\": {\n    \"c\": 3\n  } // end\n}"
	if got := string(d.Bytes()); got != want {
		t.Error(got)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                         "it holds no JSON object",
		`{"a":}`:                     "line 1, column 6: invalid character '}' at start of value",
		`{"hooks": 3}`:               "hooks is no object",
		`{"hooks": {"After":{}}}`:    "hooks.After is no array",
		`{"env":1,"env":2}`:          `it has "env" twice`,
		`{"env":null}`:               "env is no object",
		strings.Repeat("[", 600_000): "it is too large to be edited",

		`{"a":` + strings.Repeat(`{"a":`, 1000) + "1" + strings.Repeat("}", 1001): "it is too large to be edited",
		// Brackets in strings and comments are none.
		`{"hooks": 3, "a":"` + strings.Repeat("[", 2000) + `" /* ` + strings.Repeat("{", 2000) + " */}": "hooks is no object",
	} {
		_, err := edit(text)
		if err == nil || err.Error() != want {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

// TestLaws: an edit adds what it is to add and nothing else, comments stay, and
// taking it out again leaves a text that says what the first one said.
func TestLaws(t *testing.T) {
	laws.Check(t, func(t *rapid.T) { checkLaws(t, jsonctest.Text("hooks", "env", "After").Draw(t, "text")) })
}

func FuzzLaws(f *testing.F) {
	for _, e := range edits {
		f.Add(e.before)
		f.Add(e.after)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLaws(t, text) })
}

type tester interface {
	Fatalf(format string, args ...any)
	Helper()
}

func checkLaws(t tester, text string) {
	t.Helper()
	d, err := jsonc.Parse([]byte(text))
	if err != nil {
		return
	}
	if strings.TrimSpace(strings.TrimPrefix(text, "\xef\xbb\xbf")) != "" && string(d.Bytes()) != text {
		t.Fatalf("parsing changes it to %q", d.Bytes())
	}
	before := string(d.Bytes())
	old := whole(d)
	had := func(path ...string) bool { var v any; return d.Get(&v, path...) }
	hadPrefix, hadEnv, hadAfter, hadHooks := had("env", "PREFIX"), had("env"), had("hooks", "After"), had("hooks")
	if d.Append("new", "hooks", "After") != nil || d.Set("/x", "env", "PREFIX") != nil {
		return
	}
	if want := added(old); !sameJSON(whole(d), want) {
		t.Fatalf("%q became %q", before, d.Bytes())
	}
	if hadPrefix {
		return // it was overwritten
	}
	if err := d.Remove("env", "PREFIX"); err != nil {
		t.Fatalf("%v", err)
	}
	if err := d.RemoveElement(len(d.Elements("hooks", "After"))-1, "hooks", "After"); err != nil {
		t.Fatalf("%v", err)
	}
	for _, c := range []struct {
		had  bool
		path []string
	}{{hadEnv, []string{"env"}}, {hadAfter, []string{"hooks", "After"}}, {hadHooks, []string{"hooks"}}} {
		if !c.had && d.Empty(c.path...) {
			if err := d.Remove(c.path...); err != nil {
				t.Fatalf("%v", err)
			}
		}
	}
	if !jsonc.Equal(d.Bytes(), []byte(before)) {
		t.Fatalf("%q was left of %q", d.Bytes(), before)
	}
}

// whole returns the document as json decodes it.
func whole(d *jsonc.Doc) map[string]any {
	var all map[string]any
	d.Get(&all)
	return all
}

// added returns what the edits of laws are to make of a document.
func added(all map[string]any) map[string]any {
	all = maps.Clone(all)
	hooks, _ := all["hooks"].(map[string]any)
	hooks = maps.Clone(hooks)
	if hooks == nil {
		hooks = map[string]any{}
	}
	list, _ := hooks["After"].([]any)
	hooks["After"] = append(slices.Clone(list), "new")
	env, _ := all["env"].(map[string]any)
	env = maps.Clone(env)
	if env == nil {
		env = map[string]any{}
	}
	env["PREFIX"] = "/x"
	all["hooks"], all["env"] = hooks, env
	return all
}

func sameJSON(a, b any) bool {
	first, err := json.Marshal(a)
	if err != nil {
		return false
	}
	second, err := json.Marshal(b)
	return err == nil && string(first) == string(second)
}

// TestRemove: what is taken out of any place takes nothing else along.
func TestRemove(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := jsonctest.Text("hooks", "env", "After").Draw(t, "text")
		d, err := jsonc.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for want := whole(d); len(want) > 0; want = whole(d) {
			before := d.Bytes()
			name := rapid.SampledFrom(slices.Sorted(maps.Keys(want))).Draw(t, "name")
			if list, _ := want[name].([]any); len(list) > 0 {
				i := rapid.IntRange(0, len(list)-1).Draw(t, "index")
				want[name] = slices.Delete(list, i, i+1)
				err = d.RemoveElement(i, name)
			} else {
				delete(want, name)
				err = d.Remove(name)
			}
			if err != nil || !sameJSON(whole(d), want) {
				t.Fatalf("%v: %q without one of %q is %q", err, before, name, d.Bytes())
			}
		}
	})
}
