package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/prompt"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/spool"
	"elide.example/elide/internal/store"
)

func newPrompt(a *app) *command {
	f := &flags{views: "all"}
	return &command{
		name:  "prompt",
		args:  "[FLAG]...",
		short: "reduce the outputs that a prompt quotes",
		long: `elide prompt reads a prompt in Markdown from standard input and reduces what
stands in its fenced blocks; all else stays byte for byte. The words behind a fence
say what printed the block, or what it is: ` + "```go test, ```diff" + `. A block that stood
above, byte for byte, becomes a reference to it. It is for scripts that start agents.

With --max-bytes the input is no Markdown but one log, such as that of a failed
check: of a longer one, the most useful lines are shown within that many bytes.
Switched off, elide shows the last lines that fit.

Exit status: 0, also when the input passes through as it is; 1 if standard
output could not be written or the input not be read to its end, or with --strict
if something failed; 2 for a mistake in the call or the configuration.`,
		example: `  elide prompt <task.md | claude -p
  make check 2>&1 | elide prompt --max-bytes 2000`,
		flags: func(set *flag.FlagSet) {
			f.set = set
			set.IntVar(&f.maxBytes, "max-bytes", 0, "the input is a log: show at most this many `bytes` of it; 0: verify_max_bytes\n"+blank+"of the configuration")
			set.Func("keep", "keep lines that match this `pattern`: text in any case, or /regexp/; repeatable", f.addKeep)
			set.StringVar(&f.query, "query", "", "prefer lines that speak of this `text`")
			set.IntVar(&f.minBytes, "min-bytes", 0, "leave blocks below this many `bytes` as they are (default 2048)")
			set.DurationVar(&f.ttl, "ttl", 0, fmt.Sprintf("keep the originals for this `time`, as 90m or 48h (default %.0fh, a week)", store.SessionTTL.Hours()))
			set.StringVar(&f.store, "store", "", "keep the originals in this `folder`")
			set.Var(&f.enabled, "enabled", "=on or =`off`: reduce, or pass everything through")
			set.BoolVar(&f.strict, "strict", false, "end with status 1 if something failed and was passed through")
		},
		run: func([]string) error { return a.prompt(f) },
	}
}

// prompt reduces the prompt, or the log, on standard input.
func (a *app) prompt(f *flags) error {
	j, err := a.newJob(f)
	if err != nil {
		return err
	}
	defer j.end()
	if !f.given("ttl") { // an agent's session begins
		j.opt.TTL = max(j.opt.TTL, store.SessionTTL)
	}
	if !j.off {
		a.sayWaiting()
	}
	if f.given("max-bytes") {
		return j.log(f.maxBytes)
	}
	if j.off {
		return j.copy(a.in)
	}
	return j.markdown()
}

// markdown reduces the blocks of the prompt.
func (j *job) markdown() error {
	var held spool.Spool
	defer held.Close()
	if _, err := held.ReadFrom(j.app.in); err != nil {
		return j.unspooled(&held, err)
	}
	text, all := held.Bytes()
	if !all {
		j.fail(fmt.Errorf("not reduced: a prompt of more than %d bytes", spool.MemoryBytes))
		_, err := held.WriteTo(j.app.out)
		return unwritten(err)
	}
	out, blocks, err := prompt.Reduce(context.Background(), text, j.opt, j.store)
	if err != nil {
		j.fail(fmt.Errorf("not reduced: %w", err))
	}
	if _, err := j.app.out.Write(out); err != nil {
		return unwritten(err)
	}
	for _, b := range blocks {
		j.note(setup.Event(audit.Prompt, b.Command, b.Result))
	}
	return nil
}

// unspooled prints an input that could not be held.
func (j *job) unspooled(held *spool.Spool, err error) error {
	return j.reduce(held, j.app.in, err, report.Report{})
}

// log prints what fits of a log into most bytes; 0 stands for the configuration's
// bound. That holds too where the log could not be held.
func (j *job) log(most int) error {
	if most == 0 {
		most = config.Default().VerifyMaxBytes
		if j.cfg != nil {
			most = j.cfg.VerifyMaxBytes
		}
	}
	var held spool.Spool
	defer held.Close()
	var text []byte
	var err error
	if j.app.lack == nil {
		_, err = held.ReadFrom(j.app.in)
	}
	var spill *spool.SpillError
	switch {
	case j.app.lack != nil:
		text = j.lastOf(&held, min(most, spool.MemoryBytes))
	case err == nil:
		text = j.useful(&held, most)
	case errors.As(err, &spill):
		j.fail(fmt.Errorf("not reduced: %w", err))
		text = j.lastOf(&held, min(most, spool.MemoryBytes))
	default:
		j.unread(err)
	}
	if text == nil {
		if text, err = prompt.Tail(&held, most); err != nil {
			return err
		}
	}
	_, err = j.app.out.Write(text)
	return unwritten(err)
}

// lastOf reads on a log of which no more can be held, and returns its tail.
func (j *job) lastOf(held *spool.Spool, most int) []byte {
	end := prompt.End{Most: most}
	if err := held.PassThrough(&end, j.app.in); err != nil {
		j.unread(err)
	}
	return end.Tail()
}

// useful returns the lines of a log that are of most use within the bound, nil if
// that is for its tail: elide is off, all of it fits, or it can't be reduced so far.
func (j *job) useful(held *spool.Spool, most int) []byte {
	if j.off || held.Size() <= int64(most) {
		return nil
	}
	opt := j.opt
	opt.MaxBytes = most
	res, err := pipeline.Reduce(context.Background(), held, opt, j.store)
	if err != nil {
		j.fail(fmt.Errorf("not reduced: %w", err))
	}
	if !res.Reduced || len(res.Text) > most {
		return nil
	}
	j.note(setup.Event(audit.Prompt, "", res))
	return res.Text
}
