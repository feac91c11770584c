package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// TestMain makes the test binary the command elide-mcp where it is started as it.
func TestMain(m *testing.M) {
	if os.Getenv("ELIDE_MCP_TEST") != "" {
		os.Unsetenv("ELIDE_MCP_TEST")
		main()
	}
	os.Exit(childtest.Tests{M: m}.Run())
}

// command is elide-mcp with a home, a project and a store of its own.
func command(t *testing.T, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"ELIDE_MCP_TEST=1", "HOME=" + cmd.Dir, "XDG_CACHE_HOME=" + cmd.Dir + "/cache", "XDG_CONFIG_HOME=" + cmd.Dir, "TMPDIR=" + cmd.Dir,
		"ELIDE_AUDIT_PATH=" + filepath.Join(cmd.Dir, "audit.jsonl")}
	if err := os.Mkdir(filepath.Join(cmd.Dir, ".elide"), 0o700); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// put stores a text in the project of the command.
func put(t *testing.T, cmd *exec.Cmd, text string) (hash string) {
	s, err := store.Open(filepath.Join(cmd.Dir, ".elide", "store"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	digest, err := store.Digest(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Put(t.Context(), strings.NewReader(text), digest, store.Meta{Type: "log"})
	if err != nil {
		t.Fatal(err)
	}
	return e.Hash
}

func connect(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	session, err := mcp.NewClient(&mcp.Implementation{Name: "lab", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

func expanded(t *testing.T, session *mcp.ClientSession, hash string) string {
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "context_expand", Arguments: map[string]any{"ref": hash}})
	if err != nil {
		t.Fatal(err)
	}
	text := res.Content[0].(*mcp.TextContent).Text
	if res.IsError || !marker.Ends([]byte(text)) {
		t.Errorf("%v: %s", res.IsError, text)
	}
	return text
}

// TestStdio: as a host starts it, from its handshake to its end, also where the
// configuration is broken.
func TestStdio(t *testing.T) {
	cmd := command(t)
	if err := os.WriteFile(filepath.Join(cmd.Dir, "audit.jsonl"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	hash := put(t, cmd, "what it was\n")
	session := connect(t, &mcp.CommandTransport{Command: cmd})
	if text := expanded(t, session, hash); !strings.HasPrefix(text, "what it was\n⟦elided:"+hash) {
		t.Errorf("%q", text)
	}
	later := put(t, cmd, "stored later\n")
	if text := expanded(t, session, later); !strings.HasPrefix(text, "stored later\n") {
		t.Errorf("%q", text)
	}
	stats, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "context_stats"})
	if err != nil || stats.IsError || !strings.Contains(stats.Content[0].(*mcp.TextContent).Text, "2 originals, 25 bytes") {
		t.Errorf("%+v, %v", stats, err)
	}
	session.Close()
	if stderr.Len() > 0 || cmd.ProcessState.ExitCode() != 0 {
		t.Errorf("status %d: %s", cmd.ProcessState.ExitCode(), &stderr)
	}
	checkAudit(t, filepath.Join(cmd.Dir, "audit.jsonl"), hash)
}

// TestUnreadableAccount: what is stored is told all the same.
func TestUnreadableAccount(t *testing.T) {
	cmd := command(t)
	if err := os.Mkdir(filepath.Join(cmd.Dir, "audit.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, cmd, "what it was\n")
	session := connect(t, &mcp.CommandTransport{Command: cmd})
	stats, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "context_stats"})
	if err != nil || stats.IsError {
		t.Fatalf("%+v, %v", stats, err)
	}
	text := stats.Content[0].(*mcp.TextContent).Text
	if !strings.Contains(text, "1 originals, 12 bytes") || !strings.Contains(text, "the account can't be read: ") {
		t.Error(text)
	}
}

// checkAudit checks that the first expansion was written down, and none of what
// it showed.
func checkAudit(t *testing.T, path, hash string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	var event map[string]any
	if err := json.Unmarshal(line, &event); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	if event["hash"] != hash || event["front_end"] != "mcp" || event["host"] != "lab" || bytes.Contains(data, []byte("what it was")) {
		t.Errorf("%s", data)
	}
}

func TestBrokenConfiguration(t *testing.T) {
	cmd := command(t)
	if err := os.WriteFile(filepath.Join(cmd.Dir, ".elide", "config.toml"), []byte("budget = 'x'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	hash := put(t, cmd, "x\n")
	session := connect(t, &mcp.CommandTransport{Command: cmd})
	expanded(t, session, hash)
	session.Close()
	if !strings.HasPrefix(stderr.String(), "elide mcp: warning: ") {
		t.Errorf("%s", &stderr)
	}
}

// served starts elide-mcp over HTTP and returns its URL. It is ended by SIGTERM,
// and must end well.
func served(t *testing.T, cmd *exec.Cmd) (url string) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("ended with %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

func TestHTTP(t *testing.T) {
	cmd := command(t, "--http", "127.0.0.1:0")
	hash := put(t, cmd, "what it was\n")
	url := served(t, cmd)
	expanded(t, connect(t, &mcp.StreamableClientTransport{Endpoint: url}), hash)
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	for what, c := range map[string]struct {
		url, origin, host string
		want              int
	}{
		"without the secret":       {url: "http://" + host + "/mcp", want: http.StatusNotFound},
		"from a page in a browser": {url: url, origin: "https://example.com", want: http.StatusForbidden},
		"under another name":       {url: url, host: "example.com", want: http.StatusForbidden},
	} {
		if got := post(t, c.url, func(r *http.Request) {
			r.Host = c.host
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
		}); got != c.want {
			t.Errorf("%s: status %d, not %d", what, got, c.want)
		}
	}
}

func post(t *testing.T, url string, change func(*http.Request)) (status int) {
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	change(req)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

// bearer sends a token with each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func TestToken(t *testing.T) {
	cmd := command(t, "--http", "127.0.0.1:0", "--token-file", "token")
	if err := os.WriteFile(filepath.Join(cmd.Dir, "token"), []byte("secret-of-mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	hash := put(t, cmd, "what it was\n")
	url := served(t, cmd)
	if !strings.HasSuffix(url, "/mcp") || strings.Contains(url, "secret") {
		t.Errorf("the URL is %s", url)
	}
	client := &http.Client{Transport: bearer("secret-of-mine")}
	expanded(t, connect(t, &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: client}), hash)
	for _, header := range []string{"", "Bearer ", "Bearer secret-of-min", "secret-of-mine"} {
		if got := post(t, url, func(r *http.Request) { r.Header.Set("Authorization", header) }); got != http.StatusUnauthorized {
			t.Errorf("%q: status %d", header, got)
		}
	}
}

func TestMistakesInTheCall(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"--help"}, 0, ""},
		{[]string{"--version"}, 0, ""},
		{[]string{"x"}, 2, `elide mcp: error: elide mcp takes no argument "x"`},
		{[]string{"--no-such"}, 2, "elide mcp: error: unknown flag --no-such"},
		{[]string{"--http", ""}, 2, "--http needs an address"},
		{[]string{"--allow-remote"}, 2, "--allow-remote and --token-file belong to --http"},
		{[]string{"--http", "0.0.0.0:0"}, 2, "--http: other machines reach 0.0.0.0:0"},
		{[]string{"--http", "0.0.0.0:0", "--allow-remote"}, 2, "--allow-remote needs a token"},
		{[]string{"--http", "127.0.0.1:0", "--token-file", filepath.Join(t.TempDir(), "token")}, 2, "no such file"},
	} {
		cmd := command(t, c.args...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != c.status || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q: status %d: %s", c.args, got, &stderr)
		}
	}
}

// TestDocumented: docs/mcp.md speaks of every flag, of every argument of the tool,
// and of the variable.
func TestDocumented(t *testing.T) {
	data, err := os.ReadFile("../../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	o, err := parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	words := []string{tokenVariable}
	o.set.VisitAll(func(f *flag.Flag) {
		if f.Name != "version" {
			words = append(words, "--"+f.Name)
		}
	})
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal([]byte(expand.ToolSchema), &schema); err != nil {
		t.Fatal(err)
	}
	for name := range schema.Properties {
		words = append(words, "`"+name+"`")
	}
	for _, word := range words {
		if !strings.Contains(doc, word) {
			t.Errorf("nothing is said of %s", word)
		}
	}
}
