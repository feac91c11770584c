package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
)

// own is a file that is elide's as a whole, unless others add to it.
type own struct {
	text  string
	sign  string   // in every version of it, and in no file of others
	event string   // of a plugin: what it asks elide for
	parts settings // of a file of hooks: what in it is elide's
}

var errForeign = errors.New("a file of this name is there already, and is not elide's")

func (o own) put(old []byte) (text []byte, notes []string, err error) {
	switch there := len(bytes.TrimSpace(old)) > 0; {
	case there && !o.holds(old):
		return nil, nil, errForeign
	case there && o.parts != nil:
		return o.parts.put(old)
	}
	return []byte(o.text), nil, nil
}

func (o own) take(now, before []byte) ([]byte, error) {
	if o.parts == nil {
		return before, nil
	}
	left, err := o.parts.take(now, nil)
	if left == nil && err == nil {
		left = before // blank, or not there
	}
	return left, err
}

func (o own) holds(text []byte) bool { return mentions(text, o.sign) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// ownJSON returns a file of hooks that is elide's own.
func ownJSON(host string, parts ...edit) own {
	text, _, err := settings(parts).put(nil)
	if err != nil {
		panic(err) // they are plain values
	}
	return own{text: string(text), sign: "' hook " + host + " ", parts: parts}
}

// pluginSign begins each plugin.
const pluginSign = "// Written by elide install; elide uninstall removes it."

// pluginPath begins the line of a plugin that names elide.
const pluginPath = "const elide = "

// plugin returns a plugin that is elide's own, with the path of elide in it.
func plugin(text, event string, programs Programs) own {
	path, _ := json.Marshal(programs.Elide) // a string of JSON is one of TypeScript
	return own{text: strings.Replace(text, pluginPath+`"ELIDE"`, pluginPath+string(path), 1), sign: pluginSign, event: event}
}
