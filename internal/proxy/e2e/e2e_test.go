//go:build unix

package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/proxy"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// bin is the folder with the programs under test.
var bin string

func TestMain(m *testing.M) {
	if name := os.Getenv(agentVariable); name != "" {
		os.Exit(playAgent(name))
	}
	longtest.AskedPackage()
	dir, err := os.MkdirTemp("", "e2e")
	if err == nil {
		bin = dir
		err = build(dir)
	}
	status := 1
	if err == nil {
		status = childtest.Tests{M: m}.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	os.RemoveAll(dir)
	os.Exit(status)
}

func build(dir string) error {
	out, err := exec.Command("go", "build", "-o", dir+"/", "elide.example/elide/cmd/elide", "elide.example/elide/cmd/elide-proxy", "elide.example/elide/cmd/elision-get").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// stage is a model with something between it and the agents.
type stage struct {
	model *Model
	url   string // where the agents find it
	store string
	dir   string // the project
}

// newStage makes a project and a model that follows the story for it. What
// set changes in the model it changes before the model is served.
func newStage(t *testing.T, set ...func(*Model)) *stage {
	t.Helper()
	s := &stage{store: t.TempDir(), dir: t.TempDir()}
	if err := MakeProject(s.dir); errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	s.model = &Model{Script: Script{Dir: s.dir, Steps: Story(), Final: "All is mended."}}
	for _, change := range set {
		change(s.model)
	}
	server := httptest.NewServer(s.model)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// behind puts a proxy before the model. Without a rewriter it is off.
func (s *stage) behind(t *testing.T, rewriter proxy.Rewriter) {
	t.Helper()
	upstream, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := proxy.New(proxy.Options{Rewriter: rewriter, Upstreams: map[wire.Provider]*url.URL{
		wire.Anthropic: upstream, wire.OpenAI: upstream, wire.Gemini: upstream}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
}

func (s *stage) rewriter(t *testing.T) *rewrite.Rewriter {
	t.Helper()
	st, err := store.Open(s.store, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.New(rewrite.Config{Store: st, References: true})
}

// tools runs in the project, with elision-get at hand.
func (s *stage) tools() Shell {
	return Shell{Dir: s.dir, Env: append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "ELIDE_STORE="+s.store, "GIT_CONFIG_GLOBAL=/dev/null")}
}

// play runs an agent to its end.
func (s *stage) play(t *testing.T, d *Dialect, tools Tools) Transcript {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	a := &Agent{Dialect: d, BaseURL: s.url + d.Suffix, Tools: tools}
	transcript, err := a.Run(ctx, "Mend the tests of this project.")
	if err != nil {
		t.Fatal(err)
	}
	if transcript.Final != "All is mended." {
		t.Fatalf("the last word is %q", transcript.Final)
	}
	return transcript
}

// get expands a hash with the program that an agent has for it.
func (s *stage) get(t *testing.T, hash string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "elision-get"), "--store", s.store, hash)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("elision-get %s: %v", hash, err)
	}
	return string(out)
}

// fewAgents leaves out an agent of a test that has one for each API: all but Claude Code
// where what is long is left out, and the other named where it is not; but none where all
// is asked for. TestStory plays each.
func fewAgents(t *testing.T, name, other string) {
	if name != "claude" && (longtest.Left() || name != other && !longtest.AskedForAll()) {
		t.Skip("not all agents are played")
	}
}

// TestStory: agents of all kinds mend a project through the proxy. What the
// model was sent keeps the promises, to the byte.
func TestStory(t *testing.T) {
	for _, d := range Dialects() {
		t.Run(d.Name, func(t *testing.T) {
			if longtest.Left() && d.Name != "claude" && d.Name != "codex-code" {
				t.Skip("the long test plays all agents")
			}
			t.Parallel()
			s := newStage(t)
			s.behind(t, s.rewriter(t))
			transcript := s.play(t, d, s.tools())
			seen := s.model.Exchanges()
			report := Audit(seen)
			t.Log(report)
			if len(report.Faults) > 0 || report.Requests < 20 || report.Reduced < 4 || report.References < 1 || report.Expansions != 2 || report.Missed > 0 {
				t.Error("not as it should be: ", report)
			}
			checkPrefixes(t, seen)
			checkExact(t, s, d, transcript, seen)
			checkExpansions(t, d, transcript)
		})
	}
}

// checkPrefixes: each request begins with the bytes of the one before it.
func checkPrefixes(t *testing.T, seen []Exchange) {
	t.Helper()
	for i := 1; i < len(seen); i++ {
		before := seen[i-1].Body
		if prefix := before[:len(before)-tail]; !bytes.HasPrefix(seen[i].Body, prefix) {
			t.Errorf("request %d doesn't begin with what request %d held", i+1, i)
		}
	}
}

// checkExact: the model was sent what the agent sent, but for blocks in results,
// which are restored exactly.
func checkExact(t *testing.T, s *stage, d *Dialect, transcript Transcript, seen []Exchange) {
	t.Helper()
	if len(seen) != len(transcript.Requests) {
		t.Fatalf("the model was sent %d requests, not %d", len(seen), len(transcript.Requests))
	}
	own := Exchange{API: d.API, Body: transcript.Requests[len(seen)-1]}
	own.reread()
	got := seen[len(seen)-1]
	if len(own.Results) != len(got.Results) {
		t.Fatalf("%d results, not %d", len(got.Results), len(own.Results))
	}
	body := string(got.Body)
	for i, r := range own.Results {
		sent := got.Results[i]
		if sent == r {
			continue
		}
		if sent.ID != r.ID || sent.Error != r.Error {
			t.Fatalf("the result of %s became one of %s", r.ID, sent.ID)
		}
		s.checkBlock(t, r, sent)
		body = putBack(body, sent.Text, r.Text)
	}
	if body != string(own.Body) {
		t.Error("with the results put back, the request is not what the agent sent")
	}
}

// putBack puts a result's original text in place of what was sent of it. Of a
// text of two parts the first was left alone.
func putBack(body, sent, original string) string {
	if head, rest, ok := strings.Cut(original, "\nOutput:\n{"); ok {
		sent, original = sent[len(head)+len("\nOutput:\n"):], "{"+rest
	}
	return strings.Replace(body, jsonText(sent), jsonText(original), 1)
}

// checkBlock: what was sent is the original with one block in it reduced,
// and that block is what the marker expands to.
func (s *stage) checkBlock(t *testing.T, original, sent Result) {
	t.Helper()
	hashes := MarkersIn(sent.Text)
	if len(hashes) == 0 {
		t.Errorf("%s was changed, but has no marker:\n%.500s", sent.ID, sent.Text)
		return
	}
	block := s.get(t, hashes[len(hashes)-1])
	escaped := strings.Trim(jsonText(block), `"`)
	for _, hidden := range []string{block, escaped} {
		before, after, ok := strings.Cut(original.Text, hidden)
		if ok && strings.HasPrefix(sent.Text, before) && strings.HasSuffix(sent.Text, after) && len(sent.Text) < len(original.Text) {
			return
		}
	}
	t.Errorf("%s is not restored by %s:\n%.500s", sent.ID, hashes[len(hashes)-1], sent.Text)
}

// checkExpansions: what elision-get printed stands in an earlier result, as
// the agent sent it.
func checkExpansions(t *testing.T, d *Dialect, transcript Transcript) {
	t.Helper()
	own := Exchange{API: d.API, Body: transcript.Requests[len(transcript.Requests)-1]}
	own.reread()
	before := ""
	for _, r := range own.Results {
		out := transcript.Outputs[r.ID]
		if strings.Contains(out.Call.Input, "elision-get") {
			text := strings.TrimRight(out.Text, "\n")
			known := strings.Contains(before, text) || strings.Contains(before, strings.Trim(jsonText(text), `"`))
			if !known || out.Exit != 0 || len(text) < 100 {
				t.Errorf("%s printed what no result showed before:\n%.300s", out.Call.Input, out.Text)
			}
		}
		before += r.Text + "\n"
	}
}

// TestTogether: agents that share a proxy get in each other's way no more than
// if each were alone: the model is sent the same bytes.
func TestTogether(t *testing.T) {
	longtest.Only(t)
	s := newStage(t)
	tapes := map[string]*Recorder{}
	alone := map[string][]string{}
	names := []string{"claude", "codex", "gemini"}
	direct := s.url
	for _, name := range names {
		tapes[name] = &Recorder{Tools: s.tools()}
		s.url = direct
		s.behind(t, s.rewriter(t))
		start := len(s.model.Exchanges())
		s.play(t, DialectNamed(name), tapes[name])
		for _, e := range s.model.Exchanges()[start:] {
			alone[name] = append(alone[name], string(e.Body))
		}
		tapes[name].Rewind()
	}
	s.url = direct
	s.behind(t, s.rewriter(t))
	start := len(s.model.Exchanges())
	t.Run("all", func(t *testing.T) {
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s.play(t, DialectNamed(name), tapes[name])
			})
		}
	})
	together := map[API][]string{}
	for _, e := range s.model.Exchanges()[start:] {
		together[e.API] = append(together[e.API], string(e.Body))
	}
	for _, name := range names {
		if got := together[DialectNamed(name).API]; !slices.Equal(got, alone[name]) {
			t.Errorf("%s: the requests are not those that it sent alone", name)
		}
	}
}

