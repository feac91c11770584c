package api

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"elide.example/elide/internal/config"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/store"
)

// contract is docs/openapi.json.
type contract struct {
	doc struct {
		Paths      map[string]map[string]operation
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	compiler *jsonschema.Compiler
}

type operation struct {
	Parameters  []struct{ Name string }
	RequestBody struct{ Content map[string]any }
	Responses   map[string]struct {
		Headers map[string]any
		Content map[string]any
	}
}

const contractFile = "openapi.json"

func readContract(t testing.TB) *contract {
	t.Helper()
	data, err := os.ReadFile("../../docs/" + contractFile)
	if err != nil {
		t.Fatal(err)
	}
	c := &contract{compiler: jsonschema.NewCompiler()}
	if err := json.Unmarshal(data, &c.doc); err != nil {
		t.Fatal(err)
	}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.compiler.AddResource(contractFile, whole); err != nil {
		t.Fatal(err)
	}
	return c
}

// escaped writes a key as a JSON pointer has it, in a fragment.
func escaped(key string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
}

// check returns why a JSON text is not what the schema at that place says.
func (c *contract) check(text []byte, at ...string) error {
	pointer := contractFile + "#"
	for _, key := range at {
		pointer += "/" + escaped(key)
	}
	schema, err := c.compiler.Compile(pointer)
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(doc)
}

// served is a server, and what its answers must be like.
type served struct {
	*contract
	handler http.Handler
}

// serving returns a server with a store of its own.
func serving(t testing.TB, set ...func(*Options)) *served {
	t.Helper()
	opt := Options{Config: config.Default(), Store: originals(t), AnyHost: true}
	for _, change := range set {
		change(&opt)
	}
	return &served{readContract(t), New(opt)}
}

func originals(t testing.TB) *setup.Store {
	dir := t.TempDir()
	return setup.NewStore(setup.Where{Folder: dir + "/store", Dir: dir, Env: func(string) string { return "" }}, store.Options{TTL: store.SessionTTL})
}

// answer is one that keeps to the contract.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// code returns the error's code, "" if it is none.
func (a answer) code() string {
	var e errorBody
	json.Unmarshal(a.body, &e)
	return e.Error.Code
}

func (a answer) report(t testing.TB, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.header.Get(reportHeader)), to); err != nil {
		t.Error(err)
	}
}

// tester is a test, or one draw of a property.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// post sends a body, and holds the answer against the contract.
func (s *served) post(t tester, target, contentType string, body []byte, set ...func(*http.Request)) answer {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, target, bytes.NewReader(body))
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for _, change := range set {
		change(r)
	}
	return s.do(t, r)
}

func (s *served) do(t tester, r *http.Request) answer {
	t.Helper()
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	res := w.Result()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{res.StatusCode, res.Header, body}
	s.keepsTo(t, r, a)
	return a
}

// keepsTo holds an answer against the contract. What has no path in it is no part of it.
func (s *served) keepsTo(t tester, r *http.Request, a answer) {
	t.Helper()
	methods := s.doc.Paths[r.URL.Path]
	if methods == nil {
		return
	}
	var method string
	for method = range methods { // each path has one
	}
	status := strconv.Itoa(a.status)
	told, ok := methods[method].Responses[status]
	kind, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if _, known := told.Content[kind]; !ok || err != nil || !known {
		t.Fatalf("%s %s: status %s with %s is not in the contract: %.200s", r.Method, r.URL, status, kind, a.body)
	}
	place := []string{"paths", r.URL.Path, method, "responses", status}
	if kind == "application/json" {
		if err := s.check(a.body, append(place, "content", kind, "schema")...); err != nil {
			t.Fatalf("%s %s: %.300s\n%v", r.Method, r.URL, a.body, err)
		}
	}
	documented := map[string]bool{}
	for name := range told.Headers {
		documented[http.CanonicalHeaderKey(name)] = true
	}
	for name := range a.header {
		if !documented[name] && !slices.Contains([]string{"Content-Type", "Content-Length", "X-Content-Type-Options", "Cache-Control"}, name) {
			t.Fatalf("the header %s is not in the contract of %s %s", name, r.URL.Path, status)
		}
	}
	if text := a.header.Get(reportHeader); text != "" {
		if strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' }) {
			t.Fatalf("the report is not in ASCII: %q", text)
		}
		if err := s.check([]byte(text), append(place, "headers", reportHeader, "content", "application/json", "schema")...); err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
	}
}

// TestOptionsAreThoseOfTheContract, and fields and codes too.
func TestOptionsAreThoseOfTheContract(t *testing.T) {
	c := readContract(t)
	schema := func(name string, but ...string) []string {
		return slices.DeleteFunc(slices.Sorted(maps.Keys(c.doc.Components.Schemas[name].Properties)), func(p string) bool { return slices.Contains(but, p) })
	}
	parameters := func(path string) (names []string) {
		for _, p := range c.doc.Paths[path]["post"].Parameters {
			names = append(names, p.Name)
		}
		slices.Sort(names)
		return names
	}
	fields := func(record any, but ...string) (names []string) {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(record)) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !slices.Contains(but, name) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return names
	}
	same := func(what string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: the contract has\n%q, the server\n%q", what, got, want)
		}
	}
	ofBlock, ofMessages := slices.Sorted(maps.Keys(blockOptions)), slices.Sorted(maps.Keys(messageOptions))
	same("/v1/reduce", parameters("/v1/reduce"), ofBlock)
	same("Block", schema("Block", "text", "encoding"), ofBlock)
	same("/v1/messages/reduce", parameters("/v1/messages/reduce"), ofMessages)
	same("Reduced", schema("Reduced", "text"), fields(report.Report{}, "file"))
	same("Report", schema("Report"), fields(report.Report{}, "file", "sections"))
	same("MessageReport", schema("MessageReport"), fields(messageReport{}))
	paths := slices.Sorted(maps.Keys(c.doc.Paths))
	same("paths", paths, append([]string{"/healthz"}, slices.Sorted(maps.Keys(endpoints))...))
}
