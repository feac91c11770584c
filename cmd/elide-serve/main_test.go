//go:build unix

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"elide.example/elide/internal/child/childtest"
)

// TestMain makes the test binary the command elide-serve, in PATH, and a client.
func TestMain(m *testing.M) {
	testscript.Main(childtest.Tests{M: m}, map[string]func(){"elide-serve": main, "client": client})
}

// TestScripts runs elide-serve from end to end. Each script has a home and a store of
// its own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("ELIDE_STORE", env.WorkDir+"/store")
			env.Setenv(tokenVariable, "")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status, "appears": appears},
	})
}

// client FILE PATH BODY [HEADER]... posts a file to a path at the address that a file
// holds, as elide-serve printed it, and prints the status, the report and what came.
func client() {
	printed, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail(err)
	}
	address := strings.TrimSpace(strings.TrimPrefix(string(printed), "ELIDE_URL="))
	transport := &http.Transport{}
	if file, ok := strings.CutPrefix(address, "unix:"); ok {
		address = "http://elide"
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", file)
		}
	}
	body, err := os.Open(os.Args[3])
	if err != nil {
		fail(err)
	}
	req, err := http.NewRequest(http.MethodPost, address+os.Args[2], body)
	if err != nil {
		fail(err)
	}
	for _, h := range os.Args[4:] {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	res, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		fail(err)
	}
	fmt.Println(res.StatusCode, res.Header.Get("Elide-Report"))
	if _, err := io.Copy(os.Stdout, res.Body); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "client:", err)
	os.Exit(9)
}

// status STATUS COMMAND [ARG]... runs a command that must end with that status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	if neg || err == nil || err.Error() != "exit status "+args[0] {
		ts.Fatalf("%v, want exit status %s", err, args[0])
	}
}

// appears FILE waits until a file has a line.
func appears(ts *testscript.TestScript, neg bool, args []string) {
	for range 1000 {
		if data, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && strings.HasSuffix(string(data), "\n") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s did not appear", args[0])
}

// TestDocumented: docs/serve.md speaks of every flag.
func TestDocumented(t *testing.T) {
	data, err := os.ReadFile("../../docs/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	o, err := parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	o.set.VisitAll(func(f *flag.Flag) {
		if f.Name != "version" && !strings.Contains(string(data), "`--"+f.Name) {
			t.Errorf("nothing is said of the flag --%s", f.Name)
		}
	})
}
