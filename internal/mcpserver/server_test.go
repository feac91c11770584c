package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tiktoken-go/tokenizer"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/mcpserver"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/toolcall"
)

// world is a server over a store.
type world struct {
	store *store.Store
	told  []string
}

func newWorld(t *testing.T) *world {
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &world{store: s}
}

func (w *world) put(t *testing.T, text string) (hash string) {
	digest, err := store.Digest(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.store.Put(t.Context(), strings.NewReader(text), digest, store.Meta{Type: "plain", Command: "make all"})
	if err != nil {
		t.Fatal(err)
	}
	return e.Hash
}

func (w *world) server() *mcp.Server {
	return mcpserver.New(mcpserver.Options{
		Version: "test",
		Find: func(prefix string) (*store.Expanded, *store.Store, error) {
			x, err := w.store.Expand(prefix)
			return x, w.store, err
		},
		List: w.store.List,
		Kept: func() ([]store.Kept, error) {
			return store.Place{Dir: w.store.Dir(), Whole: true}.Kept(store.Owner{}, store.Options{})
		},
		Stats:    func() (string, error) { return "saved some\n", nil },
		Expanded: func(host string, a expand.Answer) { w.told = append(w.told, host+" "+a.Entry.Hash) },
	})
}

// connect connects the SDK's own client, under a host's name.
func (w *world) connect(t *testing.T, host string) *mcp.ClientSession {
	near, far := mcp.NewInMemoryTransports()
	if _, err := w.server().Connect(t.Context(), far, nil); err != nil {
		t.Fatal(err)
	}
	return dial(t, host, near)
}

func dial(t *testing.T, host string, transport mcp.Transport) *mcp.ClientSession {
	session, err := mcp.NewClient(&mcp.Implementation{Name: host, Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// call calls a tool and returns its one text.
func call(t *testing.T, session *mcp.ClientSession, tool string, arguments any) (text string, isError bool) {
	t.Helper()
	res, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Content) != 1 {
		t.Fatalf("%d contents", len(res.Content))
	}
	return res.Content[0].(*mcp.TextContent).Text, res.IsError
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of the output\n", i+1)
	}
	return b.String()
}

// TestPages: whatever the host, page after page gives the original, and none is
// longer than what the host shows.
func TestPages(t *testing.T) {
	w := newWorld(t)
	original := numbered(9000)
	hash := w.put(t, original)
	for host, most := range map[string]int{
		"@cline/core": 8000, "unheard-of": 8000, "": 8000, "Codex-mcp-client": 10_000, "copilot-cli": 19_000,
		"gemini-cli-mcp-client": 39_000, "opencode": 51_000, "claude-code": 50_000,
	} {
		session := w.connect(t, host)
		var whole strings.Builder
		page, pages := "", 0
		for page = "1"; page != ""; pages++ {
			text, isError := call(t, session, "context_expand", map[string]any{"ref": hash, "page": page})
			if isError || len(text) > most || !marker.Ends([]byte(text)) {
				t.Fatalf("%s: %d bytes of page %s: %.200s", host, len(text), page, text)
			}
			at := strings.LastIndexByte(text, '\n') + 1
			whole.WriteString(text[:at])
			_, page, _ = strings.Cut(strings.TrimSuffix(text[at:], "⟧"), "next page ")
		}
		if whole.String() != original {
			t.Errorf("%s: %d pages have %d bytes of %d", host, pages, whole.Len(), len(original))
		}
		if want := len(original)/most + 1; pages > want+want/4+1 {
			t.Errorf("%s: %d pages for %d bytes", host, pages, len(original))
		}
	}
}

func TestExpand(t *testing.T) {
	w := newWorld(t)
	hash := w.put(t, numbered(100))
	binary := w.put(t, "\xff\x00"+numbered(200))
	session := w.connect(t, "claude-code")
	for _, c := range []struct {
		name      string
		arguments any
		want      string
		isError   bool
	}{
		{"range", map[string]any{"ref": hash, "range": "12-13"}, "line 12 of the output\nline 13 of the output\n⟦elided:" + hash + " lines 12-13 of 100⟧", false},
		{"gap", map[string]any{"hash": "⟦elided:" + hash + " 90 lines, elision-get⟧", "range": "⟦12⟧"}, "line 12 of the output\n⟦elided:" + hash + " line 12 of 100⟧", false},
		{"range in the reference", map[string]any{"ref": strings.ToUpper(hash) + ":12-12"}, "line 12 of the output\n⟦elided:" + hash + " line 12 of 100⟧", false},
		{"number", map[string]any{"ref": hash[:6], "range": 100}, "line 100 of the output\n⟦elided:" + hash + " line 100 of 100⟧", false},
		{"list", map[string]any{"ref": hash, "range": []int{1, 3}}, "line 1 of the output\nline 3 of the output\n⟦elided:" + hash + " lines 1, 3 of 100⟧", false},
		{"pattern", map[string]any{"ref": hash, "pattern": "LINE 7 ", "context": "1"}, "6-line 6 of the output\n7:line 7 of the output\n8-line 8 of the output\n⟦elided:" + hash + " 1 match in lines 1-100 of 100⟧", false},
		{"no match", map[string]any{"ref": hash, "pattern": "none"}, "no line has none\n⟦elided:" + hash + " 0 matches in lines 1-100 of 100⟧", false},
		{"not UTF-8", map[string]any{"ref": binary, "range": "1"}, "\uFFFD\x00line 1 of the output\n⟦elided:" + binary + " line 1 of 200, not UTF-8: some bytes shown as \uFFFD⟧", false},
		{"no reference", map[string]any{}, "ref is missing: give the HASH of ⟦elided:HASH …⟧", true},
		{"no hash", map[string]any{"ref": "../../etc/passwd"}, "not a reference: \"../../etc/passwd\": give the HASH of ⟦elided:HASH …⟧, 12 hexadecimal digits", true},
		{"near miss", map[string]any{"ref": near(hash)}, near(hash) + " is not in the store\nnearest: " + hash, true},
		{"beyond", map[string]any{"ref": hash, "range": "101"}, "there is no line 101: the original has 100", true},
		{"no range", map[string]any{"ref": hash, "range": "all"}, `not a range: "all": write it as its gap, 12-80`, true},
		{"no page", map[string]any{"ref": hash, "page": "101"}, `there is no page "101"`, true},
		{"no pattern", map[string]any{"ref": hash, "pattern": "/(/"}, "pattern /(/: error parsing regexp: missing closing ): `(`", true},
		{"both", map[string]any{"ref": hash, "pattern": "a", "range": "1-2"}, "pattern searches all of the original: leave range out", true},
		{"no object", []int{1}, "the arguments are no JSON object", true},
	} {
		text, isError := call(t, session, "context_expand", c.arguments)
		if text != c.want || isError != c.isError {
			t.Errorf("%s: %v %q\nnot %q", c.name, isError, text, c.want)
		}
	}
	if len(w.told) != 8 || w.told[0] != "claude "+hash {
		t.Errorf("told of %q", w.told)
	}
	if text, _ := call(t, session, "context_stats", nil); text != "saved some\n" {
		t.Errorf("context_stats: %q", text)
	}
}

// near changes a digit of a hash.
func near(hash string) string {
	if hash[3] == '0' {
		return hash[:3] + "1" + hash[4:]
	}
	return hash[:3] + "0" + hash[4:]
}

// TestSearchAll: a pattern without a reference is looked for in all.
func TestSearchAll(t *testing.T) {
	w := newWorld(t)
	hash := w.put(t, numbered(100))
	session := w.connect(t, "claude-code")
	text, isError := call(t, session, "context_expand", map[string]any{"pattern": "line 77 "})
	if isError || !strings.HasPrefix(text, hash+"  make all, plain, 2192 bytes, ") || !strings.HasSuffix(text, "\n77:line 77 of the output\n⟦elided:"+hash+" 1 match in 1 of 1 original⟧") {
		t.Errorf("%v %q", isError, text)
	}
	if text, isError := call(t, session, "context_expand", map[string]any{"pattern": "none"}); isError || text != "no line of 1 original has none" {
		t.Errorf("%v %q", isError, text)
	}
	if len(w.told) != 2 || w.told[0] != "claude " {
		t.Errorf("told of %q", w.told)
	}
	if !toolcall.Of("Bash", []byte(`{"command":"elision-get --all --grep x"}`)).Expansion {
		t.Error("a search is no expansion")
	}
}

func TestResources(t *testing.T) {
	w := newWorld(t)
	w.put(t, "first")
	hash, binary := w.put(t, numbered(3)), w.put(t, "\xff\x00")
	session := w.connect(t, "x")
	list, err := session.ListResources(t.Context(), nil)
	if err != nil || len(list.Resources) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, r := range list.Resources {
		if r.URI == "elision-get://"+hash && r.Size != int64(len(numbered(3))) {
			t.Errorf("%+v", r)
		}
	}
	for hash, want := range map[string]string{hash: numbered(3), binary: "\xff\x00"} {
		read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "elision-get://" + hash})
		if err != nil {
			t.Fatal(err)
		}
		if got := read.Contents[0]; got.Text+string(got.Blob) != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	templates, err := session.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 1 {
		t.Errorf("%+v, %v", templates, err)
	}
	for _, uri := range []string{"elision-get://" + near(hash), "elision-get://../../etc/passwd", "file:///etc/passwd"} {
		if _, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s was read", uri)
		}
	}
}

