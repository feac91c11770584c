//go:build unix

// Package scripts tests the scripts of this folder: they run for real, with the
// programs of this tree.
package scripts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/longtest"
)

// programs is the variable with the folder in which the programs are.
const programs = "ELIDE_TEST_PROGRAMS"

// TestMain builds the programs, and makes the test binary the commands of the
// scripts' tests. As one of these it builds nothing.
func TestMain(m *testing.M) {
	testscript.Main(built{m}, map[string]func(){"post": post, "onterminal": onTerminal})
}

// built is a test run before which the programs are built.
type built struct{ *testing.M }

func (b built) Run() int {
	longtest.AskedPackage()
	dir, err := os.MkdirTemp("", "scripts")
	if err == nil {
		defer os.RemoveAll(dir)
		os.Setenv(programs, dir)
		build := exec.Command("go", "build", "-o", dir+"/", "./cmd/...")
		build.Dir, build.Stderr = "..", os.Stderr
		err = build.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return childtest.Tests{M: b.M}.Run()
}

func TestScripts(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", env.WorkDir+"/bin:"+os.Getenv(programs)+":"+env.Getenv("PATH"))
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("TMPDIR", env.WorkDir+"/.tmp")
			env.Setenv("ELIDE_STORE", env.WorkDir+"/store")
			env.Setenv("ELIDE_AUDIT_PATH", "")
			env.Setenv("SCRIPTS", here)
			server := httptest.NewServer(http.HandlerFunc(answer))
			env.Defer(server.Close)
			env.Setenv("ANTHROPIC_BASE_URL", server.URL)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"ends": ends},
	})
}

// answer plays a model with nothing to say but what is said to it.
func answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	io.Copy(io.Discard, r.Body)
	io.WriteString(w, `{"type":"message","model":"claude-sonnet-4-5","content":[{"type":"text","text":"hello"}],"usage":{"input_tokens":100,"output_tokens":5}}`)
}

// ends STATUS COMMAND… runs a command that must end with that status.
func ends(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil {
		ts.Fatalf("usage: ends STATUS COMMAND [ARG]...")
	}
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// post FILE is what an agent does: it sends the file to the model that the
// environment names.
func post() {
	body, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail(err)
	}
	res, err := http.Post(os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", "application/json", bytes.NewReader(body))
	if err != nil {
		fail(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(os.Stdout, res.Body); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(9)
}

// TestShellcheck: shellcheck has nothing to say of any script for sh or bash.
func TestShellcheck(t *testing.T) {
	if _, err := exec.LookPath("shellcheck"); err != nil {
		t.Skip(err)
	}
	var names []string
	for _, pattern := range []string{"*.sh", "*.bash", "site", "soak"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	if len(names) < 6 {
		t.Fatalf("only %q were found", names)
	}
	if out, err := exec.Command("shellcheck", names...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
