package terminal

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCountingOnNoTerminal: where nobody sits nothing is drawn.
func TestCountingOnNoTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c := StartCount(file, func(string) string { return "" }, "reading")
	c.Set(1, 2)
	c.End()
	if info, err := file.Stat(); c != nil || err != nil || info.Size() > 0 {
		t.Errorf("%v %v %v", c, info.Size(), err)
	}
}
