package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/marker"
)

// ErrEmpty is the error for a folder without cases: a measure of nothing
// must not pass for a good one.
var ErrEmpty = errors.New("no cases found")

// Label is a critical line of a case, or a text that must be mentioned.
type Label struct {
	Line int    `json:"line,omitempty"` // 0 for a mention
	Text string `json:"text"`
	Why  string `json:"why,omitempty"`
}

// Case is a tool's output and what must survive of it, as the corpus keeps
// them: <folder>/input and <folder>/case.json.
type Case struct {
	ID         string   `json:"id"`
	Tool       string   `json:"tool"`
	Command    string   `json:"command"`
	Exit       int      `json:"exit"`
	Shape      string   `json:"shape"`
	Bytes      int      `json:"bytes"`
	Lines      int      `json:"lines"`
	LabelsFrom string   `json:"labels_from"`
	Critical   []Label  `json:"critical"`
	Mentions   []string `json:"must_mention"`

	Input []byte `json:"-"`
}

// Labels returns how many labels the case has.
func (c *Case) Labels() int { return len(c.Critical) + len(c.Mentions) }

// Load reads every case below dir, in the order of their names. keep says
// which to take; nil takes all. No case at all is ErrEmpty.
func Load(dir string, keep func(*Case) bool) ([]*Case, error) {
	paths, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*", "case.json"))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	sort.Strings(paths)
	var cases []*Case
	for _, p := range paths {
		c, err := loadCase(p)
		if err != nil {
			return nil, err
		}
		if keep == nil || keep(c) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s: %w", dir, ErrEmpty)
	}
	return cases, nil
}

// escapeGlob keeps a folder's own name from being taken for a pattern.
func escapeGlob(dir string) string {
	var b bytes.Buffer
	for i := range len(dir) {
		switch dir[i] {
		case '*', '?', '[', '\\':
			b.WriteByte('\\')
		}
		b.WriteByte(dir[i])
	}
	return b.String()
}

func loadCase(path string) (*Case, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Case{}
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if c.Input, err = os.ReadFile(filepath.Join(filepath.Dir(path), "input")); err != nil {
		return nil, err
	}
	return c, c.validate(path)
}

// validate holds a case to what it says of itself: a label that its own
// input doesn't have could be lost by no filter and kept by none.
func (c *Case) validate(path string) error {
	if c.ID != filepath.Base(filepath.Dir(path)) {
		return fmt.Errorf("%s: id %q is not the folder's name", path, c.ID)
	}
	if c.Bytes != len(c.Input) {
		return fmt.Errorf("%s: input has %d bytes, not %d", path, len(c.Input), c.Bytes)
	}
	if missed := c.Missed(c.Input); len(missed) > 0 {
		return fmt.Errorf("%s: label %q does not stand in the input", path, missed[0].Text)
	}
	return nil
}

// floorMarker stands for the marker that no reduction goes without.
var floorMarker = string(marker.Append(nil, "0123456789ab", "100 lines")) + "\n"

// Floor returns the shortest text that keeps every label: the critical lines,
// the mentions that stand in none of them, and a marker.
func (c *Case) Floor() []byte {
	var b bytes.Buffer
	for _, l := range c.Critical {
		b.Write(bytes.TrimSpace(block.Resolve([]byte(l.Text))))
		b.WriteByte('\n')
	}
	for _, m := range c.Mentions {
		if !bytes.Contains(b.Bytes(), []byte(m)) {
			b.WriteString(m)
			b.WriteByte('\n')
		}
	}
	b.WriteString(floorMarker)
	return b.Bytes()
}
