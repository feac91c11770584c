//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"elide.example/elide/internal/ledger"
)

// rig runs tasks.
type rig struct {
	o      *options
	out    io.Writer // what is told while it runs
	dir    string    // of the state
	tasks  []*task
	agent  agent
	state  *state
	gauge  *gauge
	player *player // nil: there is a provider
	lock   *flock.Flock
	self   string // this program
	arms   map[string][]string
}

// upstreams are the providers' own addresses.
var upstreams = map[string]string{anthropic: "https://api.anthropic.com", openai: "https://api.openai.com"}

// scriptedModels are names that agents know, and that have a price.
var scriptedModels = map[string]string{anthropic: "claude-sonnet-4-5", openai: "gpt-5.5"}

var errLimit = errors.New("the cost limit is reached: what is left can be run with a higher -limit")

func newRig(o *options, tasks string, out io.Writer) (_ *rig, err error) {
	r := &rig{o: o, out: out}
	known := false
	if r.agent, known = agents()[o.agent]; !known {
		return nil, fmt.Errorf("no agent %q; there are %s", o.agent, strings.Join(agentNames(), ", "))
	}
	if o.provider == "" {
		o.provider = providerOf(r.agent, o.model)
	}
	prices, err := pricesOf(o.prices)
	if err != nil {
		return nil, err
	}
	if r.dir, err = filepath.Abs(o.out); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return nil, err
	}
	r.lock = flock.New(filepath.Join(r.dir, "lock"))
	if ok, err := r.lock.TryLock(); err != nil || !ok {
		return nil, errors.Join(fmt.Errorf("%s: another run is at it", r.dir), err)
	}
	defer func() {
		if err != nil {
			r.close()
		}
	}()
	if r.tasks, err = loadTasks(tasks, filepath.Join(r.dir, "tasks"), o.only); err != nil {
		return nil, err
	}
	if err := r.connect(prices); err != nil {
		return nil, err
	}
	return r, r.resume()
}

// connect finds the provider, or plays it.
func (r *rig) connect(prices *ledger.Prices) error {
	o := r.o
	var transport http.RoundTripper = http.DefaultTransport
	key := ""
	if o.scripted {
		r.player = &player{}
		transport, o.upstream = r.player, "http://played"
		if o.model == "" {
			o.model = scriptedModels[o.provider]
		}
	} else {
		key = os.Getenv(keyName(o.provider))
		switch {
		case o.model == "":
			return errors.New("-model is wanted")
		case key == "":
			return fmt.Errorf("%s is not set: it has the key; or say -scripted", keyName(o.provider))
		case o.limit <= 0:
			return errors.New("-limit is wanted: the dollars that all runs together may cost")
		}
		if _, _, _, _, ok := prices.Multiples(modelName(o.model), time.Now()); !ok {
			return fmt.Errorf("the price of %s isn't known, so that no limit can hold: name a file of -prices (docs/proxy.md)", o.model)
		}
		if o.upstream == "" {
			o.upstream = upstreams[o.provider]
		}
	}
	base, err := url.Parse(o.upstream)
	if err != nil {
		return err
	}
	r.gauge, err = newGauge(transport, base, key, prices)
	return err
}

// modelName is a model's without what an agent puts before it.
func modelName(model string) string { return model[strings.LastIndexByte(model, '/')+1:] }

// resume reads the state, and sees that it is one of the same measure.
func (r *rig) resume() (err error) {
	if r.self, err = os.Executable(); err != nil {
		return err
	}
	elide, err := exec.LookPath(r.o.elide)
	if err != nil {
		return err
	}
	if elide, err = filepath.Abs(elide); err != nil {
		return err
	}
	with, noted := r.second(elide)
	r.arms = map[string][]string{plainArm: nil, elideArm: with}
	version, err := exec.Command(elide, "version").Output()
	if err != nil {
		return fmt.Errorf("%s version: %w", elide, err)
	}
	c := config{Agent: r.o.agent, Model: r.o.model, Provider: r.o.provider, Upstream: r.o.upstream, With: noted,
		Elide: strings.TrimSpace(string(version)), Scripted: r.o.scripted, Tasks: map[string]string{}}
	for _, t := range r.tasks {
		if c.Tasks[t.name], err = t.digest(); err != nil {
			return err
		}
	}
	if r.state, err = readState(r.dir); err != nil {
		return err
	}
	return r.state.begin(c)
}

// second returns what the second arm is put behind, and how that is noted. Where elide's
// program stands is no part of it: scripts/ab/run builds it in another folder each time.
func (r *rig) second(elide string) (with, noted []string) {
	if r.o.with != "" {
		with = strings.Fields(r.o.with)
		return with, with
	}
	rest := []string{"proxy", "--quiet", "--stats", filepath.Join(r.at(), "kept", "elide.jsonl"), "--store", filepath.Join(r.at(), "store"), "--"}
	return append([]string{elide}, rest...), append([]string{"elide"}, rest...)
}

