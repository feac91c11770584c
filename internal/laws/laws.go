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

// fewChecks are the cases drawn of a law where nobody asks for what is long, of 100 that
// rapid draws by itself, and 20 with -short.
const fewChecks = 8

var drawFewer = sync.OnceFunc(func() {
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if longtest.Unasked() && !testing.Short() && !asked {
		flag.Set("rapid.checks", strconv.Itoa(fewChecks))
	}
})

// Check is rapid.Check, with fewer cases where nobody asks for what is long. -rapid.checks=N
// says how many there are in any case.
func Check(t *testing.T, law func(*rapid.T)) {
	t.Helper()
	drawFewer()
	rapid.Check(t, law)
}
