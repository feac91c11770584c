package history

import (
	"strings"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/wire"
)

// A message that stands for others ends in the marker that gives them back. Where
// it, or what is kept behind it, would make one side speak twice in a row, a word
// of the other side stands between.
const (
	userBridge  = "Go on."
	modelBridge = "Understood."
	noteTail    = ", elision-get"
	// partTail stands behind it where the whole is long, and so dear to fetch.
	partTail  = " --grep TEXT for a part"
	longWhole = 8 << 10 // bytes
)

// standIn returns the change that puts one message with a text, and a marker below
// it, in the place of those from first to before end. System messages among them
// stay. It is false if nothing would be gained: all of them stand for others
// already.
func (r *request) standIn(first, end int, role thread.Role, text []byte) (change, bool) {
	if !r.worth(first, end) {
		return change{}, false
	}
	messages := r.t.Messages[first:end]
	start, _ := messages[0].Value.Span()
	_, stop := messages[len(messages)-1].Value.Span()
	o := newOriginal(r.body[start:stop:stop], shape.Plain)
	text = marker.Append(text, marker.Hash(o.digest), note(messages, len(o.data)))
	c := change{originals: []original{o}}
	c.Start, c.End = start, stop
	var repeated int
	c.New, repeated = r.spoken(first, end, role, text)
	c.dropped = len(messages) - repeated
	return c, true
}

// worth tells whether a stretch holds a message that stands for no other.
func (r *request) worth(first, end int) bool {
	for i := first; i < end; i++ {
		if m := r.t.Messages[i]; m.Role != thread.System && !isOurs(m) {
			return true
		}
	}
	return false
}

// note says what a marker of messages gives back, and how.
func note(messages []thread.Message, size int) string {
	if size < longWhole {
		return counted(messages) + noteTail
	}
	return counted(messages) + noteTail + partTail
}

// counted says how many messages these are, and how many images they hold, since
// no text tells of those.
func counted(messages []thread.Message) string {
	images := 0
	for _, m := range messages {
		for _, p := range m.Parts {
			images += p.Images
		}
	}
	text := cli.Plural(len(messages), "message")
	if images > 0 {
		text += ", " + cli.Plural(images, "image")
	}
	return text
}

// spoken returns the messages that a text of that role comes to in the place of a
// stretch, and how many of the stretch are repeated among them.
func (r *request) spoken(first, end int, role thread.Role, text []byte) (out []byte, repeated int) {
	w := speaker{t: r.t, last: r.sideBefore(first)}
	if w.last == nobody && role == thread.Assistant || w.last == sideOf(role) {
		w.bridge()
	}
	if role == thread.Assistant {
		w.system(first, end)
	}
	w.say(role, text)
	if role != thread.Assistant {
		w.system(first, end)
	}
	if end < len(r.t.Messages) && sideOf(r.t.Messages[end].Role) == w.last {
		w.bridge()
	}
	return w.out, w.repeated
}

// side is who speaks, as far as taking turns goes.
type side uint8

const (
	nobody side = iota
	ours        // the user's, tool results included
	models
)

func sideOf(role thread.Role) side {
	switch role {
	case thread.System:
		return nobody
	case thread.Assistant:
		return models
	}
	return ours
}

// sideBefore returns who speaks last before a message.
func (r *request) sideBefore(i int) side {
	for i--; i >= 0; i-- {
		if s := sideOf(r.t.Messages[i].Role); s != nobody {
			return s
		}
	}
	return nobody
}

// speaker writes messages one after the other.
type speaker struct {
	t    *thread.Thread
	last side
	out  []byte

	repeated int // system messages
}

func (w *speaker) comma() {
	if len(w.out) > 0 {
		w.out = append(w.out, ',')
	}
}

func (w *speaker) say(role thread.Role, text []byte) {
	w.comma()
	w.out = w.t.AppendText(w.out, role, text)
	w.last = sideOf(role)
}

// bridge lets the other side say a word.
func (w *speaker) bridge() {
	if w.last == ours {
		w.say(thread.Assistant, []byte(modelBridge))
		return
	}
	w.say(thread.User, []byte(userBridge))
}

// system repeats the system messages of a stretch. Anthropic's stand behind a
// user's and are rare: theirs belong to the messages before them.
func (w *speaker) system(first, end int) {
	if w.t.API == wire.Messages && w.last != ours {
		return
	}
	for _, m := range w.t.Messages[first:end] {
		if m.Role == thread.System {
			w.comma()
			w.out = append(w.out, m.Value.Raw()...)
			w.repeated++
		}
	}
}

// ownText returns the text of a message that holds a text and nothing else.
func ownText(m thread.Message) (string, bool) {
	if len(m.Parts) != 1 || m.Parts[0].Kind != thread.Text || m.Role == thread.System {
		return "", false
	}
	return messageText(m), true
}

// isBridge tells whether a message is one that stands between two.
func isBridge(m thread.Message) bool {
	text, ok := ownText(m)
	return ok && (text == userBridge && m.Role == thread.User || text == modelBridge && m.Role == thread.Assistant)
}

// isOurs tells whether a message stands for others, or between such and others.
// One that looks just like it is treated so, too: it is not dropped by itself.
func isOurs(m thread.Message) bool {
	text, ok := ownText(m)
	if !ok {
		return false
	}
	return isBridge(m) || standsFor(text)
}

// standsFor tells whether a text ends in the marker of messages.
func standsFor(text string) bool {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	mark, ok := marker.Parse([]byte(line))
	if !ok {
		return false
	}
	count, ok := strings.CutSuffix(strings.TrimSuffix(mark.Note, partTail), noteTail)
	count, _, _ = strings.Cut(count, ",")
	return ok && (count == cli.Plural(1, "message") || strings.HasSuffix(count, " messages"))
}

// askedIn returns what the user asked for, as a message of leaveOut says it.
func askedIn(text string) string {
	_, asked, ok := strings.Cut(text, leftOut+" What the user asked for:\n")
	if at := strings.LastIndexByte(asked, '\n'); ok && at >= 0 {
		return asked[:at]
	}
	return ""
}
