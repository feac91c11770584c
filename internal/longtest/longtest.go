// Package longtest says which tests are left to those who ask for what is long: what waits
// for clocks, starts other programs by the hundred, or needs more than Go; and how many of
// the cases of a test are tried: few by themselves, more for those who ask, and each for
// those who ask for all.
package longtest

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// Variable asks for them. With All, which scripts/soak and `.ci/run all` set, each case is
// tried; with another value, as .ci/run sets it, each test runs.
const (
	Variable = "ELIDE_TEST_LONG"
	All      = "all"
)

// Unasked tells whether nobody asks for what is long.
func Unasked() bool { return os.Getenv(Variable) == "" }

// AskedForAll tells whether each case is to be tried.
func AskedForAll() bool { return os.Getenv(Variable) == All }

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

// ForAll leaves a test out where not all is asked for: what it tries changes seldom, and
// takes longer than all else of its package.
func ForAll(t testing.TB) {
	t.Helper()
	if !AskedForAll() || testing.Short() {
		t.Skip("longest: " + Variable + "=" + All + " runs it")
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

// oftener is how many times as many cases are tried where what is long is asked for.
const oftener = 4

// Some tells whether a case with this name is tried: about one in n, the same ones each
// time; more where what is long is asked for, and each where all is.
func Some(name string, n int) bool {
	switch {
	case AskedForAll():
		return true
	case !Unasked():
		n = (n + oftener - 1) / oftener
	}
	sum := 0
	for _, c := range []byte(name) {
		sum += int(c)
	}
	return sum%n == 0
}
