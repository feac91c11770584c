// Package longtest says which tests are left to those who ask for all of them: what
// waits for clocks, starts other programs by the hundred, draws a hundred cases of a
// law, or needs more than Go.
package longtest

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// Variable asks for them. .ci/run sets it.
const Variable = "ELIDE_TEST_LONG"

// Unasked tells whether nobody asks for what is long.
func Unasked() bool { return os.Getenv(Variable) == "" }

// Left tells whether what is long is left out: nobody asks for it, or -short is given, as
// the race detector takes ten times as long.
func Left() bool { return testing.Short() || Unasked() }

// Only leaves a test out where what is long is.
func Only(t testing.TB) {
	t.Helper()
	if Left() {
		t.Skip("long: " + Variable + "=1 runs it")
	}
}

// Asked leaves a test out where nobody asks for what is long. -short has it: it is not so
// long that the race detector could do without it.
func Asked(t testing.TB) {
	t.Helper()
	if Unasked() {
		t.Skip("long: " + Variable + "=1 runs it")
	}
}

// AskedPackage ends the tests of a package, from its TestMain, where nobody asks for what is
// long, nor for some of them by their names.
func AskedPackage() {
	flag.Parse()
	if Unasked() && flag.Lookup("test.run").Value.String() == "" {
		fmt.Println("long: " + Variable + "=1 runs these")
		os.Exit(0)
	}
}

// Some tells whether a case with this name is tried: each is, but where nobody asks for
// what is long about one in n, the same ones each time.
func Some(name string, n int) bool {
	if !Unasked() {
		return true
	}
	sum := 0
	for _, c := range []byte(name) {
		sum += int(c)
	}
	return sum%n == 0
}
