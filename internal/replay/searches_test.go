package replay

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"elide.example/elide/internal/frame"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/toolcall"
	"elide.example/elide/internal/transcript"
)

// trajectories is where recorded conversations may stand, beside the module.
const trajectories = "../../../shared/trajectories/data"

var (
	onLine  = regexp.MustCompile(`^(?:([^\s:]*[./][^\s:]*):(\d+):|([^\s:]*\.[a-z]+)-(\d+)-)(.*)$`)
	tagged  = regexp.MustCompile(`^<match path="([^"]+)" line=(\d+)>$`)
	heading = regexp.MustCompile(`^(?:## |# |File: )?([^\s:*|]*[./][^\s:*|]*?)[:-]?$`) // elide's own ends as the lines go on
	below   = regexp.MustCompile(`^\s*[*>]?\s*(?:Line |L)?(\d+)(?:\w\w)?([:|-]) ?(.*)$`)
	pipes   = regexp.MustCompile(`[;&\n]|\|\s*(?:[^hst|]|sed|tail -n \+)`)
	finds   = regexp.MustCompile(`\b(?:grep|rg)\b`)
)

// match is a line that a search shows.
type match struct{ number, text string }

// filesOf returns for each match of an output the files that it stands under, or
// has on its line, by the rules of a reader: the last name above is its own.
func filesOf(text string) map[match][]string {
	out, file := map[match][]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := onLine.FindStringSubmatch(line); m != nil {
			at := match{m[2] + m[4], strings.TrimSpace(m[5])}
			out[at] = append(out[at], m[1]+m[3])
		} else if m := tagged.FindStringSubmatch(line); m != nil {
			file = m[1]
		} else if m := below.FindStringSubmatch(line); m != nil {
			at := match{m[1], strings.TrimSpace(m[3])}
			out[at] = append(out[at], file)
		} else if m := heading.FindStringSubmatch(line); m != nil {
			file = m[1]
		}
	}
	return out
}

// sameFile tells whether two names may be of one file: one is relative, or both
// are the same.
func sameFile(a, b string) bool {
	a, b = strings.TrimPrefix(a, "./"), strings.TrimPrefix(b, "./")
	return a == b || strings.HasSuffix(a, "/"+b) || strings.HasSuffix(b, "/"+a)
}

// TestSearchesOfConversations: whatever the hosts' searches found in recorded
// conversations, each match that is shown stands with its own file.
func TestSearchesOfConversations(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(trajectories, "*.json"))
	if len(paths) == 0 {
		t.Skip("there are no recorded conversations here")
	}
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hosts := map[string]int{}
	for _, path := range paths {
		if testing.Short() && len(hosts) > 5 {
			break
		}
		list, _, err := transcript.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			calls := map[string]transcript.Call{}
			for _, e := range c.Events {
				for _, call := range e.Calls {
					calls[call.ID] = call
				}
				for _, r := range e.Results {
					use := toolcall.Of(calls[r.ID].Name, calls[r.ID].Args.Raw())
					byTool := use.Command == "" && use.Output.Shape == shape.Grep
					if len(r.Text) < pipeline.DefaultMinBytes || !byTool && (use.Command == "" || !finds.MatchString(use.Command) || pipes.MatchString(use.Command)) {
						continue
					}
					for _, block := range frame.Open([]byte(r.Text)).Blocks() {
						hosts[c.Host] += checkSearch(t, st, path, use, block)
					}
				}
			}
		}
	}
	t.Log("matches that are shown, by host: ", hosts)
	if len(hosts) == 0 && !testing.Short() {
		t.Error("no search was reduced")
	}
}

// checkSearch holds one output, and returns how many matches are shown of it.
func checkSearch(t *testing.T, st *store.Store, path string, use toolcall.Use, block []byte) (shown int) {
	opt := pipeline.Options{Command: use.Command, Told: use.Output}
	res, err := pipeline.Reduce(context.Background(), bytes.NewReader(block), opt, st)
	if err != nil || !res.Reduced {
		return 0
	}
	was := filesOf(string(block))
	for m, files := range filesOf(string(res.Text)) {
		for _, file := range files {
			known, ok := was[m], false
			for _, own := range known {
				ok = ok || own == "" || sameFile(own, file)
			}
			if !ok && len(known) > 0 {
				t.Errorf("%s: %.120s%.80s: %q stands under %q instead of %q", filepath.Base(path), use.Command, use.Output.Sought, m, file, known)
				if os.Getenv("SHOW") != "" {
					t.Logf("%s\n=====\n%s", block, res.Text)
				}
			}
		}
		shown++
	}
	return shown
}