// TestOff: switched off, the proxy is not there: the model is sent the same
// requests as without it, headers and all.
func TestOff(t *testing.T) {
	for _, name := range []string{"claude", "copilot", "codex", "gemini"} {
		t.Run(name, func(t *testing.T) {
			fewAgents(t, name, "codex")
			d := DialectNamed(name)
			t.Parallel()
			s := newStage(t)
			tape := &Recorder{Tools: s.tools()}
			s.play(t, d, tape)
			direct := s.model.Exchanges()
			tape.Rewind()
			s.behind(t, nil)
			s.play(t, d, tape)
			through := s.model.Exchanges()[len(direct):]
			if len(direct) < 20 || len(through) != len(direct) {
				t.Fatalf("%d requests, %d without the proxy", len(through), len(direct))
			}
			for i, e := range direct {
				if diff := differ(e, through[i]); diff != "" {
					t.Errorf("request %d: another %s", i+1, diff)
				}
			}
		})
	}
}

// differ names what differs between two requests.
func differ(a, b Exchange) string {
	switch {
	case a.Method != b.Method || a.URI != b.URI:
		return "address"
	case !bytes.Equal(a.Body, b.Body):
		return "body"
	case !maps.EqualFunc(a.Header, b.Header, slices.Equal):
		return fmt.Sprintf("header: %v, not %v", headerNames(b.Header), headerNames(a.Header))
	}
	return ""
}

func headerNames(h http.Header) []string { return slices.Sorted(maps.Keys(h)) }
