package replay

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"elide/internal/transcript"
)

func TestDump(t *testing.T) {
	dir := os.Getenv("TRAJ")
	files, _ := filepath.Glob(dir + "/*.json")
	c := newCommon()
	var all []*transcript.Conversation
	for _, f := range files {
		l, _, _ := transcript.Read(f)
		for _, x := range l {
			c.add(x)
			all = append(all, x)
		}
	}
	c.of(len(all))
	out, _ := os.Create("/work/team/h-G/go.txt")
	for _, x := range all {
		l := look(x, c)
		for n, o := range l.outputs {
			for _, f := range o.facts {
				if f.hard() {
					q := f.text
					if f.sort == edit {
						q = f.lines[0]
					}
					if f.sort == lines {
						q = fmt.Sprint(f.text, f.nums)
					}
					fmt.Fprintf(out, "%s\t%d\t%d\t%s\t%d\t%q\n", x.ID, n, f.sort, "", f.at, q)
				}
			}
		}
	}
}
