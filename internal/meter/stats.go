package meter

import (
	"encoding/json"
	"os"
	"sync"

	"elide.example/elide/internal/ledger"
)

// StatsFile is a file of statistics, JSON lines, to which any number of
// processes may append at once. A nil StatsFile takes records and keeps none.
type StatsFile struct {
	mu   sync.Mutex
	file *os.File
	torn bool  // the last line was not written whole
	err  error // the first that there was
}

// OpenStats opens a file to append statistics to. One that it makes is for its
// owner's eyes only.
func OpenStats(name string) (*StatsFile, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	return &StatsFile{file: f}, nil
}

// write appends a record as one line, in one call. What goes wrong stops
// nothing: the next line is tried again.
func (s *StatsFile) write(r *ledger.Record) {
	if s == nil {
		return
	}
	line, err := json.Marshal(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.torn {
		line = append([]byte{'\n'}, line...)
	}
	if err == nil {
		var n int
		n, err = s.file.Write(append(line, '\n'))
		s.torn = err != nil && (n > 0 || s.torn)
	}
	if s.err == nil {
		s.err = err
	}
}

// Close closes the file. The error is the first that there was since it was
// opened; some records are not in the file then.
func (s *StatsFile) Close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.file.Close(); s.err == nil {
		s.err = err
	}
	return s.err
}
