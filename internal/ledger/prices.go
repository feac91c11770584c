package ledger

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"elide.example/elide/internal/jsonlines"
)

// builtin is the price table that comes with the program. Its own head says
// from where and from when its prices are.
//
//go:embed prices.toml
var builtin []byte

// Prices is a price table. It is safe for concurrent use.
type Prices struct {
	Date    string   // from when the prices are, as 2006-01-02; of both tables if one is over another
	Sources []string // from where
	models  []model
}

// Rates are prices in US dollars for a million tokens.
type Rates struct {
	Input        float64  `toml:"input"`
	Output       float64  `toml:"output"`
	CacheRead    *float64 `toml:"cache_read"`     // nil: Input
	CacheWrite   *float64 `toml:"cache_write"`    // nil: Input
	CacheWrite1h *float64 `toml:"cache_write_1h"` // nil: CacheWrite
}

// model is the price of the models that have one of the names.
type model struct {
	Names []string        `toml:"names"` // in them, * stands for any text
	From  *toml.LocalDate `toml:"from"`  // the first day that it holds; nil: always
	Rates
	Above int    `toml:"above"` // a prompt of more tokens costs Long in all
	Long  *Rates `toml:"long"`
}

// table is a file of prices.
type table struct {
	Date    toml.LocalDate `toml:"date"`
	Sources []string       `toml:"sources"`
	Models  []model        `toml:"model"`
}

// BuiltinPrices returns the price table that comes with the program.
func BuiltinPrices() *Prices {
	p, err := parsePrices(builtin)
	if err != nil {
		panic(err) // a test holds that it does not happen
	}
	return p
}

// parsePrices reads a price table. The error says what is wrong, with its line.
func parsePrices(data []byte) (*Prices, error) {
	var t table
	dec := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields()
	if err := dec.Decode(&t); err != nil {
		return nil, plainly(err)
	}
	if t.Date == (toml.LocalDate{}) {
		return nil, errors.New("a price table needs its date")
	}
	for i := range t.Models {
		if err := t.Models[i].check(); err != nil {
			return nil, fmt.Errorf("model %d, %q: %w", i+1, t.Models[i].Names, err)
		}
	}
	for i, source := range t.Sources {
		t.Sources[i] = jsonlines.Plain(source)
	}
	return &Prices{Date: t.Date.String(), Sources: t.Sources, models: t.Models}, nil
}

// plainly names the place of a mistake in a file of prices.
func plainly(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, _ := strict.Errors[0].Position()
		return fmt.Errorf("line %d: unknown key %q", row, strings.Join(strict.Errors[0].Key(), "."))
	}
	var syntax *toml.DecodeError
	if errors.As(err, &syntax) {
		row, _ := syntax.Position()
		return fmt.Errorf("line %d: %w", row, err)
	}
	return err
}

func (m *model) check() error {
	if len(m.Names) == 0 {
		return errors.New("it needs names")
	}
	for _, name := range m.Names {
		if _, err := path.Match(name, ""); err != nil {
			return fmt.Errorf("%q is no pattern", name)
		}
	}
	if (m.Long == nil) != (m.Above <= 0) {
		return errors.New("above and long need each other")
	}
	if m.Long != nil && !m.Long.valid() || !m.valid() {
		return errors.New("a price is not a number of dollars")
	}
	return nil
}

func (r *Rates) valid() bool {
	for _, v := range []float64{r.Input, r.Output, r.read(), r.write(), r.write1h()} {
		if !(v >= 0) || math.IsInf(v, 1) {
			return false
		}
	}
	return true
}

func (r *Rates) read() float64 { return either(r.CacheRead, r.Input) }

func (r *Rates) write() float64 { return either(r.CacheWrite, r.Input) }

func (r *Rates) write1h() float64 { return either(r.CacheWrite1h, r.write()) }

func either(v *float64, otherwise float64) float64 {
	if v != nil {
		return *v
	}
	return otherwise
}

// Over returns a table in which the models of p go over those of base.
func (p *Prices) Over(base *Prices) *Prices {
	both := *p
	both.Date += " over " + base.Date
	both.Sources = append(append([]string(nil), p.Sources...), base.Sources...)
	both.models = append(append([]model(nil), p.models...), base.models...)
	return &both
}

// rates returns the prices of a model for a prompt of that many tokens on a
// day, nil if the table does not have the model.
func (p *Prices) rates(name string, day time.Time, prompt int) *Rates {
	m := p.find(name, toml.LocalDate{Year: day.Year(), Month: int(day.Month()), Day: day.Day()})
	switch {
	case m == nil:
		return nil
	case m.Long != nil && prompt > m.Above:
		return m.Long
	}
	return &m.Rates
}

// find returns the first model that fits and holds on that day. What holds
// from a later day stands before what it follows.
func (p *Prices) find(name string, day toml.LocalDate) *model {
	name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	plain := plainModel(name)
	for i := range p.models {
		m := &p.models[i]
		if (m.From == nil || !before(day, *m.From)) && (m.is(name) || m.is(plain)) {
			return m
		}
	}
	return nil
}

func (m *model) is(name string) bool {
	return slices.ContainsFunc(m.Names, func(pattern string) bool {
		ok, _ := path.Match(pattern, name)
		return ok
	})
}

func before(a, b toml.LocalDate) bool {
	return a.AsTime(time.UTC).Before(b.AsTime(time.UTC))
}

// plainModel returns a model's name without what stands behind it and does not
// change its price: the date or snapshot, the length of the window.
func plainModel(name string) string {
	if at := strings.IndexAny(name, "[@:"); at >= 0 {
		name = name[:at]
	}
	for {
		short := withoutSnapshot(name)
		if short == name {
			return name
		}
		name = short
	}
}

// withoutSnapshot removes a last part that says only which snapshot it is: a
// date, in one part or its own three, a number of three digits, or a word.
func withoutSnapshot(name string) string {
	for _, tail := range []string{"-latest", "-preview"} {
		if short, ok := strings.CutSuffix(name, tail); ok {
			return short
		}
	}
	for _, layout := range []string{"-20060102", "-2006-01-02", "-01-2006"} {
		if at := len(name) - len(layout); at > 0 {
			if _, err := time.Parse(layout, name[at:]); err == nil {
				return name[:at]
			}
		}
	}
	if at := len(name) - len("-001"); at > 0 && name[at] == '-' && isNumber(name[at+1:]) {
		return name[:at]
	}
	return name
}

func isNumber(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// ReadPrices returns the built-in prices, with those of a file over them, if
// it has a name.
func ReadPrices(name string) (*Prices, error) {
	if name == "" {
		return BuiltinPrices(), nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	own, err := parsePrices(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return own.Over(BuiltinPrices()), nil
}
