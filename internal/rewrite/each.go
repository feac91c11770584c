package rewrite

import (
	"context"
	"sync"
	"sync/atomic"
)

// mostWork is how many bytes of outputs are worked on at once; a longer output is
// worked on alone. To reduce takes several times the memory of what is reduced, up
// to a pass of this length: four of 20 MB at once took 617 MB.
const mostWork = 16 << 20

// each calls do for all results, several at once, and returns when it is done
// with them. All requests together work on no more than there are slots, and on no
// more than mostWork. A panic becomes one of the caller.
func (w *Rewriter) each(all []*result, do func(*result)) {
	var next atomic.Int64
	var failed atomic.Value
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				failed.CompareAndSwap(nil, panicked{p})
			}
		}()
		for i := next.Add(1); int(i) <= len(all); i = next.Add(1) {
			w.alone(all[i-1], do)
		}
	}
	var wg sync.WaitGroup
	for range min(len(all), cap(w.slots)) {
		wg.Go(work)
	}
	wg.Wait()
	if p, ok := failed.Load().(panicked); ok {
		panic(p.value)
	}
}

// alone calls do for a result when there is room to work on it.
func (w *Rewriter) alone(r *result, do func(*result)) {
	w.slots <- struct{}{}
	defer func() { <-w.slots }()
	bytes := min(int64(len(r.Text.Raw())), mostWork)
	w.work.Take(context.Background(), bytes)
	defer w.work.Give(bytes)
	do(r)
}

// panicked is a panic's value; an atomic.Value takes only one type.
type panicked struct{ value any }
