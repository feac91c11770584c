package frame

import "bytes"

// region is what is left of a text, from start to end, when what hosts write
// before and behind outputs is taken off.
type region struct {
	text       []byte
	start, end int
	failed     bool
}

func (r *region) inside() []byte { return r.text[r.start:r.end:r.end] }

// peel takes off what hosts write round an output, the outermost first. Each
// has signs that outputs hardly have; an output that has them all the same
// loses nothing, as what is taken off stays as it is.
func (r *region) peel() {
	r.reminders()
	r.cutHead("Output too large. Showing first ", " characters. For full output see: ")
	r.cutHead("...output truncated...", "\n\nFull output saved to: ")
	tagged := r.tags()
	r.gemini(tagged)
	r.warning()
	r.codex()
	r.warning()
	r.copilot()
	r.exitCode("Exit code ", "")
	r.exitCode("[Command exited with code ", "]")
}

// line returns the first line that is left, without its end, and whether it
// has one.
func (r *region) line() (line []byte, ended bool) {
	line, _, ended = bytes.Cut(r.inside(), []byte("\n"))
	return line, ended
}

// lastLine returns the last line that is left and the place of the line end
// before it, -1 if it is the only one, or longer than what hosts write there.
func (r *region) lastLine() (line []byte, at int) {
	const longest = 200
	in := r.inside()
	from := max(len(in)-longest, 0)
	if at = bytes.LastIndexByte(in[from:], '\n'); at < 0 {
		return nil, -1
	}
	return in[from+at+1:], from + at
}

// cutTail takes off what is left from place at on.
func (r *region) cutTail(at int) { r.end = r.start + at }

// reminders takes off what Claude Code tells the model behind an output.
func (r *region) reminders() {
	const open, closing = "<system-reminder>", "</system-reminder>"
	for {
		in := bytes.TrimRight(r.inside(), " \t\r\n")
		if !bytes.HasSuffix(in, []byte(closing)) {
			return
		}
		at := bytes.LastIndex(in, []byte(open))
		if at < 0 {
			return
		}
		r.cutTail(len(bytes.TrimRight(in[:at], "\n")))
	}
}

// cutHead takes off what Gemini and opencode write before an output that they
// cut: it begins with first, and ends with the line of then, the path of the
// whole output, and a blank line if there is one.
func (r *region) cutHead(first, then string) {
	const longest = 4096 // of a head
	head, ok := bytes.CutPrefix(r.text[r.start:min(r.end, r.start+longest)], []byte(first))
	before, path, found := bytes.Cut(head, []byte(then))
	path, _, ended := bytes.Cut(path, []byte("\n"))
	if !ok || !found || !ended {
		return
	}
	r.start += len(first) + len(before) + len(then) + len(path) + 1
	if bytes.HasPrefix(r.inside(), []byte("\n")) {
		r.start++
	}
}

// tags takes off the tags that the Gemini CLI puts round what it doesn't
// trust, and what hooks add behind them.
func (r *region) tags() bool {
	const open, closing = "<untrusted_context>\n", "</untrusted_context>"
	if !bytes.HasPrefix(r.inside(), []byte(open)) {
		return false
	}
	at := bytes.LastIndex(r.inside(), []byte(closing))
	if at < len(open) {
		return false
	}
	if r.inside()[at-1] == '\n' && at > len(open) {
		at--
	}
	r.cutTail(at)
	r.start += len(open)
	return true
}

// gemini takes off what the Gemini CLI writes round the output of a command.
func (r *region) gemini(tagged bool) {
	before := r.end
	for r.geminiLine() {
	}
	if output := []byte("Output: "); (tagged || r.end < before) && bytes.HasPrefix(r.inside(), output) {
		r.start += len(output)
	}
}

// geminiLine takes off a last line that says how a command ended.
func (r *region) geminiLine() bool {
	line, at := r.lastLine()
	if at < 0 {
		return false
	}
	for _, key := range [...]string{"Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: "} {
		if value, ok := bytes.CutPrefix(line, []byte(key)); ok && isShort(value) {
			r.failed = r.failed || key == "Signal: " || key == "Exit Code: " && string(value) != "0"
			r.cutTail(at)
			return true
		}
	}
	return false
}

// isShort tells whether a value is a number, a name or a list of them.
func isShort(value []byte) bool {
	return len(value) > 0 && len(value) < 64 && bytes.IndexByte(value, '.') < 0
}

// warning takes off what Codex writes before an output that it cut.
func (r *region) warning() {
	for _, head := range [...]string{"Warning: truncated output (original token count: ", "Total output lines: "} {
		line, ended := r.line()
		if ended && len(line) < 100 && bytes.HasPrefix(line, []byte(head)) {
			r.start += len(line) + 1
			if bytes.HasPrefix(r.inside(), []byte("\n")) {
				r.start++
			}
		}
	}
}

// codex takes off the head of Codex's shells and scripts: lines of which the
// last is Output.
func (r *region) codex() {
	head := *r
	for {
		line, ended := head.line()
		head.start = min(head.start+len(line)+1, head.end)
		if string(line) == "Output:" && head.start > r.start+len(line)+1 {
			*r = head
			return
		}
		if !ended || !head.codexLine(line) {
			return
		}
	}
}

// codexLine tells whether a line is one of Codex's heads.
func (r *region) codexLine(line []byte) bool {
	switch string(line) {
	case "Script completed":
		return true
	case "Script failed":
		r.failed = true
		return true
	}
	for _, key := range [...]string{"Process exited with code ", "Exit code: "} {
		if value, ok := bytes.CutPrefix(line, []byte(key)); ok {
			r.failed = r.failed || string(value) != "0"
			return isShort(value)
		}
	}
	for _, key := range [...]string{"Chunk ID: ", "Wall time: ", "Wall time ", "Process running with session ID ", "Script running with cell ID ", "Original token count: ", "Total output lines: "} {
		if bytes.HasPrefix(line, []byte(key)) {
			return len(line) < 100
		}
	}
	return false
}

// copilot takes off the line that Copilot writes behind an output.
func (r *region) copilot() {
	line, at := r.lastLine()
	status, ok := bytes.CutSuffix(line, []byte(">"))
	if at < 0 || !ok || !bytes.HasPrefix(line, []byte("<shellId: ")) && !bytes.HasPrefix(line, []byte("<exited with exit code ")) {
		return
	}
	if _, code, ok := bytes.Cut(status, []byte(" exit code ")); ok && string(code) != "0" {
		r.failed = true
	}
	r.cutTail(at)
}

// exitCode takes off a first line that says no more than how a command ended.
func (r *region) exitCode(before, behind string) {
	line, ended := r.line()
	code, begins := bytes.CutPrefix(line, []byte(before))
	code, ends := bytes.CutSuffix(code, []byte(behind))
	if !ended || !begins || !ends || !isNumber(code) {
		return
	}
	r.failed = r.failed || string(code) != "0"
	r.start += len(line) + 1
}

func isNumber(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0 && len(text) < 20
}
