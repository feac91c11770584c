//go:build unix

package e2e

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/proxy"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// told are the exchanges that a proxy told of.
type told struct {
	mu  sync.Mutex
	all []meter.Exchange
}

func (o *told) add(e meter.Exchange) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all = append(o.all, e)
}

// await gives the exchanges when n were told of. A proxy tells of one when it is over, and
// the agent may have had its answer before.
func (o *told) await(t *testing.T, n int) []meter.Exchange {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		o.mu.Lock()
		all := slices.Clone(o.all)
		o.mu.Unlock()
		if len(all) == n {
			return all
		}
		if len(all) > n || time.Now().After(end) {
			t.Fatalf("%d exchanges were told of, %d were had", len(all), n)
		}
	}
}

// grouped puts a proxy before the model that leaves conversations alone.
func (s *stage) grouped(t *testing.T, model string, groups conversation.Groups) *told {
	t.Helper()
	upstream, err := url.Parse(model)
	if err != nil {
		t.Fatal(err)
	}
	seen := &told{}
	handler, err := proxy.New(proxy.Options{
		Rewriter: s.rewriter(t), Looker: rewrite.New(rewrite.Config{Store: store.Nowhere{}, References: true}), Groups: groups, Observe: seen.add,
		Upstreams: map[wire.Provider]*url.URL{wire.Anthropic: upstream, wire.OpenAI: upstream, wire.Gemini: upstream},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
	return seen
}

var wireAPIs = map[API]wire.API{Messages: wire.Messages, Chat: wire.Chat, Responses: wire.Responses, Generate: wire.Generate}

// TestObserved: behind a proxy that only looks, the model gets what the agent sent, byte
// for byte, headers and all; and what is told at the end of the conversation is what a
// proxy that reduces saves of the same requests.
func TestObserved(t *testing.T) {
	for _, name := range []string{"claude", "copilot", "codex", "gemini"} {
		t.Run(name, func(t *testing.T) {
			fewAgents(t, name, "gemini")
			t.Parallel()
			d := DialectNamed(name)
			s := newStage(t)
			direct := s.url
			tape := &Recorder{Tools: s.tools()}
			s.play(t, d, tape)
			bare := s.model.Exchanges()
			tape.Rewind()
			seen := s.grouped(t, direct, conversation.Groups{Observe: true})
			s.play(t, d, tape)
			through := s.model.Exchanges()[len(bare):]
			if len(bare) < 20 || len(through) != len(bare) {
				t.Fatalf("%d requests, %d without the proxy", len(through), len(bare))
			}
			exchanges := seen.await(t, len(bare))
			w := s.rewriter(t)
			for i, e := range bare {
				if diff := differ(e, through[i]); diff != "" {
					t.Errorf("request %d: another %s", i+1, diff)
				}
				x := exchanges[i]
				_, rep := w.Rewrite(t.Context(), wireAPIs[d.API], e.Body)
				if x.Group != ledger.GroupObserve || x.Conversation != exchanges[0].Conversation || len(x.Conversation) != ledger.IDLen || x.Report.Would == nil {
					t.Fatalf("request %d: %s of %q, %+v", i+1, x.Group, x.Conversation, x.Report)
				}
				if got := *x.Report.Would; got.TokensOut != rep.TokensOut || got.BytesOut != rep.BytesOut || got.Reduced != rep.Reduced || got.References != rep.References || x.Report.TokensIn != rep.TokensIn {
					t.Errorf("request %d would have been %+v, and is %+v", i+1, got, rep)
				}
			}
			if last := exchanges[len(exchanges)-1].Report; last.Would.Reduced < 4 || last.Reduced != 0 || last.TokensOut != last.TokensIn {
				t.Errorf("%+v", last)
			}
		})
	}
}

// TestHeldOut: a conversation is held out, or reduced, from its first request to its
// last, also where the proxy is started anew in the middle; and which one it is depends
// on nothing but what the conversation is known by.
func TestHeldOut(t *testing.T) {
	longtest.Only(t)
	s := newStage(t)
	direct := s.url
	tape := &Recorder{Tools: s.tools()}
	s.play(t, DialectNamed("claude"), tape)
	start := len(s.model.Exchanges())
	groups := map[string]int{}
	for i, session := range []string{"", "one", "two", "three", "four", "five"} {
		tape.Rewind()
		var all []*told
		requests := 0
		client := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			if requests%8 == 0 { // a new proxy each eight requests
				all = append(all, s.grouped(t, direct, conversation.Groups{Holdout: 50}))
			}
			requests++
			at, _ := url.Parse(s.url)
			r.URL.Host, r.Host = at.Host, at.Host
			if session != "" {
				r.Header.Set(conversation.Header, session)
			}
			return http.DefaultTransport.RoundTrip(r)
		})}
		a := &Agent{Dialect: DialectNamed("claude"), BaseURL: s.url, Tools: tape, Client: client}
		transcript, err := a.Run(t.Context(), "Mend the tests of this project.")
		if err != nil {
			t.Fatal(err)
		}
		sent := s.model.Exchanges()[start:]
		start += len(sent)
		if len(all) < 3 || len(sent) != len(transcript.Requests) || len(sent) < 20 {
			t.Fatalf("%d proxies, %d of %d requests", len(all), len(sent), len(transcript.Requests))
		}
		first := all[0].await(t, 8)[0]
		for n, part := range all {
			for _, x := range part.await(t, min(8, requests-8*n)) {
				if x.Group != first.Group || x.Conversation != first.Conversation {
					t.Fatalf("%q is in %s as %s, and in %s as %s", session, first.Group, first.Conversation, x.Group, x.Conversation)
				}
			}
		}
		changed := 0
		for n, e := range sent {
			if !bytes.Equal(e.Body, transcript.Requests[n]) {
				changed++
			}
			if e.Header.Get(conversation.Header) != "" {
				t.Errorf("request %d of %d names its conversation to the model", n, i)
			}
		}
		if held := first.Group == ledger.GroupHoldout; held != (changed == 0) {
			t.Errorf("%q is in %s, and %d requests were changed", session, first.Group, changed)
		}
		groups[first.Group]++
	}
	if len(groups) != 2 || groups[ledger.GroupHoldout] == 0 {
		t.Errorf("%v", groups)
	}
}

