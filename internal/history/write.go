package history

import (
	"fmt"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/digest"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
)

// write returns what a message says that stands for a stretch: the digest, or what
// the user's summarizer makes of it. What was written once for a stretch is
// written again as long as the store holds it, whatever a summarizer would say
// this time.
func (r *request) write(first, end int, opt digest.Options) ([]byte, error) {
	d := digest.Of(r.t, first, end, opt)
	if r.set.Summarizer == "" {
		return d.Append(nil), nil
	}
	prompt := digest.Prompt(r.t, first, end, opt)
	key := blake3.Sum256(fmt.Appendf(nil, "summary\x00%s\x00%s", r.set.Summarizer, prompt))
	if text, ok := r.h.written(key); ok {
		return text, r.h.remember(r, key, text)
	}
	text, err := r.summarized(d, prompt)
	if err != nil {
		if r.set.OnFailure == KeepOriginal || r.ctx.Err() != nil {
			return nil, err
		}
		r.warn(err.Error() + "; the digest takes its place")
		text = d.Append(nil)
	}
	return text, r.h.remember(r, key, text)
}

// summarized lets the summarizer write.
func (r *request) summarized(d digest.Digest, prompt []byte) ([]byte, error) {
	limits := digest.Limits{Timeout: r.set.SummarizerTimeout, MaxBytes: r.set.SummarizerBytes}
	text, err := digest.Run(r.ctx, r.set.Summarizer, prompt, limits)
	if err != nil {
		return nil, err
	}
	return d.Fill(nil, text)
}

// written returns what was written before under a key.
func (h *History) written(key [32]byte) ([]byte, bool) {
	hash, err := h.cfg.Store.Request(key)
	if err != nil || hash == "" {
		return nil, false
	}
	text, err := h.entry(hash, h.set.MaxBodyBytes)
	return text, err == nil
}

// remember keeps what was written, or renews it.
func (h *History) remember(r *request, key [32]byte, text []byte) error {
	o := newOriginal(text, shape.Prose)
	if err := h.put(r.ctx, o); err != nil {
		return err
	}
	return h.cfg.Store.RememberRequest(key, marker.Hash(o.digest))
}
