package stats

import (
	"fmt"
	"os"
	"strings"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ledger"
)

// Read adds the events of a log: those of its file, and of the older ones beside
// it. A log that there is none of yet has no events.
func (s *Stats) Read(path string) error {
	names, err := audit.Files(path)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := s.ReadFile(name); err != nil && !os.IsNotExist(err) { // another may begin a new file just now
			return err
		}
	}
	return nil
}

// Summary returns what a log comes to in a few lines, for a reader who pays for
// each token. The error is that of reading the log.
func Summary(path string) (text string, err error) {
	s := New(Options{Zone: time.Local})
	if err := s.Read(path); err != nil {
		return "", err
	}
	return s.Line(), nil
}

// Line returns the sums in a few lines, without a line end after the last.
func (s *Stats) Line() string {
	if s.Empty() {
		return "nothing was reduced yet"
	}
	t := s.Total()
	text := fmt.Sprintf("%s: %s reduced, %s tokens shown as %s", s.days(), cli.Plural(t.Reductions, "output"), Short(t.TokensIn), Short(t.TokensOut))
	if t.Expansions > 0 {
		text += fmt.Sprintf(", %s given back in %s", Short(t.TokensExpanded), cli.Plural(t.Expansions, "expansion"))
	}
	text += fmt.Sprintf("; %s net, %s (estimated)", verdict(t.Net()), ledger.Percent(t.Share()))
	if n := t.Regrets(); n > 0 {
		text += fmt.Sprintf("\nsigns of regret: %d of %d", n, t.Reductions)
	}
	return text + "\nby tool: " + s.leaders(ByTool)
}

// verdict says of a net number of tokens what it is.
func verdict(net int64) string {
	if net < 0 {
		return Short(-net) + " lost"
	}
	return Short(net) + " saved"
}

// days returns the days of the first and the last event.
func (s *Stats) days() string {
	first, last := s.Span()
	a, b := first.Format(time.DateOnly), last.Format(time.DateOnly)
	if a == b {
		return a
	}
	return a + " to " + b
}

// leaders names the few that saved most.
func (s *Stats) leaders(by By) string {
	const most = 5
	groups := s.Groups(by)
	var parts []string
	for _, g := range groups[:min(most, len(groups))] {
		parts = append(parts, shown(g.Name)+" "+Short(g.Net()))
	}
	if len(groups) > most {
		parts = append(parts, fmt.Sprintf("%d more", len(groups)-most))
	}
	return strings.Join(parts, ", ")
}
