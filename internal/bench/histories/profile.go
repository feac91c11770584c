package histories

import (
	"context"
	"io"

	"elide.example/elide/internal/history"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
)

// Profile returns the way of one of elide's profiles. open gives each conversation
// a store of its own.
func Profile(settings history.Settings, open func() (*store.Store, error)) Way {
	return profileWay(settings.Profile, settings, open, false)
}

// Frozen returns the way of the profile live-zone with a digest file: it is told
// with each request what was sent before.
func Frozen(settings history.Settings, open func() (*store.Store, error)) Way {
	settings.Profile = history.LiveZone
	return profileWay("frozen-zone", settings, open, true)
}

func profileWay(name string, settings history.Settings, open func() (*store.Store, error), told bool) Way {
	return Way{Name: name, Start: func() (Session, error) {
		st, err := open()
		if err != nil {
			return Session{}, err
		}
		p := &profile{settings: settings, store: st, told: told}
		return Session{Send: p.send, Restore: p.restore, Original: p.original}, nil
	}}
}

type profile struct {
	settings history.Settings
	store    *store.Store
	told     bool // what was sent before
	sent     history.Sent
}

func (p *profile) send(ctx context.Context, body []byte, _ int) ([]byte, []string, error) {
	h, err := p.history()
	if err != nil {
		return nil, nil, err
	}
	out, rep, err := h.Reduce(ctx, body)
	if err != nil {
		return nil, nil, err
	}
	if p.told {
		p.sent = rep.Sent
	}
	return out, rep.Fired, nil
}

func (p *profile) history() (*history.History, error) {
	set := p.settings
	set.Sent = p.sent
	return history.New(history.Config{Store: p.store, Settings: set, Rewrite: rewrite.Config{References: true}})
}

func (p *profile) restore(ctx context.Context, out []byte) ([]byte, error) {
	h, err := p.history()
	if err != nil {
		return nil, err
	}
	return h.Expand(ctx, out)
}

func (p *profile) original(hash string) ([]byte, error) {
	x, err := p.store.Expand(hash)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	return io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
}
