package steer

import (
	"slices"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// efforts are the names that providers have for efforts, the least first.
var efforts = []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}

// effort lowers the effort on a mechanical turn. It never raises one, and adds
// none to a request that names none: whether its model takes one, and which
// it has without, can't be told from the request, and the wrong one is an
// error or costs more. Gemini has budgets of tokens in its place.
//
// It has a price. Anthropic is seen to keep a cache for each effort, so that a
// conversation which goes back and forth between two has its prefix written
// to both: long runs of mechanical turns gain, single ones lose.
func (o Options) effort(r *wire.Request) []jsonspan.Edit {
	base := slices.Index(efforts, o.BaseEffort)
	if mechanical := slices.Index(efforts, o.MechanicalEffort); mechanical < 0 || mechanical >= base {
		return nil
	}
	at := effortOf(r)
	if !at.Is(o.BaseEffort) || !r.Mechanical() {
		return nil
	}
	return []jsonspan.Edit{at.Replace(jsonspan.AppendString(nil, []byte(o.MechanicalEffort)))}
}

// effortOf returns the effort that a request names, none if it names none.
func effortOf(r *wire.Request) jsonspan.Value {
	switch r.API {
	case wire.Messages, wire.CountTokens, wire.Invoke:
		return r.Body.Path("output_config", "effort")
	case wire.Chat:
		return r.Body.Get("reasoning_effort")
	case wire.Responses:
		return r.Body.Path("reasoning", "effort")
	}
	return jsonspan.Value{}
}
