package rewrite

import (
	"fmt"
	"slices"
	"testing"

	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// large returns a conversation whose body has about 1 MB: 60 results of
// 17 KB, made of the recorded outputs.
func large(b *testing.B) *talk {
	const results, size = 60, 16_500
	outputs := corpus(b)
	var names []string
	for name := range outputs {
		names = append(names, name)
	}
	slices.Sort(names)
	k := &talk{id: "call"}
	for i := 0; len(k.steps) < results; i++ {
		name := names[i%len(names)]
		text := outputs[name]
		for round := 0; len(text) < size; round++ {
			text += fmt.Sprintf("round %d of %d\n", round, i) + outputs[name]
		}
		k.steps = append(k.steps, bash(fmt.Sprintf("show %s %d", name, i), text[:size]))
	}
	return k
}

// turned is the conversation as it would be with other outputs.
func (k *talk) turned(n int) *talk {
	other := &talk{id: k.id}
	for _, s := range k.steps {
		s.output = fmt.Sprintf("turn %d\n", n) + s.output
		other.steps = append(other.steps, s)
	}
	return other
}

// BenchmarkCold rewrites conversations that were never seen: 1 MB, 60 results.
// The store is one that others use too.
func BenchmarkCold(b *testing.B) {
	k := large(b)
	cfg := Config{Store: openStore(b, store.Options{}), References: true}
	n := 0
	for b.Loop() {
		b.StopTimer()
		n++
		w, body := New(cfg), k.turned(n).body(len(k.steps))
		b.SetBytes(int64(len(body)))
		b.StartTimer()
		if _, rep := w.Rewrite(b.Context(), wire.Messages, body); rep.Reduced < 30 {
			b.Fatalf("%+v", rep)
		}
	}
}

// BenchmarkSeen rewrites one of which all is remembered.
func BenchmarkSeen(b *testing.B) {
	k := large(b)
	body := k.body(len(k.steps))
	w := New(Config{Store: openStore(b, store.Options{}), References: true})
	w.Rewrite(b.Context(), wire.Messages, body)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		w.Rewrite(b.Context(), wire.Messages, body)
	}
}

// BenchmarkNextTurn rewrites one of which all but the last result is
// remembered.
func BenchmarkNextTurn(b *testing.B) {
	k := large(b)
	w := New(Config{Store: openStore(b, store.Options{}), References: true})
	w.Rewrite(b.Context(), wire.Messages, k.body(len(k.steps)))
	last := &k.steps[len(k.steps)-1]
	text := last.output
	n := 0
	for b.Loop() {
		b.StopTimer()
		n++
		last.output = fmt.Sprintf("turn %d\n", n) + text
		body := k.body(len(k.steps))
		b.SetBytes(int64(len(body)))
		b.StartTimer()
		w.Rewrite(b.Context(), wire.Messages, body)
	}
}
