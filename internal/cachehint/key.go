package cachehint

import (
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// cacheKey is the member by which OpenAI sends requests to the machine that
// has their beginning in its cache.
const cacheKey = "prompt_cache_key"

// cacheKeyOf returns the key of a request as JSON: a digest of its model, its
// system prompt and the names of its tools, in any order. All requests of a
// conversation have the same, and so have other conversations of that agent.
func cacheKeyOf(r *wire.Request) []byte {
	h := blake3.New()
	list := func(texts ...string) {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(texts))))
		for _, text := range texts {
			h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(text))))
			h.WriteString(text)
		}
	}
	list(r.Model)
	list(systemTexts(r)...)
	list(toolNames(r.Tools())...)
	return []byte(`"elide-` + hex.EncodeToString(h.Sum(nil)[:16]) + `"`)
}

func systemTexts(r *wire.Request) []string {
	var texts []string
	for _, text := range r.System() {
		texts = append(texts, text.Str())
	}
	return texts
}

func toolNames(tools jsonspan.Value) []string {
	var names []string
	for tool := range tools.Elements() {
		names = append(names, toolName(tool))
	}
	slices.Sort(names)
	return names
}
