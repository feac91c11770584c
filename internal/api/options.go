package api

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/jsonspan"
)

// given are the options of a request by their names, as texts. Those that may stand
// there once have one.
type given map[string][]string

// fromQuery returns those in the query of a request's address.
func fromQuery(u *url.URL) (given, error) {
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, invalid("", errors.New("the query of the address can't be read"))
	}
	return given(values), nil
}

// fromObject adds the members of a JSON object, but for those that are named. Numbers
// and switches may stand there as such or as texts.
func (g given) fromObject(o jsonspan.Value, but ...string) error {
	for k, v := range o.Members() {
		name := k.Str()
		if slices.Contains(but, name) || v.Kind() == jsonspan.Null {
			continue
		}
		var values []string
		switch v.Kind() {
		case jsonspan.Array:
			for one := range v.Elements() {
				text, err := scalar(one)
				if err != nil {
					return invalid(name, fmt.Errorf("%s: %w", name, err))
				}
				values = append(values, text)
			}
		default:
			text, err := scalar(v)
			if err != nil {
				return invalid(name, fmt.Errorf("%s: %w", name, err))
			}
			values = []string{text}
		}
		g[name] = append(g[name], values...)
	}
	return nil
}

func scalar(v jsonspan.Value) (string, error) {
	switch v.Kind() {
	case jsonspan.String:
		text, whole := v.AppendText(nil)
		if !whole {
			return "", errHalf
		}
		return string(text), nil
	case jsonspan.Number, jsonspan.True, jsonspan.False:
		return string(v.Raw()), nil
	}
	return "", errors.New("must be a text, a number, true or false, or a list of texts")
}

var errHalf = errors.New("holds a half of a surrogate pair, for which no UTF-8 stands: give base64, or the bytes as they are")

// table says what each option does to a T.
type table[T any] map[string]func(to *T, values []string) error

// apply does what the options say. The error is a refusal that names the option.
func (t table[T]) apply(to *T, g given) error {
	for _, name := range slices.Sorted(maps.Keys(g)) {
		set := t[name]
		if set == nil {
			return invalid(name, cli.Unknown("option", name, slices.Sorted(maps.Keys(t))))
		}
		if err := set(to, g[name]); err != nil {
			return invalid(name, err)
		}
	}
	return nil
}

// one makes an option of what takes a text, once.
func one[T any](name string, set func(to *T, value string) error) func(*T, []string) error {
	return func(to *T, values []string) error {
		if len(values) != 1 {
			return fmt.Errorf("%s: it takes one value", name)
		}
		if err := set(to, values[0]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
}

// whole reads a number that is not negative, as the keys of the configuration that
// are flags of elide's too.
func whole(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("must be a whole number from 0 to %d", 1<<31-1)
	}
	return int(n), nil
}

func truth(text string) (bool, error) {
	if text != "true" && text != "false" {
		return false, errors.New("must be true or false")
	}
	return text == "true", nil
}

// number makes an option of what is a number of the configuration.
func number[T any](name, key string, of func(*T) *config.Config) func(*T, []string) error {
	return one(name, func(to *T, value string) error {
		n, err := whole(value)
		if err != nil {
			return err
		}
		return put(of(to), key, n)
	})
}

// text makes an option of what is a text of the configuration.
func text[T any](name, key string, of func(*T) *config.Config) func(*T, []string) error {
	return one(name, func(to *T, value string) error { return put(of(to), key, value) })
}

// put sets a key of the configuration. The error doesn't name it.
func put(cfg *config.Config, key string, value any) error {
	if err := cfg.Set(key, value, ""); err != nil {
		return errors.Unwrap(err)
	}
	return nil
}

// duration makes an option of the time for which originals are kept, as --ttl takes it.
func duration[T any](of func(*T) (cfg *config.Config, given *bool)) func(*T, []string) error {
	return one("ttl", func(to *T, value string) error {
		ttl, err := time.ParseDuration(value)
		if err != nil {
			return errors.New("must be a time such as 90s or 24h")
		}
		cfg, given := of(to)
		*given = true
		return put(cfg, "elision.ttl_ms", int(ttl.Milliseconds()))
	})
}

// keeps makes an option of the patterns of lines to keep.
func keeps[T any](of func(*T) *config.Config) func(*T, []string) error {
	return func(to *T, values []string) error {
		if err := put(of(to), "keep", values); err != nil {
			return fmt.Errorf("keep: %w", err)
		}
		return nil
	}
}
