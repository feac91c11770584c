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

// Left tells whether what is long is left out.
func Left() bool { return testing.Short() || os.Getenv(Variable) == "" }

// Only leaves a test out that is long.
func Only(t testing.TB) {
	t.Helper()
	if Left() {
		t.Skip("long: " + Variable + "=1 runs it")
	}
}

// OnlyPackage ends the tests of a package, from its TestMain, where all of it is long: but
// not where some are asked for by their names.
func OnlyPackage() {
	flag.Parse()
	if Left() && flag.Lookup("test.run").Value.String() == "" {
		fmt.Println("long: " + Variable + "=1 runs these")
		os.Exit(0)
	}
}

// Some tells whether a case with this name is tried: each is, but where what is long is
// left out, about one in n, the same ones each time.
func Some(name string, n int) bool {
	if !Left() {
		return true
	}
	sum := 0
	for _, c := range []byte(name) {
		sum += int(c)
	}
	return sum%n == 0
}
