package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

func TestMain(m *testing.M) {
	testscript.Main(childtest.Tests{M: m}, map[string]func(){"elision-get": main, "put": put, "lines": lines, "closedpipe": childtest.ClosedPipe})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
		},
	})
}

// status runs a command and compares its exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := err.(interface{ ExitCode() int }); ok {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// put stores a file in $ELIDE_STORE, for the working directory, as if that had been some time ago, and
// prints its hash: put FILE [AGE [COMMAND]].
func put() {
	data, err := os.ReadFile(os.Args[1])
	fatal(err)
	ago := time.Duration(0)
	meta := store.Meta{Type: "plain"}
	if len(os.Args) > 2 {
		ago, err = time.ParseDuration(os.Args[2])
		fatal(err)
		meta.Command = strings.Join(os.Args[3:], " ")
	}
	cwd, err := os.Getwd()
	fatal(err)
	s, err := store.Open(os.Getenv("ELIDE_STORE"), store.Options{Owner: store.NewOwner(cwd, audit.Conversation(os.Getenv)), Now: func() time.Time { return time.Now().Add(-ago) }})
	fatal(err)
	digest, err := store.Digest(bytes.NewReader(data))
	fatal(err)
	e, err := s.Put(context.Background(), bytes.NewReader(data), digest, meta)
	fatal(err)
	fmt.Print(e.Hash)
}

// lines prints numbered lines: lines N.
func lines() {
	var n int
	fmt.Sscan(os.Args[1], &n)
	for i := range n {
		fmt.Printf("line %d of the output\n", i+1)
	}
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
}

// Help that can't be written is an error, which cobra alone doesn't tell of.
func TestHelpOnAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	if got := run([]string{"--help"}, nil, full, io.Discard); got != cli.Failure {
		t.Errorf("exit status %d", got)
	}
}

func TestHelpNamesEveryExitStatus(t *testing.T) {
	var out strings.Builder
	if got := run([]string{"--help"}, nil, &out, io.Discard); got != cli.OK {
		t.Errorf("exit status %d", got)
	}
	for status := cli.OK; status <= cli.Ambiguous; status++ {
		if !strings.Contains(out.String(), fmt.Sprintf("\n  %d  ", status)) {
			t.Errorf("%d is missing", status)
		}
	}
}

// Markers are found wherever the pieces in which a text is read end.
func TestInlineAcrossPieces(t *testing.T) {
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	original := []byte("the original")
	digest, _ := store.Digest(bytes.NewReader(original))
	e, err := s.Put(t.Context(), bytes.NewReader(original), digest, store.Meta{Type: "plain"})
	if err != nil {
		t.Fatal(err)
	}
	m := string(marker.Append(nil, e.Hash, strings.Repeat("n", marker.MaxNote)))
	for shift := 0; shift < marker.MaxLen+10; shift += 41 {
		filler := strings.Repeat("a", bufferBytes-marker.MaxLen-5+shift)
		var out bytes.Buffer
		err := expandInline(store.Place{Dir: s.Dir()}, streams{in: strings.NewReader(filler + m + "b" + filler), out: &out})
		if err != nil || out.String() != filler+string(original)+"b"+filler {
			t.Fatalf("shift %d: %d bytes, %v", shift, out.Len(), err)
		}
	}
}
