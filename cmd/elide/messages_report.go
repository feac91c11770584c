package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/thread"
)

// whyUnchanged returns what the user should know of a request that was not
// reduced, and what to do; nil if there is nothing.
func whyUnchanged(body []byte, rep history.Report, err error) error {
	if err == nil && (rep.Unchanged == "" || rep.Profile == "") {
		return nil
	}
	messages, unread := count(body)
	var syntax *jsonspan.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return cli.Hint(err, "elide messages reads the body of one request to a model, or its list of messages, as JSON")
	case unread != nil:
		return cli.Hint(err, "elide messages reads requests to Anthropic, OpenAI (chat completions, Responses) and Gemini as they are sent, or the list of their messages")
	case errors.Is(err, history.ErrInvalid):
		return cli.Hint(err, "send each call together with its result, or leave both out")
	case err != nil:
		return err
	case messages == 0:
		return cli.Hint(errors.New("there are no messages in it"), "give the conversation as it would be sent")
	case messages == 1:
		return cli.Hint(errors.New("a lone message: there is no history to reduce"), "give all messages of the conversation, as they would be sent")
	}
	return nil
}

// count returns how many messages there are in a body.
func count(body []byte) (int, error) {
	doc, err := jsonspan.Parse(body)
	if err != nil {
		return 0, err
	}
	t, err := thread.Read(doc)
	if err != nil {
		return 0, err
	}
	return len(t.Messages), nil
}

// notExpanded says of an error what to do.
func notExpanded(err error) error {
	err = fmt.Errorf("not expanded: %w", err)
	switch {
	case errors.Is(err, history.ErrUnknown):
		return cli.Hint(err, "give it just as elide messages wrote it, and the same --store; elision-get gives back what a single marker hides")
	case errors.Is(err, store.ErrExpired), errors.Is(err, store.ErrNotFound):
		return cli.Hint(err, "--ttl says how long originals are kept when a request is reduced")
	}
	return err
}

// tell says what was done to whom wants to know.
func (m *messageJob) tell(rep history.Report, err error) {
	if m.explain.on {
		fmt.Fprintf(m.app.err, "%s: %s\n", program, oneLine(summaryOf(rep)))
	}
	if rep.Unchanged == "" && err == nil {
		m.accountHistory(rep)
	}
	if m.flags.stats == "" {
		return
	}
	if err := appendLine(m.flags.stats, newMessageRecord(rep, err)); err != nil {
		m.fail(fmt.Errorf("the statistics are not complete: %w", err))
	}
}

// summaryOf returns a report as a line of text.
func summaryOf(rep history.Report) string {
	profile := rep.Profile
	if profile == "" {
		profile = "no profile"
	}
	if rep.Unchanged != "" {
		return fmt.Sprintf("%s: as it came, %d tokens (estimated): %s", profile, rep.TokensIn, rep.Unchanged)
	}
	fired := "none fired with this request"
	if len(rep.Fired) > 0 {
		fired = "fired with this request: " + strings.Join(rep.Fired, ", ")
	}
	return fmt.Sprintf("%s: %d tokens became %d (estimated), %d bytes %d; %d messages left out, %d markers; %s; %s",
		profile, rep.TokensIn, rep.TokensOut, rep.BytesIn, rep.BytesOut, rep.Dropped, rep.Markers, didWhat(rep.Done), fired)
}

// didWhat says what each stage did: condense 32 messages, clear 4 texts.
func didWhat(done []history.Done) string {
	var stages []string
	for _, d := range done {
		if d.Dropped > 0 {
			stages = append(stages, fmt.Sprintf("%s %d messages", d.Stage, d.Dropped))
		}
		if d.Texts > 0 {
			stages = append(stages, fmt.Sprintf("%s %d texts", d.Stage, d.Texts))
		}
	}
	return strings.Join(stages, ", ")
}

// messageRecord is a line of --stats. It holds nothing of the request but sizes.
type messageRecord struct {
	Version   int       `json:"version"`
	Time      time.Time `json:"time"`
	Profile   string    `json:"profile"`
	Reduced   bool      `json:"reduced"`
	Failed    bool      `json:"failed"` // it went out as it came for a mistake, its or ours
	Fired     []string  `json:"fired"`
	TokensIn  int       `json:"tokens_in"` // estimated
	TokensOut int       `json:"tokens_out"`
	BytesIn   int       `json:"bytes_in"`
	BytesOut  int       `json:"bytes_out"`
	Dropped   int       `json:"dropped"`
	Markers   int       `json:"markers"`
	Warnings  int       `json:"warnings"`
}

func newMessageRecord(rep history.Report, err error) messageRecord {
	return messageRecord{
		Version: 1, Time: time.Now().UTC(), Profile: rep.Profile, Reduced: rep.Unchanged == "" && err == nil, Failed: err != nil,
		Fired: append([]string{}, rep.Fired...), TokensIn: rep.TokensIn, TokensOut: rep.TokensOut,
		BytesIn: rep.BytesIn, BytesOut: rep.BytesOut, Dropped: rep.Dropped, Markers: rep.Markers, Warnings: len(rep.Warnings),
	}
}

// appendLine appends a record to a file in one call, so that any number of
// processes may do so at once. A file that it makes is for its owner's eyes only.
func appendLine(name string, record any) error {
	line, err := json.Marshal(record)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// rememberSent writes what was sent into the file of --sent. A request whose profile
// doesn't tell leaves it as it is.
func (m *messageJob) rememberSent(sent history.Sent) {
	text := sent.Append(nil)
	if m.flags.sent == "" || len(text) == len((history.Sent{}).Append(nil)) {
		return
	}
	if err := cli.ReplaceFile(m.flags.sent, text, 0o600); err != nil {
		m.fail(fmt.Errorf("what was sent is not remembered: %w", err))
	}
}

// signalled is the number that shells add to that of the signal which ended a
// command.
const signalled = 128

// untilSignal returns a context that ends when elide is told to end, and what
// stops listening and returns the exit status: cli.OK if there was no signal. A
// summarizer has a process group of its own, and would live on.
func untilSignal() (ctx context.Context, stop func() int) {
	got := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) {
			signal.Notify(got, sig)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		select {
		case sig := <-got:
			signal.Stop(got) // a second one ends elide at once
			cancel(caught{sig})
		case <-ctx.Done():
		}
	}()
	return ctx, func() int {
		signal.Stop(got)
		cancel(nil)
		var c caught
		if !errors.As(context.Cause(ctx), &c) {
			return cli.OK
		}
		return c.status()
	}
}

// caught is a signal that came.
type caught struct{ os.Signal }

func (c caught) Error() string { return c.String() }

func (c caught) status() int {
	if number, ok := c.Signal.(syscall.Signal); ok {
		return signalled + int(number)
	}
	return cli.Failure
}
