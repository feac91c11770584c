package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/proxy/e2e"
)

// TestAudit: the exit status says whether the requests are as they should be.
func TestAudit(t *testing.T) {
	logs := t.TempDir()
	m := &e2e.Model{Log: e2e.LogTo(logs)}
	body := `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{}"}}]},` +
		`{"role":"tool","tool_call_id":"a","content":"head\n⟦elided:0123456789ab 9 lines⟧"}]}`
	m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/v1/chat/completions", strings.NewReader(body)))
	for _, test := range []struct {
		args   []string
		status int
		prints string
	}{
		{[]string{"-audit", logs, "-min-requests", "1", "-min-reduced", "1"}, 0, "1 reduced"},
		{[]string{"-audit", logs, "-min-requests", "2"}, 1, "1 requests with results, not 2"},
		{[]string{"-audit", logs, "-min-reduced", "2"}, 1, "1 reduced results, not 2"},
		{[]string{"-audit", logs, "-min-expansions", "1"}, 1, "0 expansions, not 1"},
		{[]string{"-audit", logs, "-whole"}, 1, "1 reduced results, not none"},
		{[]string{"-audit", logs, "-installed", "-dir", logs}, 1, "it has no result"},
		{[]string{"-audit", t.TempDir()}, 1, "no such file"},
		{[]string{"-log", logs, "-script", filepath.Join(logs, "none")}, 1, "no such file"},
		{[]string{"-walk"}, 2, "not defined"},
		{nil, 2, "-audit DIR"},
	} {
		var out strings.Builder
		if status := run(test.args, strings.NewReader(""), &out, &out); status != test.status || !strings.Contains(out.String(), test.prints) {
			t.Errorf("%v: status %d\n%s", test.args, status, out.String())
		}
	}
}

// TestProject: the project that agents mend is made, under git.
func TestProject(t *testing.T) {
	dir := t.TempDir()
	var out strings.Builder
	if status := run([]string{"-project", dir}, nil, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	for _, name := range []string{".git", "go.mod", "price_test.go", "log/access.log"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	dir = t.TempDir()
	if status := run([]string{"-project", dir, "-installed"}, nil, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	if _, err := os.Stat(filepath.Join(dir, "log/day.log")); err != nil {
		t.Error(err)
	}
}

// TestMCP: with -mcp it is a server for agents.
func TestMCP(t *testing.T) {
	var out strings.Builder
	status := run([]string{"-mcp"}, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n"), &out, &out)
	if status != 0 || !strings.Contains(out.String(), "lab_orders") {
		t.Errorf("status %d\n%s", status, out.String())
	}
}
