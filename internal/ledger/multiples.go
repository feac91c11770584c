package ledger

import "time"

// Multiples returns the prices of a model on a day: dollars for a million uncached
// input tokens, and of all else how many times that. ok is false if the table doesn't
// have the model, or it costs nothing.
func (p *Prices) Multiples(name string, day time.Time) (input, read, write, output float64, ok bool) {
	r := p.rates(name, day, 0)
	if r == nil || r.Input == 0 {
		return 0, 0, 0, 0, false
	}
	return r.Input, r.read() / r.Input, r.write() / r.Input, r.Output / r.Input, true
}
