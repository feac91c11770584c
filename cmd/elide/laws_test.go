//go:build unix

package main

import (
	"bytes"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/store"
)

// The promises of README that only the command as a whole can keep or break.

// corpus returns the inputs of the cases in testdata/corpus.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	inputs := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inputs[filepath.Base(filepath.Dir(name))] = data
	}
	return inputs
}

// elide runs the command on an input. extra is put over the environment.
func elide(t testing.TB, input []byte, dir string, extra ...string) []byte {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Stdin = bytes.NewReader(input)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), extra...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || errs.Len() > 0 {
		t.Fatalf("%v\n%s", err, errs.Bytes())
	}
	return out.Bytes()
}

// TestDeterministic: nothing but the input decides the output: not the
// place, the user, the processors, or what the store holds. And what is
// reduced stays as it is.
func TestDeterministic(t *testing.T) {
	one, other, home := t.TempDir(), t.TempDir(), t.TempDir()
	for name, input := range corpus(t) {
		if !longtest.Some(name, 20) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want := elide(t, input, one, "ELIDE_STORE="+one, "TZ=UTC", "LANG=C", "LC_ALL=C", "HOME="+one, "GOMAXPROCS=1")
			got := elide(t, input, other, "ELIDE_STORE="+other, "TZ=Asia/Kathmandu", "LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8",
				"HOME="+home, "GOMAXPROCS=4", "TERM=dumb", "COLUMNS=20", "NO_COLOR=1", "GOGC=10")
			if !bytes.Equal(got, want) {
				t.Errorf("got\n%.2000s\nwant\n%.2000s", got, want)
			}
			if again := elide(t, input, one, "ELIDE_STORE="+one); !bytes.Equal(again, want) {
				t.Errorf("with the original in the store: got\n%.2000s\nwant\n%.2000s", again, want)
			}
			once := elide(t, input, one, "ELIDE_STORE="+one, "ELIDE_MIN_BLOCK_BYTES=0")
			if twice := elide(t, once, one, "ELIDE_STORE="+one, "ELIDE_MIN_BLOCK_BYTES=0"); markerOf(string(once)) != "" && !bytes.Equal(twice, once) {
				t.Errorf("reduced twice: got\n%.2000s\nwant\n%.2000s", twice, once)
			}
		})
	}
}

// TestOffIsCat: switched off, the output is the input.
func TestOffIsCat(t *testing.T) {
	for name, input := range corpus(t) {
		if !longtest.Some(name, 6) {
			continue
		}
		if got := elide(t, input, "", "ELIDE=off"); !bytes.Equal(got, input) {
			t.Errorf("%s differs", name)
		}
	}
}

// TestKilled: whenever elide is killed, no marker was printed that gives
// nothing back.
func TestKilled(t *testing.T) {
	longtest.Asked(t)
	dir := t.TempDir()
	input := logLines(40_000)
	markers := 0
	for range 40 {
		cmd := exec.Command(program, "--store", dir)
		cmd.Stdin = bytes.NewReader(input)
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Intn(60)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait() // killed or not
		if strings.Contains(out.String(), "⟦elided:") {
			markers++
			checkRestores(t, dir, out.String(), input)
			input = append(input, "one more line, for another original\n"...)
		}
	}
	t.Logf("%d of 40 came to their end", markers)
}

func checkRestores(t *testing.T, dir, text string, want []byte) {
	t.Helper()
	s, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	original, err := s.Expand(markerOf(text))
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	got, err := io.ReadAll(io.NewSectionReader(original, 0, original.Size()))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes were restored, not %d: %v", len(got), len(want), err)
	}
}
