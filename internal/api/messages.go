package api

import (
	"errors"
	"fmt"
	"net/http"
	"sync"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/setup/requests"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/thread"
)

// conversation is how POST /v1/messages/reduce reduces a request.
type conversation struct {
	cfg    *config.Config // with the request's options
	ttl    bool           // is one of them
	frozen int
	force  bool
	skip   bool
}

func conversationConfig(c *conversation) *config.Config { return c.cfg }

// messageOptions are those of the flags of elide messages of the same names that
// neither name a file nor a command. A profile that is given is for every model.
var messageOptions = table[conversation]{
	"profile": one("profile", func(c *conversation, value string) error {
		c.cfg.History.Models = nil
		return put(c.cfg, "history.profile", value)
	}),
	"protect_recent": number("protect_recent", "history.protect_recent", conversationConfig),
	"context_budget": number("context_budget", "history.context_budget", conversationConfig),
	"summary_after":  number("summary_after", "history.summary_after", conversationConfig),
	"clear_old":      text("clear_old", "history.clear_old", conversationConfig),
	"on_failure":     text("on_failure", "history.on_failure", conversationConfig),
	"tail": one("tail", func(c *conversation, value string) error {
		on, err := truth(value)
		if err != nil {
			return err
		}
		return put(c.cfg, "history.tail", on)
	}),
	"frozen":        one("frozen", func(c *conversation, value string) (err error) { c.frozen, err = whole(value); return err }),
	"force":         one("force", func(c *conversation, value string) (err error) { c.force, err = truth(value); return err }),
	"skip_compress": one("skip_compress", func(c *conversation, value string) (err error) { c.skip, err = truth(value); return err }),
	"budget":        number("budget", "budget", conversationConfig),
	"min_bytes":     number("min_bytes", "min_block_bytes", conversationConfig),
	"keep":          keeps(conversationConfig),
	"ttl":           duration(func(c *conversation) (*config.Config, *bool) { return c.cfg, &c.ttl }),
}

// messages answers with the request as it is to be sent, and the report on it in a
// header.
func (s *server) messages(w http.ResponseWriter, r *http.Request, body []byte) error {
	g, err := fromQuery(r.URL)
	if err != nil {
		return err
	}
	if !s.Config.Enabled {
		return sendMessages(w, body, messageReport{Unchanged: "elide is switched off"})
	}
	h, err := s.history(g)
	if err != nil {
		return err
	}
	var out []byte
	var rep history.Report
	if busy := s.working(r.Context(), len(body), func() { out, rep, err = h.Reduce(r.Context(), body) }); busy != nil {
		return busy
	}
	if why := noRequest(body, err); why != nil {
		return why
	}
	if rep.Unchanged == "" && err == nil {
		s.note(audit.Event{
			FrontEnd: audit.API, Tool: rep.Profile, Shape: "history",
			BytesIn: rep.BytesIn, BytesOut: rep.BytesOut, TokensIn: rep.TokensIn, TokensOut: rep.TokensOut,
		})
	}
	return sendMessages(w, out, newMessageReport(rep, err))
}

// noRequest returns a refusal of what is no request to a model that is known; nil if
// it is one, whatever became of it.
func noRequest(body []byte, err error) error {
	if err == nil || errors.Is(err, history.ErrInvalid) {
		return nil
	}
	var syntax *jsonspan.SyntaxError
	if errors.As(err, &syntax) {
		return invalid("", fmt.Errorf("the body is no JSON: %w", syntax))
	}
	doc, parsed := jsonspan.Parse(body)
	if parsed == nil {
		if _, unread := thread.Read(doc); unread != nil {
			return invalid("", fmt.Errorf("the body is no request to a model that is known: %w", unread))
		}
	}
	return nil
}

// messageReport is what is said of a request: sizes, and why it is as it came.
type messageReport struct {
	Profile   string   `json:"profile"`
	Reduced   bool     `json:"reduced"`
	Unchanged string   `json:"unchanged,omitempty"` // why it is as it came
	Failed    bool     `json:"failed"`              // that is for a mistake, its or ours
	Fired     []string `json:"fired"`
	TokensIn  int      `json:"tokens_in"` // estimated
	TokensOut int      `json:"tokens_out"`
	BytesIn   int      `json:"bytes_in"`
	BytesOut  int      `json:"bytes_out"`
	Dropped   int      `json:"dropped"`
	Markers   int      `json:"markers"`
	Warnings  []string `json:"warnings,omitempty"`
}

func newMessageReport(rep history.Report, err error) messageReport {
	m := messageReport{
		Profile: rep.Profile, Reduced: rep.Unchanged == "" && err == nil, Unchanged: short(rep.Unchanged), Failed: err != nil,
		Fired: append([]string{}, rep.Fired...), TokensIn: rep.TokensIn, TokensOut: rep.TokensOut,
		BytesIn: rep.BytesIn, BytesOut: rep.BytesOut, Dropped: rep.Dropped, Markers: rep.Markers, Warnings: told(rep.Warnings),
	}
	return m
}

func sendMessages(w http.ResponseWriter, body []byte, rep messageReport) error {
	if rep.Fired == nil {
		rep.Fired, rep.BytesIn, rep.BytesOut = []string{}, len(body), len(body)
	}
	if err := setReport(w, rep); err != nil {
		return err
	}
	send(w, http.StatusOK, "application/json", body)
	return nil
}

// mostHistories bounds how many settings are remembered.
const mostHistories = 32

// histories remembers what reduces requests, by the options: each knows again what it
// has reduced before.
type histories struct {
	mu    sync.Mutex
	known map[historyKey]*history.History
}

type historyKey string

// history returns what reduces requests with these options.
func (s *server) history(g given) (*history.History, error) {
	key := historyKey(fmt.Sprintf("%q", map[string][]string(g))) // maps are printed in order
	s.histories.mu.Lock()
	known := s.histories.known[key]
	s.histories.mu.Unlock()
	if known != nil {
		return known, nil
	}
	h, err := s.newHistory(g)
	if err != nil {
		return nil, err
	}
	s.histories.mu.Lock()
	defer s.histories.mu.Unlock()
	if len(s.histories.known) >= mostHistories {
		clear(s.histories.known)
	}
	s.histories.known[key] = h
	return h, nil
}

func (s *server) newHistory(g given) (*history.History, error) {
	c := conversation{cfg: s.Config.Clone()}
	if h := c.cfg.History; h.Profile == "" && len(h.Models) == 0 {
		c.cfg.History.Profile = history.ToolResults
	}
	if err := messageOptions.apply(&c, g); err != nil {
		return nil, err
	}
	if !c.ttl {
		c.cfg.Elision.TTLMillis = max(c.cfg.Elision.TTLMillis, int(store.SessionTTL.Milliseconds()))
	}
	set := requests.Settings(c.cfg)
	set.Frozen, set.Force, set.SkipCompress = c.frozen, c.force, c.skip
	h, err := history.New(history.Config{Store: s.Store, Settings: set, Rewrite: requests.History(c.cfg)})
	if err != nil {
		return nil, invalid("", err)
	}
	return h, nil
}
