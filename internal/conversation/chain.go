package conversation

import (
	"container/list"
	"sync"

	"github.com/zeebo/blake3"
)

// mostResponses is how many responses a Chain remembers, some 150 bytes each.
const mostResponses = 1 << 14

// Chain remembers which conversations the last responses belong to, for requests that
// name a response instead of what stood before it. The provider makes up their names, so
// that one is as certain as what it goes on from. A nil Chain remembers none. It is safe
// for concurrent use.
type Chain struct {
	mu    sync.Mutex
	order *list.List // of link, the last one in front
	known map[ID]*list.Element
}

type link struct{ response, conversation ID }

// NewChain returns a Chain that knows no response.
func NewChain() *Chain { return &Chain{order: list.New(), known: map[ID]*list.Element{}} }

// Add notes that a response belongs to a conversation.
func (c *Chain) Add(response string, conversation ID) {
	if c == nil || response == "" || !conversation.Told() {
		return
	}
	key := ID(blake3.Sum256([]byte(response)))
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.known[key]; ok {
		at.Value = link{key, conversation}
		return
	}
	c.known[key] = c.order.PushFront(link{key, conversation})
	if c.order.Len() > mostResponses {
		last := c.order.Remove(c.order.Back()).(link)
		delete(c.known, last.response)
	}
}

// of returns the conversation of a response.
func (c *Chain) of(response string) ID {
	if c == nil {
		return ID{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.known[blake3.Sum256([]byte(response))]; ok {
		return at.Value.(link).conversation
	}
	return ID{}
}