type roundTrip func(r *http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestOrderedOff: a request that says x-elide: off reaches the model as the agent sent it,
// and the next ones are what they would have been without it.
func TestOrderedOff(t *testing.T) {
	for _, name := range []string{"claude", "copilot", "codex", "gemini"} {
		t.Run(name, func(t *testing.T) {
			fewAgents(t, name, "copilot")
			t.Parallel()
			d := DialectNamed(name)
			s := newStage(t)
			direct := s.url
			s.grouped(t, direct, conversation.Groups{})
			transcript := s.play(t, d, s.tools())
			plain := s.model.Exchanges()
			seen := s.grouped(t, direct, conversation.Groups{})
			for i, body := range transcript.Requests {
				req, err := http.NewRequest("POST", s.url+d.Suffix+d.path, bytes.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				for key, value := range d.headers {
					req.Header.Set(key, value)
				}
				if off := i%5 == 3; off {
					req.Header.Set("X-Elide", "off")
				}
				res, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				res.Body.Close()
				all := s.model.Exchanges()
				got, want := all[len(all)-1], plain[i].Body
				if i%5 == 3 {
					want = body
				}
				if !bytes.Equal(got.Body, want) || got.Header.Get("X-Elide") != "" {
					t.Errorf("request %d is not what it should be: %d bytes, not %d", i+1, len(got.Body), len(want))
				}
			}
			off, exchanges := 0, seen.await(t, len(transcript.Requests))
			for _, x := range exchanges {
				if x.Group == ledger.GroupOff && strings.HasPrefix(x.Report.Unchanged, "x-elide") && x.Conversation == exchanges[0].Conversation {
					off++
				}
			}
			if off < 4 {
				t.Errorf("%d of %d were off", off, len(exchanges))
			}
		})
	}
}
