package hook

import (
	"bytes"
	"strings"
	"testing"

	"elide.example/elide/internal/config"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/toolcall"
)

// called puts another line into the call of a payload.
func called(t *testing.T, payload []byte, line string) []byte {
	t.Helper()
	quoted := jsonspan.AppendString(nil, []byte(line))
	for was, is := range map[string]string{`"make test"`: "%", `"tool_input":{}`: `"tool_input":{"command":%}`} {
		if out := bytes.ReplaceAll(payload, []byte(was), bytes.ReplaceAll([]byte(is), []byte("%"), quoted)); !bytes.Equal(out, payload) {
			return out
		}
	}
	t.Fatalf("no call in %s", payload)
	return nil
}

// TestOffInTheLine: in every host, the result of a line that says ELIDE=off goes
// to the model as it was printed. Text that only names it changes nothing.
func TestOffInTheLine(t *testing.T) {
	text := logText(200)
	for name, event := range after() {
		host := strings.Fields(name)[0]
		sent, _ := Sample(host, event, text)
		for line, off := range map[string]bool{
			"ELIDE=off make test": true, "ELIDE=off; make": true, "export ELIDE=off; make": true, "env ELIDE=off make": true, "ELIDE=off make | tail -50": true,
			"cd x && ELIDE=off make 2>&1": true, "sh -c 'ELIDE=off make'": true,
			"make": false, "grep 'ELIDE=off' file": false, "echo ELIDE=off": false, "ELIDE=on make": false,
		} {
			w, payload := newWorld(t, t.TempDir()), called(t, sent, line)
			a := w.do(host, event, payload)
			if (a.JSON == nil) != off || a.Err != nil || off && len(a.Outputs) > 0 {
				t.Errorf("%s, %s: answer %.200s, %v", name, line, a.JSON, a.Err)
			}
		}
	}
}

// TestOffValues: off is in a line what it is in the environment.
func TestOffValues(t *testing.T) {
	for _, value := range []string{"off", "OFF", "false", "0", "no", "No", "on", "true", "1", "yes", "", "of", "offf", "00", "-1"} {
		on, err := config.ParseSwitch(value)
		if got := toolcall.Of("Bash", []byte(`{"command":"ELIDE=`+value+` make"}`)).Off; got != (err == nil && !on) {
			t.Errorf("ELIDE=%s: off is %v", value, got)
		}
	}
}