// TestResourceErrors: what can't be given is the call's mistake, with the next step.
func TestResourceErrors(t *testing.T) {
	w := newWorld(t)
	hash := w.put(t, numbered(3))
	large := w.put(t, strings.Repeat("x", 17<<20))
	session := w.connect(t, "x")
	for uri, want := range map[string]string{
		"elision-get://" + near(hash): "nearest: " + hash,
		"elision-get://" + large:      "ask for parts of it with context_expand",
		"elision-get://x":             "not found",
	} {
		_, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		var told *jsonrpc.Error
		if !errors.As(err, &told) || told.Code != jsonrpc.CodeInvalidParams || !strings.Contains(told.Message, want) {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

// TestNobodyReducesIt: calls of the tool, and of hosts' own tools for resources,
// are known as expansions.
func TestNobodyReducesIt(t *testing.T) {
	for name, input := range map[string]string{
		"mcp__elide__context_expand": `{"ref":"0123456789ab"}`,
		"elide-context_expand":       `{"ref":"0123456789ab"}`,
		"read_mcp_resource":          `{"server":"elide","uri":"elision-get://0123456789ab"}`,
		"ReadMcpResourceTool":        `{"server":"elide","uri":"elision-get://0123456789ab"}`,
	} {
		if !toolcall.Of(name, []byte(input)).Expansion {
			t.Errorf("%s is no expansion", name)
		}
	}
}

// TestCost: what the tools and the instructions cost in each request.
func TestCost(t *testing.T) {
	session := newWorld(t).connect(t, "x")
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	count := func(text string) int {
		ids, _, err := codec.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		return len(ids)
	}
	if n := count(session.InitializeResult().Instructions); n == 0 || n > 120 {
		t.Errorf("the instructions have %d tokens", n)
	}
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 2 {
		t.Fatalf("%+v, %v", tools, err)
	}
	sum := 0
	for _, tool := range tools.Tools {
		schema, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		sum += count(tool.Name) + count(tool.Description) + count(string(schema))
	}
	t.Logf("the tools have %d tokens", sum)
	if sum > 240 {
		t.Errorf("the tools have %d tokens", sum)
	}
}

// TestUnknown: what is not known, and what is no JSON-RPC at all, is an error, and
// the server serves on.
func TestUnknown(t *testing.T) {
	w := newWorld(t)
	hash := w.put(t, "text")
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	go w.server().Run(t.Context(), mcpserver.Stdio(in, out))
	answers := json.NewDecoder(fromServer)
	for _, c := range []struct{ send, want string }{
		{`{"jsonrpc":"2.0","id":1,"method":"no/such"}`, `"error"`},
		{`no JSON`, `"code":-32700`},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `"code":-32600`},
		{`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 2<<20) + `"}`, `"code":-32600`},
		{`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"@cline/core","version":"3"}}}`, `"serverInfo"`},
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, ``},
		{`{"jsonrpc":"2.0","method":"notifications/no-such"}`, ``},
		{`{"jsonrpc":"2.0","id":3,"method":"prompts/list"}`, `"id":3`},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"no_such"}}`, `"error"`},
		{`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"context_expand","arguments":"x"}}`, `"isError":true`},
		{`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"context_expand"}}`, `"isError":true`},
		{`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"context_expand","arguments":{"ref":"` + hash + `"}}}`, `text\n⟦elided:` + hash + ` its one line⟧`},
	} {
		if _, err := io.WriteString(toServer, c.send+"\n"); err != nil {
			t.Fatalf("%s: %v", c.send, err)
		}
		if c.want == "" {
			continue
		}
		var answer json.RawMessage
		if err := answers.Decode(&answer); err != nil {
			t.Fatalf("%s: %v", c.send, err)
		}
		if !bytes.Contains(answer, []byte(c.want)) {
			t.Errorf("%s: %s", c.send, answer)
		}
	}
	toServer.Close()
}

// TestDiscover: the newest version of the protocol begins with no handshake.
func TestDiscover(t *testing.T) {
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"copilot-cli","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	out := lastAnswer(t, `{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{`+meta+`}}`+"\n"+`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+meta+`}}`)
	if !strings.Contains(out, `"supportedVersions":["2026-07-28"`) || !strings.Contains(out, `"name":"context_expand"`) {
		t.Error(out)
	}
}

