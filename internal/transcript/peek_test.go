package transcript

import (
	"fmt"
	"os"
	"testing"
)

func TestPeek(t *testing.T) {
	files, err := Find([]string{os.Getenv("PEEK")})
	fmt.Println(err)
	for _, f := range files {
		list, unread, err := Read(f)
		fmt.Println(f, len(list), unread, err)
		for _, c := range list {
			res, bytes, out, users := 0, 0, 0, 0
			for _, e := range c.Events {
				res += len(e.Results)
				for _, r := range e.Results {
					bytes += len(r.Text)
				}
				if e.Kind == Agent {
					out += len(e.Text)
				}
				if e.Kind == User {
					users += len(e.Text)
				}
			}
			fmt.Println("   ", c.ID, c.Host, c.Model, c.Start, len(c.Events), "req", c.Requests(), "results", res, bytes, "agent", out, "user", users)
		}
	}
}
