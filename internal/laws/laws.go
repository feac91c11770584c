// Package laws checks the laws that tests draw cases of.
package laws

import (
	"flag"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/longtest"
)

// How many cases are drawn of a law, of which rapid by itself draws 100: where nobody asks
// for what is long, where somebody does, and under the race detector, for which a law is
// one more program to watch.
const (
	fewChecks  = 8
	someChecks = 25
	raceChecks = 5
)

// checks returns how many cases are drawn; 0: as many as rapid does.
func checks() int {
	switch {
	case raced:
		return raceChecks
	case longtest.AskedForAll():
		return 0
	case testing.Short() || !longtest.Unasked():
		return someChecks
	}
	return fewChecks
}

var drawFewer = sync.OnceFunc(func() {
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if n := checks(); n > 0 && !asked {
		flag.Set("rapid.checks", strconv.Itoa(n))
	}
})

// Check is rapid.Check, with fewer cases where nobody asks for all that is long.
// -rapid.checks=N says how many there are in any case.
func Check(t *testing.T, law func(*rapid.T)) {
	t.Helper()
	drawFewer()
	rapid.Check(t, law)
}
