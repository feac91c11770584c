// Package dashboard is what a proxy shows of itself while it runs: a page for people,
// made as elide stats makes its own, that a browser asks for again by itself, and the
// same for programs.
//
// What was saved comes first, net. What was only looked at stands apart from it, and
// where some conversations are left alone, package trial compares them with the others.
//
// Names that others chose, such as those of models, are texts in it, whatever they hold.
package dashboard

import (
	"sync"
	"time"

	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/trial"
)

// compareEvery is how long a comparison serves: with many conversations it takes a
// second to make.
const compareEvery = time.Minute

// Board is what is shown of a proxy. It is safe for concurrent use.
type Board struct {
	from  func() meter.Snapshot
	now   func() time.Time
	began time.Time

	mu      sync.Mutex
	trial   *trial.Collector
	changed bool // since it was compared last

	comparing sync.Mutex // one at a time
	compared  *trial.Result
	at        time.Time // when
}

// New returns a board of what is counted there, from now on. Add has to be told of each
// exchange.
func New(prices *ledger.Prices, from func() meter.Snapshot) *Board {
	return &Board{from: from, now: time.Now, began: time.Now(), trial: trial.New(prices)}
}

// Add notes an exchange. It doesn't wait for what is being compared.
func (b *Board) Add(r *ledger.Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trial.Add(r)
	b.changed = true
}

// compare returns what is to be said of the groups; nil: none is left alone. It may be a
// minute old.
func (b *Board) compare() *trial.Result {
	b.comparing.Lock()
	defer b.comparing.Unlock()
	now := b.now()
	if b.compared != nil && now.Sub(b.at) < compareEvery {
		return b.compared
	}
	if c := b.take(); c != nil {
		b.compared, b.at = c.Result(time.Time{}), now
	}
	return b.compared
}

// take returns a copy of what was collected, nil if nothing changed or there is nothing
// to compare.
func (b *Board) take() *trial.Collector {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.changed || !b.trial.Compares() {
		return nil
	}
	b.changed = false
	return b.trial.Copy()
}
