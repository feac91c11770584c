package expand

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/marker"
)

// ToolName is the tool with which a model expands. Hosts put the name of its
// server before it.
const ToolName = "context_expand"

// ToolDescription tells a model what the tool is for. It is sent with every
// request, so each word counts.
const ToolDescription = "Show what a shortened output hides: " + marker.Example + " names the original, " + marker.ExampleGap + " lines of it. " +
	"Without range and pattern: all of it."

// ToolSchema is the JSON Schema of the tool's arguments.
const ToolSchema = toolProperties + `,"required":["ref"]}`

const toolProperties = `{"type":"object","properties":{` +
	`"ref":{"type":"string","description":"HASH"},` +
	`"range":{"type":"string","description":"12-80 or 12.300-4500, as in the gap"},` +
	`"pattern":{"type":"string","description":"only lines with this text, or /regexp/"},` +
	`"context":{"type":"integer","description":"lines around each match"},` +
	`"page":{"type":"string","description":"next page, as the last one names it"}` +
	`}`

// With the search of all originals, for who serves that too.
const (
	SearchDescription = ToolDescription + " With a pattern and no ref: which originals of this project have it."
	SearchSchema      = toolProperties + `}`
)

// Request is what a model asks for with the tool.
type Request struct {
	Ref     string
	Range   string // ranges, with commas between them
	Pattern string
	Context int
	Page    string
}

// ParseRequest reads a tool call's arguments, a JSON object. Models take
// liberties with them: a reference may be called hash, a number may stand for a
// text and the other way round, and what is not known is left out.
func ParseRequest(arguments []byte) (Request, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &given); err != nil {
		return Request{}, errors.New("the arguments are no JSON object")
	}
	pick := func(names ...string) string {
		for _, name := range names {
			if s := loose(given[name]); s != "" {
				return s
			}
		}
		return ""
	}
	r := Request{
		Ref:     pick("ref", "hash", "reference", "marker", "id"),
		Range:   pick("range", "ranges", "lines"),
		Pattern: pick("pattern", "grep"),
		Page:    pick("page", "next"),
	}
	if text := pick("context"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return Request{}, errors.New("context is a number of lines")
		}
		r.Context = n
	}
	return r, nil
}

// loose returns a text, a number as it is written, or the elements of a list
// of them with commas between.
func loose(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	var n json.Number
	if json.Unmarshal(value, &n) == nil {
		return n.String()
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		return ""
	}
	var parts []string
	for _, element := range list {
		if len(element) > 0 && element[0] != '[' {
			parts = append(parts, loose(element))
		}
	}
	return strings.Join(parts, ",")
}

// mostContext bounds how many lines are shown around each that matches.
const mostContext = 100

// Ask returns what the request means. The error says what is wrong with it, in
// words for the model.
func (r Request) Ask() (marker.Reference, Ask, error) {
	if strings.TrimSpace(r.Ref) == "" {
		return marker.Reference{}, Ask{}, errors.New("ref is missing: give the HASH of " + marker.Example)
	}
	ref, err := marker.ParseReference(r.Ref)
	if err != nil {
		return ref, Ask{}, fmt.Errorf("%w: give the HASH of %s, %d hexadecimal digits", err, marker.Example, marker.HashLen)
	}
	ask := Ask{From: r.Page, Context: min(r.Context, mostContext)}
	if ask.Ranges, err = parseRanges(r.Range); err != nil {
		return ref, ask, err
	}
	if r.Pattern != "" {
		if len(ask.Ranges) > 0 {
			return ref, ask, errors.New("pattern searches all of the original: leave range out")
		}
		p, err := keep.Parse(r.Pattern)
		if err != nil {
			return ref, ask, err
		}
		ask.Pattern = &p
	} else if len(ask.Ranges) == 0 && ref.Range != (marker.Range{}) {
		ask.Ranges = []marker.Range{ref.Range}
	}
	return ref, ask, nil
}

func parseRanges(text string) ([]marker.Range, error) {
	if r, err := marker.ParseRange(text); err == nil {
		return []marker.Range{r}, nil // also a gap with commas in it
	}
	var ranges []marker.Range
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		r, err := marker.ParseRange(field)
		if err != nil {
			return nil, fmt.Errorf("%w: write it as its gap, 12-80", err)
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}
