package replay

import (
	"strings"
	"sync"
	"sync/atomic"

	"elide.example/elide/internal/transcript"
)

// common knows the words that stand in many of the conversations: they tell
// nothing, whoever uses them. It counts in a fixed room, so that it may now and then
// take a rare word for a common one, and never the other way.
type common struct {
	counts [rows][]atomic.Uint32
	most   uint32 // a word in more conversations is common
}

// The room: with a million words a count is too high by one or two at most.
const (
	rows   = 3
	counts = 1 << 20
)

// A word is common that stands in more than commonShare of the conversations, and in
// more than commonLeast.
const (
	commonShare = 0.15
	commonLeast = 3
)

func newCommon() *common {
	c := &common{}
	for i := range c.counts {
		c.counts[i] = make([]atomic.Uint32, counts)
	}
	return c
}

// add counts the words of a conversation. It may be called concurrently.
func (c *common) add(conv *transcript.Conversation) {
	words := set{}
	note := func(text string) {
		eachWord(text, func(word string) { words.add(strings.ToLower(word)) })
	}
	for i := range conv.Events {
		note(conv.Events[i].Text)
		for j := range conv.Events[i].Results {
			note(conv.Events[i].Results[j].Text)
		}
	}
	for word := range words {
		for row, at := range places(word) {
			c.counts[row][at].Add(1)
		}
	}
}

// of says how many conversations there are.
func (c *common) of(conversations int) {
	c.most = max(commonLeast, uint32(commonShare*float64(conversations)))
}

// has tells whether a word is common.
func (c *common) has(word string) bool {
	word = strings.ToLower(word)
	if plainWords().has(word) {
		return true
	}
	if c.counts[0] == nil { // there are no others
		return false
	}
	for row, at := range places(word) {
		if c.counts[row][at].Load() <= c.most {
			return false
		}
	}
	return true
}

// places returns where the counts of a word stand, the same in every process: FNV-1a
// from another start in each row.
func places(word string) (at [rows]uint32) {
	for row := range at {
		h := uint64(14695981039346656037) + uint64(row)*0x9e3779b97f4a7c15
		for i := 0; i < len(word); i++ {
			h = (h ^ uint64(word[i])) * 1099511628211
		}
		h ^= h >> 32
		at[row] = uint32(h % counts)
	}
	return at
}

// plainWords are words of English and of programs that tell nothing.
var plainWords = sync.OnceValue(func() set {
	s := set{}
	for _, w := range strings.Fields(`about above after again against because before being below between could doing during further having their there these
		those through under until where which while would should other first second third using based right please false there's return import class
		const string value values error errors print function public private static number object array boolean undefined default export async
		await throw except raise self`) {
		s.add(w)
	}
	return s
})
