package rewrite

import (
	"sync"
	"sync/atomic"
)

// each calls do for all results, several at once, and returns when it is done
// with them. All requests together work on no more than there are slots. A
// panic becomes one of the caller.
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
			w.slots <- struct{}{}
			func() {
				defer func() { <-w.slots }()
				do(all[i-1])
			}()
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

// panicked is a panic's value; an atomic.Value takes only one type.
type panicked struct{ value any }
