package rewrite

import (
	"container/list"
	"sync"
)

// digest is a BLAKE3-256 digest.
type digest = [32]byte

// itemBytes is about what a remembered value takes beside its own bytes.
const itemBytes = 256

// memory remembers values up to a number of bytes, and forgets first what was
// asked for longest ago. It is safe for concurrent use.
type memory[V any] struct {
	size  func(V) int64
	limit int64

	mu      sync.Mutex
	used    int64
	order   *list.List // of *item[V], the one asked for last in front
	items   map[digest]*list.Element
	flights map[digest]*flight[V]
}

type item[V any] struct {
	key   digest
	value V
}

// flight is a value on its way: who else needs it waits for done.
type flight[V any] struct {
	done  chan struct{}
	value V
	ok    bool
}

// newMemory returns an empty memory. size gives the bytes that a value holds.
func newMemory[V any](limit int64, size func(V) int64) *memory[V] {
	return &memory[V]{
		size: size, limit: limit, order: list.New(),
		items: map[digest]*list.Element{}, flights: map[digest]*flight[V]{},
	}
}

// get returns the value of the key, if it is remembered.
func (m *memory[V]) get(key digest) (value V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.find(key)
}

func (m *memory[V]) find(key digest) (value V, ok bool) {
	e, ok := m.items[key]
	if !ok {
		return value, false
	}
	m.order.MoveToFront(e)
	return e.Value.(*item[V]).value, true
}

// do returns the value of the key, made by compute if it is not remembered.
// compute runs once at a time for each key. What it returns with false is
// good for nobody: it is not remembered, and who waited gets false too.
func (m *memory[V]) do(key digest, compute func() (V, bool)) (V, bool) {
	m.mu.Lock()
	if value, ok := m.find(key); ok {
		m.mu.Unlock()
		return value, true
	}
	if f, ok := m.flights[key]; ok {
		m.mu.Unlock()
		<-f.done
		return f.value, f.ok
	}
	f := &flight[V]{done: make(chan struct{})}
	m.flights[key] = f
	m.mu.Unlock()
	defer m.land(key, f) // also if compute panics
	f.value, f.ok = compute()
	return f.value, f.ok
}

func (m *memory[V]) land(key digest, f *flight[V]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.flights, key)
	close(f.done)
	if f.ok {
		m.add(key, f.value)
	}
}

// take returns the value of the key, and forgets it.
func (m *memory[V]) take(key digest) (value V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.items[key]
	if !ok {
		return value, false
	}
	return m.drop(e), true
}

// put remembers the value of the key in the place of any other.
func (m *memory[V]) put(key digest, value V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.items[key]; ok {
		m.drop(e)
	}
	m.add(key, value)
}

// seen tells whether the key is remembered, and remembers it with no value.
func (m *memory[V]) seen(key digest) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.find(key); ok {
		return true
	}
	var none V
	m.add(key, none)
	return false
}

func (m *memory[V]) add(key digest, value V) {
	m.items[key] = m.order.PushFront(&item[V]{key, value})
	m.used += itemBytes + m.size(value)
	for m.used > m.limit && m.order.Len() > 0 {
		m.drop(m.order.Back())
	}
}

// drop forgets a value, which is as large as it was when it was added.
func (m *memory[V]) drop(e *list.Element) V {
	last := m.order.Remove(e).(*item[V])
	delete(m.items, last.key)
	m.used -= itemBytes + m.size(last.value)
	return last.value
}
