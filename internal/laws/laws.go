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

// fewChecks are the cases drawn of a law where what is long is left out, of 100 that rapid
// draws by itself.
const fewChecks = 8

var drawFewer = sync.OnceFunc(func() {
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !longtest.Left() || asked {
		return
	}
	checks := fewChecks
	if testing.Short() {
		checks *= 5 // rapid draws a fifth then
	}
	flag.Set("rapid.checks", strconv.Itoa(checks))
})

// Check is rapid.Check, with fewer cases where what is long is left out. -rapid.checks=N
// says how many there are in any case.
func Check(t *testing.T, law func(*rapid.T)) {
	t.Helper()
	drawFewer()
	rapid.Check(t, law)
}
