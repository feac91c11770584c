package toolcall

import "testing"

// TestExact: what may be edited is wanted as it is, a log is not.
func TestExact(t *testing.T) {
	for line, want := range map[string]bool{
		"cat main.go":                     true,
		"cat server.log":                  false,
		"cat logs/server.log.1":           false,
		"tail -n 500 app.log.2026-11-22":  false,
		"cat build.out build.err":         false,
		"cat /tmp/claude/tasks/b1.output": false,
		"cat server.log main.go":          true,
		"cat server.log.go":               true,
		"cat log":                         true,
		"go test ./...":                   false,
		"sed -n 1,80p changelog.login.go": true,
	} {
		if got := Of("Bash", []byte(`{"command":"`+line+`"}`)).Exact(); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
