package histories

import "crypto/sha256"

// The provider's cache, as the large providers document theirs: it holds the
// prefixes of earlier requests, from least tokens on, and forgets none while a
// conversation goes on. Prices are Anthropic's for all, in what an input token
// costs. Where writing costs no more than sending, ways that change what was sent
// lose less.
const (
	readPrice  = 0.1
	writePrice = 1.25
	least      = 1024 // tokens of the shortest prefix that is kept
	lookback   = 20   // blocks before a breakpoint where an earlier one is found
)

// Usage is what a request costs, in tokens.
type Usage struct {
	Read    int `json:"read"`    // from the cache
	Written int `json:"written"` // to it
	Fresh   int `json:"fresh"`   // neither
}

// Sent is how many tokens the request has.
func (u Usage) Sent() int { return u.Read + u.Written + u.Fresh }

// Cost is the price in input tokens.
func (u Usage) Cost() float64 {
	return readPrice*float64(u.Read) + writePrice*float64(u.Written) + float64(u.Fresh)
}

func (u *Usage) add(v Usage) {
	u.Read += v.Read
	u.Written += v.Written
	u.Fresh += v.Fresh
}

// cache plays a provider's cache for one conversation. With breakpoints it keeps
// and finds what they mark, as Anthropic's does; without any it keeps every prefix,
// as those do that ask for no marks.
type cache struct {
	kept map[[sha256.Size]byte]bool
	last int // tokens of the longest prefix that the request before it left
}

func newCache() *cache { return &cache{kept: map[[sha256.Size]byte]bool{}} }

// prefix is the front of a request that ends with a piece.
type prefix struct {
	key    [sha256.Size]byte
	tokens int
}

// send sends a request. broken tells that what the request before it left in the
// cache is not its front.
func (c *cache) send(pieces []piece) (u Usage, broken bool) {
	fronts := prefixes(pieces)
	marks := breakpoints(pieces)
	hit, end := prefix{}, prefix{}
	for _, m := range marks {
		end = fronts[m]
		for i := m; i >= 0 && i >= m-c.reach(pieces); i-- {
			if f := fronts[i]; c.kept[f.key] && f.tokens > hit.tokens {
				hit = f
			}
		}
	}
	for _, m := range marks {
		if fronts[m].tokens >= least {
			c.kept[fronts[m].key] = true
		}
	}
	u.Read = hit.tokens
	if end.tokens >= least {
		u.Written = end.tokens - hit.tokens
	}
	u.Fresh = fronts[len(fronts)-1].tokens - u.Read - u.Written
	broken = hit.tokens < c.last
	c.last = u.Read + u.Written
	return u, broken
}

func (c *cache) reach(pieces []piece) int {
	if automatic(pieces) {
		return 0 // every prefix is marked
	}
	return lookback
}

func prefixes(pieces []piece) []prefix {
	fronts := make([]prefix, len(pieces))
	sum, tokens := sha256.New(), 0
	for i, p := range pieces {
		_, _ = sum.Write(p.key[:]) // a hash never fails
		tokens += p.tokens
		fronts[i] = prefix{[sha256.Size]byte(sum.Sum(nil)), tokens}
	}
	return fronts
}

func automatic(pieces []piece) bool {
	for _, p := range pieces {
		if p.marked {
			return false
		}
	}
	return true
}

// breakpoints returns the pieces at whose ends prefixes are kept.
func breakpoints(pieces []piece) []int {
	all := automatic(pieces)
	var at []int
	for i, p := range pieces {
		if p.marked || all {
			at = append(at, i)
		}
	}
	return at
}