func (r *rig) close() {
	if r.gauge != nil {
		r.gauge.close()
	}
	_ = r.lock.Unlock() // it goes with the process
}

// at is where each run happens: the same place for both arms, so that no path differs.
func (r *rig) at() string { return filepath.Join(r.dir, "at") }

// run does what is not done yet.
func (r *rig) run(ctx context.Context) error {
	if err := r.check(ctx); err != nil {
		return err
	}
	for n := 1; n <= r.o.times; n++ {
		for i, t := range r.tasks {
			if r.state.Left[t.name] != "" {
				continue
			}
			arms := []string{plainArm, elideArm}
			if (n+i)%2 == 0 { // neither is always the first
				slices.Reverse(arms)
			}
			for _, arm := range arms {
				if r.state.has(t.name, arm, n) {
					continue
				}
				if err := r.one(ctx, t, arm, n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// check runs each task's test before anything is done: it must fail. Then the caches
// that all runs begin with are filled too.
func (r *rig) check(ctx context.Context) error {
	for _, t := range r.tasks {
		if r.state.Checked[t.name] {
			continue
		}
		delete(r.state.Left, t.name)
		why := ""
		if lacks := t.lacks(); lacks != "" {
			why = "there is no " + lacks
		} else if t.Image != "" && r.o.container == "" {
			why = "it has an image: say -container docker"
		} else if t.Image == "" { // a container's are taken as they are: their images are large
			w, err := r.place(ctx, t, r.warm())
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			passed, err := w.test(ctx, t)
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			if passed {
				why = "its test passes before anything is done"
			}
		}
		if why == "" {
			r.state.Checked[t.name] = true
		} else {
			r.state.Left[t.name] = why
			fmt.Fprintf(r.out, "%s: left out, %s\n", t.name, why)
		}
		if err := r.state.write(r.dir); err != nil {
			return err
		}
	}
	return nil
}

// one does a run, unless it could cost more than is left.
func (r *rig) one(ctx context.Context, t *task, arm string, n int) error {
	spent := r.state.cost()
	if r.o.limit > 0 && spent+r.state.next(t.name) > r.o.limit {
		return errLimit
	}
	if r.player != nil {
		if err := r.player.take(t); err != nil {
			return err
		}
	}
	w, err := r.place(ctx, t, "")
	if err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	defer w.remove()
	kept := filepath.Join(r.at(), "kept")
	if err := os.Mkdir(kept, 0o700); err != nil {
		return err
	}
	r.gauge.begin(kept, spent, r.o.limit)
	began := time.Now()
	exit, ended := w.agent(ctx, r, t, arm, kept)
	got := run{Task: t.name, Arm: arm, N: n, Seconds: time.Since(began).Seconds(), Exit: exit}
	c := r.gauge.end()
	got.Steps, got.Tokens, got.Cost, got.Unpriced = c.steps, c.tokens, c.cost, c.unpriced
	if ctx.Err() != nil { // what was cut is no run, but what it cost is
		got.Void = "it was interrupted"
		r.state.Runs = append(r.state.Runs, got)
		return errors.Join(ctx.Err(), r.state.write(r.dir))
	}
	got.Void = void(&c, ended)
	if err := w.diff(ctx, kept); err != nil {
		return err
	}
	if got.Solved, err = w.test(ctx, t); err != nil {
		return err
	}
	talk, err := readTalk(kept)
	if err != nil {
		return err
	}
	got.Expansions = talk.expansions()
	if err := r.keep(kept, &got); err != nil {
		return err
	}
	r.state.Runs = append(r.state.Runs, got)
	if err := r.state.write(r.dir); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "%s %d %s: %s\n", t.name, n, arm, got.told())
	if c.refused {
		return errLimit
	}
	return nil
}

// void says why a run doesn't count, "" if it does. An agent that fails by itself
// counts: it has not solved its task.
func void(c *counted, started error) string {
	switch {
	case started != nil:
		return "the agent could not be started: " + started.Error()
	case c.refused:
		return "the cost limit was reached in it"
	case c.problem != nil:
		return c.problem.Error()
	case c.steps == 0:
		return "the model gave no answer"
	}
	return ""
}

// keep puts what is kept of a run in its place, before the state says that it is there.
func (r *rig) keep(kept string, got *run) error {
	to := runFolder(r.dir, got)
	if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.RemoveAll(to)); err != nil {
		return err
	}
	return os.Rename(kept, to)
}

func runFolder(dir string, got *run) string {
	return filepath.Join(dir, "runs", got.Task, fmt.Sprintf("%d-%s", got.N, got.Arm))
}

func (r *run) told() string {
	what := "not solved"
	if r.Solved {
		what = "solved"
	}
	if r.Void != "" {
		what = "void, " + r.Void
	}
	return fmt.Sprintf("%s, %d steps, %.1f s, %d tokens, $%.4f", what, r.Steps, r.Seconds, r.Tokens.all(), r.Cost)
}
