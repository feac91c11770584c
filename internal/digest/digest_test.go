package digest

import (
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/thread/threadtest"
	"elide.example/elide/internal/wire"
)

func mustRead(t testing.TB, body []byte) *thread.Thread {
	t.Helper()
	doc, err := jsonspan.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	talk, err := thread.Read(doc)
	if err != nil {
		t.Fatal(err)
	}
	return talk
}

func bash(command, output string, failed bool) threadtest.Step {
	return threadtest.Step{Calls: []threadtest.Call{{Name: "Bash", Input: map[string]string{"command": command}, Output: []string{output}, Failed: failed}}}
}

func tool(name, output string, failed bool, input ...string) threadtest.Step {
	c := threadtest.Call{Name: name, Input: map[string]string{}, Output: []string{output}, Failed: failed}
	for i := 0; i < len(input); i += 2 {
		c.Input[input[i]] = input[i+1]
	}
	return threadtest.Step{Calls: []threadtest.Call{c}}
}

func says(text string, step threadtest.Step) threadtest.Step {
	step.Say = text
	return step
}

const failingTests = `=== RUN   TestTokenExpiry
    token_test.go:88: got 3600, want 900
--- FAIL: TestTokenExpiry (0.01s)
=== RUN   TestLogin
--- PASS: TestLogin (0.20s)
FAIL
FAIL	example.com/shop/auth	0.231s
ok  	example.com/shop/cart	0.102s
FAIL
`

const passingTests = `=== RUN   TestTokenExpiry
--- PASS: TestTokenExpiry (0.01s)
=== RUN   TestLogin
--- PASS: TestLogin (0.20s)
PASS
ok  	example.com/shop/auth	0.225s
ok  	example.com/shop/cart	0.101s
`

// session is a conversation in which a test is repaired.
var session = threadtest.Conversation{Turns: []threadtest.Turn{
	{
		Ask: "The tests of the auth package fail since yesterday. Find out why and repair it. Don't touch the public API.",
		Steps: []threadtest.Step{
			says("I'll run the tests first.", bash("go test ./...", failingTests, true)),
			says("The expiry is wrong. Let me look at the token code.", tool("Read", "package auth\n\nconst tokenLifetime = 3600 // seconds\n\nfunc Expiry() int { return tokenLifetime }\n", false, "file_path", "auth/token.go")),
			tool("Edit", "String to replace not found in file.", true, "file_path", "auth/token.go", "old_string", "lifetime = 900", "new_string", "x"),
			says("The root cause is that tokenLifetime is 3600 in auth/token.go although the config says 900. I decided to change the constant instead of the test, because the server enforces 900.",
				tool("Edit", "The file auth/token.go has been updated.", false, "file_path", "auth/token.go", "old_string", "3600", "new_string", "900")),
			bash("go test ./...", passingTests, false),
			bash("cat config/server.toml | head -20 && ./serve --check > out/check.txt", "listen = \"127.0.0.1:43817\"\nsession = \"sess_9f31c2aa\"\nworkers = 4\n", false),
			says("The server listens on 43817.", bash("curl -s http://127.0.0.1:43817/health", "{\"status\":\"ok\"}", false)),
		},
		Answer: "All tests pass now. Next I'll add a regression test for the expiry in auth/token_test.go, and the changelog still needs an entry.",
	},
	{Ask: "Good. Use table tests please.", Steps: []threadtest.Step{
		tool("TodoWrite", "ok", false, "todos", ""),
		tool("Grep", "auth/token_test.go:80:func TestTokenExpiry", false, "pattern", "TestTokenExpiry", "path", "auth"),
	}},
}}

func digestOf(t testing.TB, style threadtest.Style, c threadtest.Conversation, opt Options) (Digest, *thread.Thread) {
	t.Helper()
	talk := mustRead(t, style.Encode(c))
	return Of(talk, 0, len(talk.Messages), opt), talk
}

// TestEveryShape: the same conversation says the same, whoever's shape it has.
func TestEveryShape(t *testing.T) {
	for _, api := range threadtest.APIs {
		d, _ := digestOf(t, threadtest.Style{API: api}, session, Options{})
		text := string(d.Append(nil))
		for _, want := range []string{
			"The tests of the auth package fail since yesterday.", "Use table tests please.",
			"The root cause is that tokenLifetime is 3600", "instead of the test, because the server enforces 900.",
			"Bash go test ./... ×2 → ", "example.com/shop/cart",
			"got 3600, want 900 (resolved in [",
			"String to replace not found in file. (resolved in [",
			"127.0.0.1:43817", "(used in [",
			"Next I'll add a regression test", "changelog still needs an entry",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%s", api, want, text)
			}
		}
		if want := []string{"config/server.toml"}; !slices.Equal(d.Files.Read, want) {
			t.Errorf("%v: read %q, want %q", api, d.Files.Read, want)
		}
		if want := []string{"auth/token.go", "out/check.txt"}; !slices.Equal(d.Files.Modified, want) {
			t.Errorf("%v: modified %q, want %q", api, d.Files.Modified, want)
		}
	}
}

// FuzzOf: whatever the body, a digest of any stretch of it keeps to its form.
func FuzzOf(f *testing.F) {
	for _, api := range threadtest.APIs {
		f.Add(threadtest.Style{API: api}.Encode(session), 0, 100, 300, true)
	}
	f.Add([]byte(`[{"role":"user","content":"<read-files>\na"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"update_plan","arguments":"{\"plan\":[{}]}"}}]},{"role":"tool","tool_call_id":"a","content":"Exit code 1\n\u0000"}]`), 1, 2, 0, false)
	f.Fuzz(func(t *testing.T, body []byte, first, end, most int, summary bool) {
		doc, err := jsonspan.Parse(body)
		if err != nil {
			return
		}
		talk, err := thread.Read(doc)
		if err != nil {
			return
		}
		opt := Options{MaxTokens: most}
		if summary {
			opt.Form = Summary
		}
		d := Of(talk, first, end, opt)
		checkText(t, d, string(d.Append(nil)))
		if most < 5000 {
			Prompt(talk, first, end, opt)
		}
	})
}

// long is a conversation of 300 messages with results of several kilobytes.
func long() threadtest.Conversation {
	c := threadtest.Conversation{}
	for range 30 {
		c.Turns = append(c.Turns, session.Turns[0])
	}
	for i := range c.Turns {
		c.Turns[i].Steps = slices.Clone(c.Turns[i].Steps)
		c.Turns[i].Steps = append(c.Turns[i].Steps, bash("go test -v ./...", strings.Repeat(failingTests, 20), true))
	}
	return c
}

func BenchmarkOf(b *testing.B) {
	body := threadtest.Style{API: wire.Messages}.Encode(long())
	talk := mustRead(b, body)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		Of(talk, 0, len(talk.Messages), Options{}).Append(nil)
	}
}
