package trial

import (
	"math"
	"time"

	"elide.example/elide/internal/interval"
)

// JSON is a Result for programs.
type JSON struct {
	Since        time.Time             `json:"since"`
	Until        time.Time             `json:"until"`
	Holdout      int                   `json:"holdout_conversations"`
	Elide        int                   `json:"elide_conversations"`
	OneIn        int                   `json:"one_in"`
	Verdict      Verdict               `json:"verdict"`
	SameModels   bool                  `json:"same_models"`
	Models       []jsonKind            `json:"models"`
	Figures      map[string]jsonFigure `json:"figures"`
	Needed       []jsonNeed            `json:"needed"`
	Notes        []string              `json:"notes"`
	SwitchedOff  int                   `json:"switched_off"`
	OutsideTrial jsonLeft              `json:"left_out"`
}

type jsonKind struct {
	Model    string `json:"model"`
	Holdout  int    `json:"holdout"`
	Elide    int    `json:"elide"`
	Compared bool   `json:"compared"`
}

type jsonFigure struct {
	Holdout jsonEstimate  `json:"holdout"`
	Elide   jsonEstimate  `json:"elide"`
	Change  *jsonEstimate `json:"change"` // null: of nothing
}

// jsonEstimate has no bounds where nothing can be told of them.
type jsonEstimate struct {
	Value float64  `json:"value"`
	Least *float64 `json:"least"`
	Most  *float64 `json:"most"`
}

type jsonNeed struct {
	Change  float64 `json:"change"`
	Holdout int     `json:"holdout"`
	Elide   int     `json:"elide"`
}

type jsonLeft struct {
	Nameless int `json:"requests_without_conversation"`
	Before   int `json:"not_at_the_same_time"`
	Moved    int `json:"of_several_groups"`
	Off      int `json:"off"`
	Observed int `json:"observed"`
	Silent   int `json:"without_usage"`
	Unpriced int `json:"without_price"`
	Models   int `json:"of_other_models"`
}

// JSON returns the result for programs; nil of none.
func (r *Result) JSON() *JSON {
	if r == nil {
		return nil
	}
	other, _ := r.uncompared()
	l := &r.Left
	out := &JSON{
		Since: r.Since.UTC(), Until: r.Until.UTC(), Holdout: r.Holdout, Elide: r.Elide, OneIn: r.OneIn, Verdict: r.Verdict, SameModels: !r.Mixed,
		Models: []jsonKind{}, Figures: map[string]jsonFigure{}, Needed: []jsonNeed{}, Notes: r.Notes(), SwitchedOff: l.Switched,
		OutsideTrial: jsonLeft{l.Nameless, l.Before, l.Moved, l.Off, l.Observed, l.Silent, l.Unpriced, other},
	}
	for _, k := range r.Kinds {
		out.Models = append(out.Models, jsonKind(k))
	}
	for _, f := range r.Figures {
		j := jsonFigure{Holdout: estimate(f.Holdout), Elide: estimate(f.Elide)}
		if f.Change.Value != 0 {
			change := estimate(f.Change)
			j.Change = &change
		}
		out.Figures[f.Name] = j
	}
	for _, n := range r.Needs {
		out.Needed = append(out.Needed, jsonNeed{rounded(n.Change), n.Holdout, n.Elide})
	}
	return out
}

func estimate(e interval.Estimate) jsonEstimate {
	out := jsonEstimate{Value: rounded(e.Value)}
	if e.Known {
		least, most := rounded(e.Least), rounded(e.Most)
		out.Least, out.Most = &least, &most
	}
	return out
}

// rounded leaves six digits behind the point, as dollars have them elsewhere. What is
// beyond all numbers is the greatest of them: JSON knows no more.
func rounded(v float64) float64 {
	const million = 1e6
	if math.IsInf(v, 0) || v > math.MaxFloat64/million {
		return math.MaxFloat64
	}
	return math.Round(v*million) / million
}
