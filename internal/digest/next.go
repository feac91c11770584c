package digest

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// announcedMost is how many sentences of a text are taken as its plans.
const announcedMost = 4

// next returns what is still to be done: the open points of the last plan that a
// tool was given, and what the last text of the assistant announces.
func (s *stretch) next() []Line {
	out := s.planned()
	for i := len(s.said) - 1; i >= 0; i-- {
		if s.said[i].user {
			continue
		}
		if lines := announced(s.said[i]); len(lines) > 0 {
			return append(out, lines...)
		}
	}
	return out
}

func announced(said saying) []Line {
	var out []Line
	sentences(said.text, func(text string) {
		if weight := strongest(announcing[:], text); weight > 0 {
			out = append(out, Line{Text: text, From: Ref{Message: said.at}, score: weight})
		}
	})
	if n := len(out) - announcedMost; n > 0 {
		out = out[n:]
	}
	return out
}

// planned returns the open points of the last plan.
func (s *stretch) planned() []Line {
	for i := len(s.calls) - 1; i >= 0; i-- {
		if a := s.calls[i]; a.isPlan() {
			return a.openPoints()
		}
	}
	return nil
}

// isPlan tells whether the call writes down a plan, as the usual agents' tools do:
// TodoWrite, update_plan, write_todos, manage_todo_list.
func (a *action) isPlan() bool {
	name := strings.ToLower(a.name)
	return strings.Contains(name, "todo") && !strings.Contains(name, "read") || strings.HasSuffix(name, "update_plan")
}

func (a *action) openPoints() []Line {
	doc, err := jsonspan.Parse(a.input)
	if err != nil {
		return nil
	}
	var out []Line
	for _, list := range doc.Root().Members() {
		for point := range list.Elements() {
			status := point.Get("status").Str()
			text := firstOf(point, "content", "step", "description", "title", "text")
			if text == "" || status == "completed" || status == "cancelled" || status == "done" {
				continue
			}
			if status != "" {
				text = strings.ReplaceAll(status, "_", " ") + ": " + text
			}
			out = append(out, Line{Text: extract(text, sentenceMost), From: Ref{Message: a.at}, score: 8})
		}
	}
	return out
}

// firstOf returns the first of these members that is a string which isn't empty.
func firstOf(v jsonspan.Value, keys ...string) string {
	for _, key := range keys {
		if text := v.Get(key).Str(); text != "" {
			return text
		}
	}
	return ""
}
