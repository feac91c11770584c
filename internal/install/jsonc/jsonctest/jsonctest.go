// Package jsonctest makes JSON texts as people and programs write them: with
// comments, trailing commas, odd blanks, and any line ends.
package jsonctest

import (
	"strings"

	"pgregory.net/rapid"
)

// Text generates a text that holds an object. Some of its names are among those
// that are given.
func Text(names ...string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		w := &writer{t: t, names: append(names, "a", "b \"quoted\"", "ü", "")}
		w.end = rapid.SampledFrom([]string{"\n", "\n", "\r\n"}).Draw(t, "line end")
		w.plain = rapid.Bool().Draw(t, "plain")
		w.unit = rapid.SampledFrom([]string{"  ", "\t", "    ", ""}).Draw(t, "unit")
		mark := rapid.SampledFrom([]string{"", "", "\xef\xbb\xbf"}).Draw(t, "mark")
		w.blank(0)
		w.object(0)
		w.blank(0)
		text := w.text.String()
		if rapid.Bool().Draw(t, "no final line end") {
			text = strings.TrimSuffix(text, w.end)
		}
		return mark + text
	})
}

type writer struct {
	t     *rapid.T
	text  strings.Builder
	names []string
	end   string
	unit  string
	plain bool // no comments or trailing commas
}

func (w *writer) pick(n int) int { return rapid.IntRange(0, n-1).Draw(w.t, "pick") }

// blank writes blanks and comments, or nothing.
func (w *writer) blank(depth int) {
	kinds := 8
	if w.plain {
		kinds = 5
	}
	switch w.pick(kinds) {
	case 0, 1:
	case 2:
		w.text.WriteString(" ")
	case 3, 4:
		w.text.WriteString(w.end + strings.Repeat(w.unit, depth))
	case 5:
		w.text.WriteString("/* , } \" " + w.end + "*/")
	case 6:
		w.text.WriteString(" // https://x.y, [" + w.end + strings.Repeat(w.unit, depth))
	case 7:
		w.text.WriteString("//" + w.end)
	}
}

func (w *writer) value(depth int) {
	kinds := 7
	if depth > 3 {
		kinds = 5
	}
	switch w.pick(kinds) {
	case 0:
		w.text.WriteString("null")
	case 1:
		w.text.WriteString("-1.50e+3")
	case 2:
		w.text.WriteString("true")
	case 3:
		w.text.WriteString(`"a // \" \\ <b> é"`)
	case 4:
		w.text.WriteString(`""`)
	case 5:
		w.object(depth)
	case 6:
		w.array(depth)
	}
}

func (w *writer) object(depth int) {
	left := append([]string{}, w.names...)
	w.list("{", "}", depth, func() {
		i := w.pick(len(left))
		name := left[i]
		left = append(left[:i], left[i+1:]...)
		w.text.WriteString(`"` + strings.ReplaceAll(name, `"`, `\"`) + `"`)
		w.blank(depth)
		w.text.WriteString(":")
		w.blank(depth)
		w.value(depth + 1)
	})
}

func (w *writer) array(depth int) {
	w.list("[", "]", depth, func() { w.value(depth + 1) })
}

func (w *writer) list(open, closing string, depth int, item func()) {
	w.text.WriteString(open)
	n := w.pick(4)
	for i := range n {
		w.blank(depth + 1)
		item()
		w.blank(depth + 1)
		if i+1 < n || !w.plain && w.pick(3) == 0 {
			w.text.WriteString(",")
		}
	}
	w.blank(depth)
	w.text.WriteString(closing)
}
