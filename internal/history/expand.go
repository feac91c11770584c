package history

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/marker"
)

// ErrUnknown says that a body is none that was reduced here: bytes of it were
// changed since, or it is so long ago that it was forgotten.
var ErrUnknown = errors.New("no request with these bytes was reduced into this store")

// Expand returns the request that was reduced to body, byte for byte. A body
// without markers is what it is, and comes back. Errors are ErrUnknown and those
// of the store, such as that an entry has expired.
func (h *History) Expand(ctx context.Context, body []byte) ([]byte, error) {
	if len(body) > h.set.MaxBodyBytes {
		return nil, fmt.Errorf("%w: %d bytes, the most is %d", ErrTooLarge, len(body), h.set.MaxBodyBytes)
	}
	digest := blake3.Sum256(body)
	hash, err := h.cfg.Store.Request(digest)
	if err != nil {
		return nil, err
	}
	if hash == "" {
		if len(marker.Find(body)) > 0 {
			return nil, ErrUnknown
		}
		return body, nil
	}
	text, err := h.entry(hash, h.set.MaxBodyBytes)
	if err != nil {
		return nil, err
	}
	rec, err := decodeRecipe(text, digest)
	if err != nil {
		return nil, err
	}
	if rec.Bytes > h.set.MaxBodyBytes {
		return nil, ErrTooLarge
	}
	return rec.undo(body, func(digest string, most int) ([]byte, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return h.entry(digest, most)
	})
}

// entry reads an original of at most so many bytes from the store.
func (h *History) entry(prefix string, most int) ([]byte, error) {
	x, err := h.cfg.Store.Expand(prefix)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	if x.Size() > int64(most) {
		return nil, errRecipe
	}
	return io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
}
