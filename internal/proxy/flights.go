package proxy

import (
	"context"
	"net/http"
	"sync"
)

// flights counts the requests that are being served. Package http doesn't
// count those whose connections became tunnels.
type flights struct {
	mu    sync.Mutex
	n     int
	empty chan struct{} // closed when n becomes 0, if somebody waits
}

// count returns a handler whose requests are counted.
func (f *flights) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.add(1)
		defer f.add(-1)
		h.ServeHTTP(w, r)
	})
}

func (f *flights) add(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n += n
	if f.n == 0 && f.empty != nil {
		close(f.empty)
		f.empty = nil
	}
}

// wait returns when there are none, or ctx has ended.
func (f *flights) wait(ctx context.Context) {
	select {
	case <-f.landed():
	case <-ctx.Done():
	}
}

func (f *flights) landed() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n == 0 {
		none := make(chan struct{})
		close(none)
		return none
	}
	if f.empty == nil {
		f.empty = make(chan struct{})
	}
	return f.empty
}
