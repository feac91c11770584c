package transcript

import (
	"bytes"
	"io"
	"os"

	"elide.example/elide/internal/jsonspan"
)

// form is a form of transcript: how it is told, and read. A form of lines has what
// reads each line, one of whole files what reads the file.
type form struct {
	name  string
	is    func(jsonspan.Value) bool // of the file, or of one of its first lines
	whole func(jsonspan.Value) ([]*Conversation, error)
	lines func() lineReader
}

// lineReader reads a file of lines.
type lineReader interface {
	line(v jsonspan.Value, number int)
	end() ([]*Conversation, error)
}

// forms returns the known ones. What tells one apart from all others comes first.
func forms() []form {
	return []form{
		{name: "neutral", is: isNeutral, whole: readNeutral},
		{name: "claude", is: isClaude, lines: newClaude},
		{name: "codex", is: isCodex, lines: newCodex},
		{name: "pi", is: isPi, lines: newPi},
		{name: "copilot", is: isCopilot, lines: newCopilot},
		{name: "gemini", is: isGemini, lines: newGemini, whole: readGemini},
		{name: "gemini stream", is: isGeminiStream, lines: newGeminiStream},
		{name: "opencode", is: isOpencode, whole: readOpencode},
		{name: "swe-agent", is: isSWE, whole: readSWE},
		{name: "mini-swe-agent", is: isMini, whole: readMini},
		{name: "openhands", is: isOpenHands, whole: readOpenHands},
		{name: "chat", is: isChat, whole: readAnyChat},
	}
}

// firstOf returns the first element of an array.
func firstOf(v jsonspan.Value) jsonspan.Value {
	for e := range v.Elements() {
		return e
	}
	return jsonspan.Value{}
}

// Read reads a file. unread is how many of its lines could not be read.
func Read(path string) (list []*Conversation, unread int, err error) {
	if isEvents(path) {
		list, unread, err = readEvents(path)
	} else {
		list, unread, err = readFile(path)
	}
	for _, c := range list {
		c.Path = path
	}
	return list, unread, err
}

func readFile(path string) ([]*Conversation, int, error) {
	data, err := contents(path)
	if err != nil {
		return nil, 0, err
	}
	return parse(path, data)
}

// contents reads a file that is not too large.
func contents(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, ErrUnknown
	}
	data, err := io.ReadAll(io.LimitReader(f, mostFile+1))
	switch {
	case err != nil:
		return nil, ErrBroken
	case len(data) > mostFile:
		return nil, ErrLarge
	}
	return data, nil
}

// parse reads what stands in a file.
func parse(path string, data []byte) ([]*Conversation, int, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	start := bytes.TrimLeft(data, " \t\r\n")
	switch {
	case len(start) == 0:
		return nil, 0, ErrEmpty
	case start[0] != '{' && start[0] != '[':
		return nil, 0, ErrUnknown
	}
	if _, ok := lineOf(start); ok && bytes.ContainsRune(bytes.TrimSpace(start), '\n') {
		if f := formOfLines(data); f != nil {
			return readLines(data, f.lines())
		}
	}
	doc, err := jsonspan.Parse(data)
	if err != nil {
		if _, ok := lineOf(start); ok { // lines of something else
			return nil, 0, ErrUnknown
		}
		return nil, 0, ErrBroken
	}
	if isOpencodeSession(doc.Root()) {
		return readOpencodeSession(path, doc.Root())
	}
	for _, f := range forms() {
		if f.whole != nil && f.is(doc.Root()) {
			list, err := f.whole(doc.Root())
			return list, 0, err
		}
	}
	return nil, 0, ErrUnknown
}

// lineOf returns the value that the first line of a text is, if it is one.
func lineOf(text []byte) (jsonspan.Value, bool) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	doc, err := jsonspan.Parse(line)
	if err != nil {
		return jsonspan.Value{}, false
	}
	return doc.Root(), doc.Root().Kind() == jsonspan.Object
}

// lookAt is how many lines are looked at to tell a form.
const lookAt = 20

// formOfLines tells the form of a file of lines, nil if it has none.
func formOfLines(data []byte) *form {
	for range lookAt {
		if v, ok := lineOf(data); ok {
			for _, f := range forms() {
				if f.lines != nil && f.is(v) {
					return &f
				}
			}
		}
		_, rest, more := bytes.Cut(data, []byte("\n"))
		if !more {
			break
		}
		data = rest
	}
	return nil
}

// readLines gives a reader each line that can be read.
func readLines(data []byte, r lineReader) (list []*Conversation, unread int, err error) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		doc, err := jsonspan.Parse(line)
		if err != nil {
			unread++
			continue
		}
		r.line(doc.Root(), number)
	}
	list, err = r.end()
	if err != nil && unread > 0 {
		err = ErrBroken
	}
	return list, unread, err
}
