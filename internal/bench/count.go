package bench

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/tiktoken-go/tokenizer"
)

// Counter returns how many tokens a text costs a model.
type Counter func(text []byte) (int, error)

// cachedBytes is the length from which a count is worth remembering. The
// tokenizer does 3 to 4 MB a second.
const cachedBytes = 4 << 10

// cacheBytes bounds the file of remembered counts; a larger one is begun anew.
const cacheBytes = 4 << 20

// O200k returns an exact counter for the o200k_base vocabulary. It remembers
// counts of long texts by their digest in a file in the folder cache, "" for
// none. Trouble with that file costs time and nothing else. The counter may
// be called concurrently.
func O200k(cache string) Counter {
	m := &memory{}
	if cache != "" {
		m.path = filepath.Join(cache, "o200k_base.counts")
	}
	codec := sync.OnceValues(func() (tokenizer.Codec, error) { return tokenizer.Get(tokenizer.O200kBase) })
	return func(text []byte) (int, error) {
		if len(text) < cachedBytes {
			return count(codec, text)
		}
		key := digest(text)
		if n, ok := m.get(key); ok {
			return n, nil
		}
		n, err := count(codec, text)
		if err == nil {
			m.put(key, n)
		}
		return n, err
	}
}

func count(codec func() (tokenizer.Codec, error), text []byte) (int, error) {
	if len(text) == 0 {
		return 0, nil
	}
	c, err := codec()
	if err != nil {
		return 0, err
	}
	return c.Count(string(text))
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// memory is the file of counts, read on first use.
type memory struct {
	path string

	mu     sync.Mutex
	counts map[string]int
}

func (m *memory) get(key string) (int, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.counts == nil {
		m.read()
	}
	n, ok := m.counts[key]
	return n, ok
}

// read takes the lines that it understands; the file may be another's.
func (m *memory) read() {
	m.counts = map[string]int{}
	if m.path == "" {
		return
	}
	if info, err := os.Stat(m.path); err == nil && info.Size() > cacheBytes {
		os.Remove(m.path)
	}
	file, err := os.Open(m.path)
	if err != nil {
		return
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var key string
		var n int
		if _, err := fmt.Sscanf(lines.Text(), "%24s %d.", &key, &n); err == nil && len(key) == 24 {
			m.counts[key] = n
		}
	}
}

func (m *memory) put(key string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[key] = n
	if m.path == "" || os.MkdirAll(filepath.Dir(m.path), 0o700) != nil {
		return
	}
	file, err := os.OpenFile(m.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	// One write a line, and a full stop that a torn line lacks.
	fmt.Fprintf(file, "%s %d.\n", key, n)
	file.Close()
}