// lastAnswer runs the server on an input and a last call, after which the input
// ends, and returns what it wrote.
func lastAnswer(t *testing.T, input string) string {
	var out bytes.Buffer
	in := strings.NewReader(input + "\n" + `{"jsonrpc":"2.0","id":"the last","method":"ping"}`)
	newWorld(t).server().Run(t.Context(), mcpserver.Stdio(io.NopCloser(in), nopCloser{&out}))
	return out.String()
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// FuzzStdio: whatever the lines before it, a call is answered, also where the
// input ends at once.
func FuzzStdio(f *testing.F) {
	for _, line := range []string{``, `{}`, `[]`, `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":1}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":3}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"the last"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"x","version":"3"}}}`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if out := lastAnswer(t, input); !strings.Contains(out, `"id":"the last"`) {
			t.Errorf("%q: %q", input, out)
		}
	})
}

// TestPanic: what goes wrong in a call ends that call alone.
func TestPanic(t *testing.T) {
	near, far := mcp.NewInMemoryTransports()
	server := mcpserver.New(mcpserver.Options{
		Stats: func() (string, error) { panic("no statistics") },
		List:  func() ([]store.Listed, error) { return nil, errors.New("no list") },
	})
	if _, err := server.Connect(t.Context(), far, nil); err != nil {
		t.Fatal(err)
	}
	session := dial(t, "x", near)
	for range 2 {
		if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "context_stats"}); err == nil || !strings.Contains(err.Error(), "no statistics") {
			t.Errorf("%v", err)
		}
		if _, err := session.ListResources(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "no list") {
			t.Errorf("%v", err)
		}
	}
}

// TestHTTP: a client of the newest version of the protocol, which says its name
// with each call, gets the pages of its host.
func TestHTTP(t *testing.T) {
	w := newWorld(t)
	hash := w.put(t, numbered(2000))
	server := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return w.server() }, nil))
	t.Cleanup(server.Close) // after the session is
	session := dial(t, "claude-code", &mcp.StreamableClientTransport{Endpoint: server.URL})
	text, isError := call(t, session, "context_expand", map[string]any{"ref": hash})
	if isError || len(text) < 30_000 || !marker.Ends([]byte(text)) {
		t.Errorf("%v, %d bytes", isError, len(text))
	}
}
