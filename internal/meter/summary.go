package meter

import (
	"fmt"
	"strconv"
	"strings"

	"elide.example/elide/internal/ledger"
)

// Summary returns on one line what was counted, without a program's name
// before it or a line's end. What was saved is net of what expansions cost.
func (m *Meter) Summary() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	used, hidden := m.conversations.used()
	return summary(m.sums.Total(), used, hidden, m.prices.Date)
}

func summary(s ledger.Sum, used, hidden int, pricesOf string) string {
	if s.Requests == 0 {
		return "no request to a model came"
	}
	if s.Billed == 0 {
		return plural(s.Requests, "request") + ", none of which a model answered"
	}
	parts := []string{plural(s.Billed, "request")}
	if s.Billed > s.Observed {
		parts = append(parts, resultsOf(s))
	}
	if s.Observed > 0 {
		parts = append(parts, observedOf(s))
		if used > 0 {
			parts = append(parts, fmt.Sprintf("%s used later, %d of them would have been hidden", plural(used, "fact"), hidden))
		}
	}
	if s.ExpansionTurns > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s tokens", plural(s.ExpansionTurns, "expansion"), short(s.ExpansionTokens)))
	}
	if s.Doubts > 0 {
		parts = append(parts, fmt.Sprintf("%d sent as they came for a doubt", s.Doubts))
	}
	parts = append(parts, usageOf(s))
	return strings.Join(append(parts, moneyOf(s, pricesOf)...), "; ")
}

// observedOf says what would have been saved of the requests that were only looked at.
func observedOf(s ledger.Sum) string {
	who := "all only observed"
	if s.Observed < s.Billed {
		who = fmt.Sprintf("%d only observed", s.Observed)
	}
	if s.WouldTokensIn == 0 {
		return who + ", without tool results"
	}
	return fmt.Sprintf("%s: %s tokens of tool results would have been sent as %s, %s saved (%s of %s reduced)", who,
		short(s.WouldTokensIn), short(s.WouldTokensOut), ledger.Percent(float64(s.WouldSave())/float64(s.WouldTokensIn)), short(s.WouldReduced), plural(s.WouldResults, "result"))
}

// resultsOf says what was saved of the others.
func resultsOf(s ledger.Sum) string {
	s.Results -= s.WouldResults
	s.TokensIn -= s.WouldTokensIn
	s.TokensOut -= s.WouldTokensIn // they were sent as they came
	if s.Results == 0 {
		return "no tool results"
	}
	return fmt.Sprintf("%s tokens of tool results sent as %s, %s saved net (%s of %s reduced)",
		short(s.TokensIn), short(s.TokensOut), ledger.Percent(s.Share()), short(s.Reduced), plural(s.Results, "result"))
}

func usageOf(s ledger.Sum) string {
	if s.Billed == s.NoUsage {
		return "no usage reported"
	}
	u := s.Usage
	text := fmt.Sprintf("cache read %s, written %s; input %s, output %s", short(u.CacheRead), short(u.CacheWrite), short(u.Input), short(u.Output))
	if s.NoUsage > 0 {
		text += fmt.Sprintf(" (%s without usage)", plural(s.NoUsage, "request"))
	}
	return text
}

func moneyOf(s ledger.Sum, pricesOf string) (parts []string) {
	if s.Priced() {
		parts = append(parts, fmt.Sprintf("about %s saved net, %s paid (prices of %s)", ledger.Dollars(s.Cost.Net()), ledger.Dollars(s.Cost.Paid), pricesOf))
	}
	if s.NoPrice > 0 {
		parts = append(parts, fmt.Sprintf("%s without a known price", plural(s.NoPrice, "request")))
	}
	return parts
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return short(n) + " " + thing + "s"
}

// short returns a number with three digits and its unit, if it is long.
func short(n int) string {
	for _, u := range []struct {
		size int
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n >= u.size || -n >= u.size {
			v := float64(n) / float64(u.size)
			digits := 1
			if v >= 100 || v <= -100 {
				digits = 0
			}
			return strconv.FormatFloat(v, 'f', digits, 64) + u.name
		}
	}
	return strconv.Itoa(n)
}
