package transcript

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// isOpencode tells the file of a session of opencode, whose messages stand in files
// of their own, and a session as opencode exports it.
func isOpencode(v jsonspan.Value) bool {
	return isOpencodeSession(v) || strings.HasPrefix(v.Path("info", "id").Str(), "ses_") && v.Get("messages").Exists()
}

func isOpencodeSession(v jsonspan.Value) bool {
	return strings.HasPrefix(v.Get("id").Str(), "ses_") && v.Get("time").Kind() == jsonspan.Object && v.Get("directory").Exists()
}

// readOpencode reads an exported session.
func readOpencode(root jsonspan.Value) ([]*Conversation, error) {
	r := opencode{b: newBuilder("opencode")}
	r.b.c.ID = root.Path("info", "id").Str()
	r.b.at(timeOf(root.Path("info", "time", "created")))
	number := 0
	for m := range root.Get("messages").Elements() {
		number++
		r.message(m.Get("info"), m.Get("parts").Elements(), number)
	}
	return r.b.end()
}

// readOpencodeSession reads the session of a file, and the files of its messages.
func readOpencodeSession(path string, root jsonspan.Value) ([]*Conversation, int, error) {
	id := root.Get("id").Str()
	storage := filepath.Dir(filepath.Dir(filepath.Dir(path)))
	if strings.ContainsAny(id, `/\.`) {
		return nil, 0, ErrUnknown
	}
	r := opencode{b: newBuilder("opencode")}
	r.b.c.ID = id
	r.b.at(timeOf(root.Path("time", "created")))
	f := files{}
	number := 0
	for _, m := range f.values(filepath.Join(storage, "message", id)) {
		number++
		name := m.Get("id").Str()
		if strings.ContainsAny(name, `/\.`) {
			f.unread++
			continue
		}
		parts := f.values(filepath.Join(storage, "part", name))
		r.message(m, slices.Values(parts), number)
		if f.size > mostFile {
			return nil, 0, ErrLarge
		}
	}
	list, err := r.b.end()
	return list, f.unread, err
}

// files reads values that stand in files of their own.
type files struct{ size, unread int }

// values returns those of a folder in the order of their names, which is that of time.
func (f *files) values(folder string) (list []jsonspan.Value) {
	names, _ := os.ReadDir(folder)
	for _, d := range names {
		if filepath.Ext(d.Name()) != ".json" || f.size > mostFile {
			continue
		}
		data, err := contents(filepath.Join(folder, d.Name()))
		f.size += len(data)
		doc, wrong := jsonspan.Parse(data)
		if err != nil || wrong != nil {
			f.unread++
			continue
		}
		list = append(list, doc.Root())
	}
	return list
}

// opencode reads messages with their parts. A message of the model's may hold several
// steps, each of which was a request.
type opencode struct{ b *builder }

func (r *opencode) message(info jsonspan.Value, parts func(func(jsonspan.Value) bool), number int) {
	r.b.at(timeOf(info.Path("time", "created")))
	if !info.Get("role").Is("assistant") {
		for part := range parts {
			if part.Get("type").Is("text") && !isTrue(part.Get("ignored")) {
				r.b.user(part.Get("text").Str(), number)
			}
		}
		return
	}
	r.b.model(info.Get("modelID").Str())
	if isTrue(info.Get("summary")) { // of a compaction: what follows is a new conversation
		r.b.next()
		for part := range parts {
			if part.Get("type").Is("text") {
				r.b.user(part.Get("text").Str(), number)
			}
		}
		return
	}
	var s opencodeStep
	for part := range parts {
		switch kind := part.Get("type"); {
		case kind.Is("step-start"):
			s.flush(r.b, number)
		case kind.Is("text"):
			s.texts = append(s.texts, part.Get("text").Str())
		case kind.Is("tool"):
			s.tool(part, number)
		}
	}
	s.flush(r.b, number)
}

// opencodeStep is a request: what the model said and called, and what that gave.
type opencodeStep struct {
	texts   []string
	calls   []Call
	results []Result
}

func (s *opencodeStep) tool(part jsonspan.Value, number int) {
	id, state := part.Get("callID").Str(), part.Get("state")
	s.calls = append(s.calls, Call{ID: id, Name: part.Get("tool").Str(), Args: state.Get("input")})
	switch status := state.Get("status"); {
	case status.Is("completed"):
		s.results = append(s.results, Result{ID: id, Text: state.Get("output").Str(), Line: number})
	case status.Is("error"):
		s.results = append(s.results, Result{ID: id, Text: state.Get("error").Str(), Error: true, Line: number})
	}
}

func (s *opencodeStep) flush(b *builder, number int) {
	b.answer(false, strings.Join(s.texts, "\n"), s.calls, number)
	for _, r := range s.results {
		b.result(r)
	}
	*s = opencodeStep{}
}

// inNumbers sorts names of files by the first number in them, and then by the rest.
func inNumbers(names []string) {
	number := func(name string) string {
		digits := strings.FieldsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
		if len(digits) == 0 {
			return ""
		}
		return strings.TrimLeft(digits[0], "0")
	}
	slices.SortFunc(names, func(a, b string) int {
		x, y := number(a), number(b)
		return cmp.Or(len(x)-len(y), strings.Compare(x, y), strings.Compare(a, b))
	})
}
