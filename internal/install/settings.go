package install

import (
	"errors"
	"slices"

	"elide.example/elide/internal/install/jsonc"
)

// settings is a JSON file that others write too.
type settings []edit

// edit is one part of elide in such a file.
type edit interface {
	put(d *jsonc.Doc) (notes []string, err error)
	take(d, before *jsonc.Doc) error
	holds(d *jsonc.Doc) bool
	place() []string // the path that it stands at
}

// parse parses a text in which each part has one place.
func (s settings) parse(text []byte) (*jsonc.Doc, error) {
	d, err := jsonc.Parse(text)
	for _, e := range s {
		if err == nil {
			err = d.Twice(e.place()...)
		}
	}
	return d, err
}

// put puts all of elide's parts in. Where each is left out, since another
// program has its place, the file is not given a head either: nothing would tell
// later that it is elide's.
func (s settings) put(old []byte) (text []byte, notes []string, err error) {
	d, notes, err := s.putInto(old)
	if err == nil && !s.held(d) {
		headless := slices.DeleteFunc(slices.Clone(s), func(e edit) bool { _, is := e.(head); return is })
		d, notes, err = headless.putInto(old)
	}
	if err != nil {
		return nil, nil, err
	}
	return d.Bytes(), notes, nil
}

func (s settings) putInto(old []byte) (d *jsonc.Doc, notes []string, err error) {
	if d, err = s.parse(old); err != nil {
		return nil, nil, err
	}
	for _, e := range s {
		more, err := e.put(d)
		if err != nil {
			return nil, nil, err
		}
		notes = append(notes, more...)
	}
	return d, notes, nil
}

func (s settings) take(now, before []byte) ([]byte, error) {
	d, err := s.parse(now)
	if err != nil {
		return nil, err
	}
	was, err := jsonc.Parse(before)
	if err != nil {
		return nil, errors.New("its copy beside it does not parse: " + err.Error())
	}
	for i := len(s) - 1; i >= 0; i-- {
		if err := s[i].take(d, was); err != nil {
			return nil, err
		}
		for path := s[i].place(); ; path = path[:len(path)-1] {
			if err := d.Restore(was, path...); err != nil {
				return nil, err
			}
			if len(path) == 0 {
				break
			}
		}
	}
	switch {
	case before != nil && jsonc.Equal(d.Bytes(), before):
		return before, nil
	case before == nil && d.Empty():
		return nil, nil
	}
	return d.Bytes(), nil
}

func (s settings) holds(text []byte) bool {
	if !mentions(text, "elide") {
		return false
	}
	d, err := s.parse(text)
	if err != nil {
		return true // it may, and what it is nobody can tell
	}
	return s.held(d)
}

// held tells whether any part of elide is in the settings.
func (s settings) held(d *jsonc.Doc) bool {
	return slices.ContainsFunc(s, func(e edit) bool { return e.holds(d) })
}

// prune takes out what is empty on the way to a path, unless it was there
// before.
func prune(d, before *jsonc.Doc, path []string) error {
	for n := len(path); n > 0; n-- {
		var was any
		if !d.Empty(path[:n]...) || before.Get(&was, path[:n]...) {
			return nil
		}
		if err := d.Remove(path[:n]...); err != nil {
			return err
		}
	}
	return nil
}
