package ledger

// Cost is money, in US dollars.
type Cost struct {
	Paid       float64 // for what was sent and answered
	Saved      float64 // on what was not sent
	Expansions float64 // for the turns that asked for what was not sent, and for what they got on later ones

	// Would is what would have been saved on requests that were only looked at, if nobody
	// had asked for what was not sent. It is in no other sum.
	Would float64
}

// Net returns what was saved less what that cost.
func (c Cost) Net() float64 { return c.Saved - c.Expansions }

func (c *Cost) add(d Cost) {
	c.Paid += d.Paid
	c.Saved += d.Saved
	c.Expansions += d.Expansions
	c.Would += d.Would
}

// million is what prices are for.
const million = 1e6

// Cost returns what an exchange cost and saved, and whether that is known: its
// usage and the price of its model are. An exchange that was not billed costs
// nothing.
func (p *Prices) Cost(r *Record) (cost Cost, known bool) {
	if !r.Billed() {
		return Cost{}, true
	}
	if r.Usage == nil {
		return Cost{}, false
	}
	u := r.Usage
	rates := p.rates(r.Model, r.Time, u.Prompt())
	if rates == nil {
		return Cost{}, false
	}
	prompt := rates.prompt(u)
	cost.Paid = prompt + float64(u.Output)*rates.Output/million
	if u.Prompt() > 0 {
		each := prompt / float64(u.Prompt())
		cost.Saved = each * float64(r.Saved())
		if w := r.Would; w != nil {
			cost.Would = each * float64(r.TokensIn-w.TokensOut)
		}
		cost.Expansions = min(prompt, each*float64(r.ExpansionTokensAgain)) // of a prompt that was all expansions the product is rounded
	}
	if r.ExpansionTokens > 0 {
		cost.Expansions = prompt
	}
	return cost, true
}

// prompt returns what the tokens of a request cost.
func (r *Rates) prompt(u *Usage) float64 {
	sum := float64(u.Input)*r.Input +
		float64(u.CacheRead)*r.read() +
		float64(u.CacheWrite-u.CacheWrite1h)*r.write() +
		float64(u.CacheWrite1h)*r.write1h()
	return sum / million
}
