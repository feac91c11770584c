package toolcall

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestOff: what a shell takes for the variable is an order, wherever in the line
// it stands; what is text to it is none.
func TestOff(t *testing.T) {
	for line, want := range map[string]bool{
		"ELIDE=off go test ./...":               true,
		"ELIDE=off; make":                       true,
		"export ELIDE=off; make":                true,
		"export A=1 ELIDE=off && make":          true,
		"declare -x ELIDE=off; make":            true,
		"set -gx ELIDE off; make":               true,
		"env ELIDE=off make":                    true,
		"env -u A B=1 ELIDE=off make":           true,
		"/usr/bin/env ELIDE=off make":           true,
		"sudo -E ELIDE=off make":                true,
		"ELIDE=off make | tail":                 true,
		"make | ELIDE=off elide":                true,
		"cd x && ELIDE=off make 2>&1":           true,
		"cd x\nELIDE=off make":                  true,
		"A=1 ELIDE=off B=2 make":                true,
		"ELIDE='off' make":                      true,
		"ELIDE=\"off\" make":                    true,
		"ELIDE=OFF make":                        true,
		"ELIDE=0 make":                          true,
		"(ELIDE=off make)":                      true,
		"{ ELIDE=off make; }":                   true,
		"if ELIDE=off make; then echo; fi":      true,
		"! ELIDE=off make":                      true,
		"time ELIDE=off make":                   true,
		"for f in a b; do ELIDE=off cc $f;done": true,
		"bash -c 'ELIDE=off make'":              true,
		"ELIDE=off bash -lc 'make'":             true,
		"timeout 9 sh -c \"ELIDE=off make\"":    true,
		"eval 'ELIDE=off make'":                 true,
		"echo \"$(ELIDE=off make)\"":            true,
		"echo a | xargs env ELIDE=off wc":       true,
		"nohup env ELIDE=off make > log 2>&1":   true,
		"elide run -- env ELIDE=off make":       true,
		"cat <<X\ny\nX\nELIDE=off make":         true,
		"ELIDE=off":                             true,
		"coproc ELIDE=off make":                 true,
		"function g { ELIDE=off make; }; g":     true,
		"f() { local ELIDE=off; make; }; f":     true,
		"env -S 'ELIDE=off make'":               true,
		"$env:ELIDE=\"off\"; make":              true,
		"$Env:ELIDE = 'off'; make":              true,
		"set ELIDE=off && make":                 true,
		"env -S 'make ELIDE=off' x":             true, // as good as

		"$env:ELIDEX='off'; make":             false,
		"echo $env:ELIDE":                     false,
		"":                                    false,
		"make":                                false,
		"ELIDE=on make":                       false,
		"ELIDE= make":                         false,
		"ELIDE=offline make":                  false,
		"ELIDE_ENABLED=on make":               false,
		"XELIDE=off make":                     false,
		"elide=off make":                      false,
		"ELIDE=$X make":                       false,
		"grep 'ELIDE=off' file":               false,
		"grep ELIDE=off file":                 false,
		"echo ELIDE=off":                      false,
		"echo 'x; ELIDE=off make'":            false,
		"echo \"x; ELIDE=off make\"":          false,
		"echo x # ELIDE=off make":             false,
		"printf '%s\\n' ELIDE=off":            false,
		"git commit -m 'ELIDE=off make'":      false,
		"make ELIDE=off":                      false,
		"cat <<X\nELIDE=off make\nX":          false,
		"export ELIDE; echo off":              false,
		"[ ELIDE=off = x ] && make":           false,
		"rg -n 'ELIDE=off (make|go)' docs":    false,
		"python3 -c 'print(\"ELIDE=off x\")'": false,
		"set -e; make":                        false,
		"ls ELIDE=off":                        false,
	} {
		for name, text := range map[string]string{"Bash": `{"command":%}`, "run_commands": `{"commands":[%]}`, "exec_command": `{"cmd":%}`, "mcp__box__run": `{"command":%}`, "exec": `const r = await tools.exec_command({cmd: %}); text(r)`} {
			quoted, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			input := strings.Replace(text, "%", strings.NewReplacer(`\u003e`, ">", `\u0026`, "&", `\u003c`, "<").Replace(string(quoted)), 1)
			if got := Of(name, []byte(input)).Off; got != want {
				t.Errorf("%s %s: off is %v", name, input, got)
			}
		}
	}
	for input, want := range map[string]bool{
		`{"command":["bash","-lc","ELIDE=off make"]}`:     true,
		`{"command":["env","ELIDE=off","make"]}`:          true,
		`{"command":["grep","ELIDE=off","a b"]}`:          false,
		`{"command":["echo","; ELIDE=off make"]}`:         false,
		`{"commands":["make","ELIDE=off go test ./..."]}`: true,
	} {
		if got := Of("shell", []byte(input)).Off; got != want {
			t.Errorf("%s: off is %v", input, got)
		}
	}
	if Of("Read", []byte(`{"file_path":"ELIDE=off x"}`)).Off {
		t.Error("a path switches it off")
	}
}
