package history

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/shape"
)

// recipe says how a reduced request becomes the original again. It is stored as
// an entry.
type recipe struct {
	Version  int    `json:"version"`
	Profile  string `json:"profile"`
	Reduced  string `json:"reduced"`  // digests: 64 hexadecimal digits
	Original string `json:"original"` //
	Bytes    int    `json:"bytes"`    // of the original
	Edits    []undo `json:"edits"`    // in the order of the reduced request
}

// undo puts the parts in the place of the bytes from Start to End of the reduced
// request.
type undo struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Parts []part `json:"parts"`
}

// part is a few bytes as they stood, or an entry: as it is, or as the inside of a
// JSON string.
type part struct {
	Raw    string `json:"raw,omitempty"`
	Entry  string `json:"entry,omitempty"` // digest
	String bool   `json:"string,omitempty"`
}

const recipeVersion = 1

// shortRaw is how long bytes may be that stand in a recipe. Longer ones that are
// in no entry get one.
const shortRaw = 256

// newRecipe returns what undoes the changes, and the originals that it needs
// beside those of the changes. The changes are in the order of the body.
func newRecipe(profile string, body, out []byte, made []change) (recipe, []original) {
	from, to := blake3.Sum256(out), blake3.Sum256(body)
	rec := recipe{
		Version: recipeVersion, Profile: profile, Bytes: len(body),
		Reduced: hex.EncodeToString(from[:]), Original: hex.EncodeToString(to[:]),
	}
	var more []original
	shift := 0
	for _, c := range made {
		parts, extra := partsOf(body[c.Start:c.End], c.originals)
		more = append(more, extra...)
		rec.Edits = append(rec.Edits, undo{c.Start + shift, c.Start + shift + len(c.New), parts})
		shift += len(c.New) - (c.End - c.Start)
	}
	return rec, more
}

// partsOf returns what bytes of the body are made of: the originals that stand in
// them, if they do as an encoder here would write them, and what is between.
func partsOf(was []byte, originals []original) ([]part, []original) {
	if len(originals) == 1 && bytes.Equal(originals[0].data, was) {
		return []part{{Entry: originals[0].prefix()}}, nil
	}
	var parts []part
	var more []original
	add := func(raw []byte) {
		if len(raw) <= shortRaw {
			parts = append(parts, part{Raw: string(raw)})
			return
		}
		o := newOriginal(raw, shape.Plain)
		parts, more = append(parts, part{Entry: o.prefix()}), append(more, o)
	}
	rest := was
	for _, o := range originals {
		inside := insideOf(o.data)
		at := bytes.Index(rest, inside)
		if at < 0 || len(inside) == 0 {
			continue
		}
		if at > 0 {
			add(rest[:at])
		}
		parts = append(parts, part{Entry: o.prefix(), String: true})
		rest = rest[at+len(inside):]
	}
	if len(rest) > 0 {
		add(rest)
	}
	return parts, more
}

// insideOf returns a text as it stands between the quotes of a JSON string.
func insideOf(text []byte) []byte {
	quoted := jsonspan.AppendString(nil, text)
	return quoted[1 : len(quoted)-1]
}

func (rec recipe) encode() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(rec)
	return out.Bytes(), err
}

var errRecipe = errors.New("what is stored for this request can't be read")

// decodeRecipe reads a recipe for a request with that digest.
func decodeRecipe(text []byte, reduced [32]byte) (recipe, error) {
	var rec recipe
	if err := json.Unmarshal(text, &rec); err != nil {
		return rec, errRecipe
	}
	if rec.Version != recipeVersion || rec.Reduced != hex.EncodeToString(reduced[:]) || rec.Bytes < 0 {
		return rec, errRecipe
	}
	return rec, nil
}

// undo returns the original of a reduced request. entry reads an entry of at most
// so many bytes.
func (rec recipe) undo(out []byte, entry func(digest string, most int) ([]byte, error)) ([]byte, error) {
	left := rec.Bytes
	var edits []jsonspan.Edit
	for _, u := range rec.Edits {
		var was []byte
		for _, p := range u.Parts {
			text, err := p.bytes(left, entry)
			if err != nil {
				return nil, err
			}
			was = append(was, text...)
			left -= len(text)
		}
		edits = append(edits, jsonspan.Edit{Start: u.Start, End: u.End, New: was})
	}
	body, ok := jsonspan.Splice(out, edits)
	if !ok {
		return nil, errRecipe
	}
	if got := blake3.Sum256(body); hex.EncodeToString(got[:]) != rec.Original {
		return nil, fmt.Errorf("%w: it gives another request than the one that was reduced", errRecipe)
	}
	return body, nil
}

// bytes returns a part, of at most so many bytes.
func (p part) bytes(most int, entry func(string, int) ([]byte, error)) ([]byte, error) {
	text := []byte(p.Raw)
	if p.Entry != "" {
		var err error
		if text, err = entry(p.Entry, most); err != nil {
			return nil, err
		}
	}
	if p.String {
		text = insideOf(text)
	}
	if len(text) > most {
		return nil, errRecipe
	}
	return text, nil
}
