package main

import (
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/longtest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"elision-bench": main,
		"closedpipe":    childtest.ClosedPipe,
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", env.WorkDir+"/cache")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond != "long" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return !longtest.Unasked(), nil
		},
	})
}

// Help that can't be written is an error, which cobra alone doesn't tell of.
func TestHelpOnAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	if got := run([]string{"--help"}, full, io.Discard); got != cli.Failure {
		t.Errorf("exit status %d", got)
	}
}
