// Package report says of a block, as JSON, what became of it: elide --json in a line,
// elide serve in its answers.
package report

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"unicode/utf8"

	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/tokens"
)

// Report is what is said of a block. Its text comes last, so that one that was
// passed through can be written without holding all of it.
type Report struct {
	File        string    `json:"file,omitempty"`
	Exit        *int      `json:"exit,omitempty"`
	Reduced     bool      `json:"reduced"`
	Reason      string    `json:"reason,omitempty"`
	Hash        string    `json:"hash,omitempty"`
	Shape       string    `json:"shape,omitempty"` // "": it was not looked at
	Sections    []Section `json:"sections,omitempty"`
	Lines       int       `json:"lines,omitempty"`
	HiddenLines int       `json:"hidden_lines"`
	Bytes       int64     `json:"bytes"`
	BytesOut    int64     `json:"bytes_out"`
	Tokens      int       `json:"tokens,omitempty"`     // estimated
	TokensOut   int       `json:"tokens_out,omitempty"` // estimated
	Warnings    []string  `json:"warnings,omitempty"`
	Encoding    string    `json:"encoding"` // of the text: utf-8 or base64
}

// Section is a part of the block, of one shape.
type Section struct {
	Shape string `json:"shape"`
	First int    `json:"first"`
	Last  int    `json:"last"`
}

// Original is the block as it came. One that is in memory says so by a method
// Bytes() ([]byte, bool), as a spool does.
type Original = pipeline.Original

// Write writes the report on a block, and the text that became of it, as a line.
func (r Report) Write(w io.Writer, held Original, res pipeline.Result) error {
	r.Fill(held, res)
	text := io.NewSectionReader(held, 0, held.Size())
	if res.Reduced {
		text = io.NewSectionReader(bytes.NewReader(res.Text), 0, int64(len(res.Text)))
	}
	valid, err := isUTF8(text)
	if err != nil {
		return err
	}
	r.Encoding = "utf-8"
	if !valid {
		r.Encoding = "base64"
	}
	head, err := json.Marshal(r)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, TextChunk)
	out.Write(head[:len(head)-1])
	out.WriteString(`,"text":"`)
	if err := writeText(out, text, valid); err != nil {
		return err
	}
	out.WriteString("\"}\n")
	return out.Flush()
}

// Fill puts into the report what became of the block.
func (r *Report) Fill(held Original, res pipeline.Result) {
	r.Reduced, r.Reason, r.Hash = res.Reduced, res.Reason, res.Hash
	r.Lines, r.HiddenLines, r.Bytes, r.Tokens, r.TokensOut = res.Lines, res.HiddenLines, res.Bytes, res.Tokens, res.TokensOut
	r.BytesOut = int64(len(res.Text))
	if res.Lines > 0 {
		r.Shape = res.Shape.String()
	}
	if !res.Reduced {
		r.BytesOut, r.TokensOut, r.HiddenLines = res.Bytes, res.Tokens, 0
	}
	for _, s := range res.Sections {
		r.Sections = append(r.Sections, Section{s.Shape.String(), s.First, s.Last})
	}
	if m, ok := held.(interface{ Bytes() ([]byte, bool) }); ok && res.Lines == 0 {
		if whole, ok := m.Bytes(); ok {
			r.count(whole)
		}
	}
}

// count counts what the pipeline passed through without a look.
func (r *Report) count(text []byte) {
	r.Lines = bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		r.Lines++
	}
	r.Tokens = tokens.Estimate(text)
	r.TokensOut = r.Tokens
}

// TextChunk is how much of a text is looked at, or written, at once.
const TextChunk = 64 << 10

// isUTF8 tells whether the text is, and goes back to its start.
func isUTF8(text *io.SectionReader) (bool, error) {
	valid := true
	err := RuneChunks(text, func(chunk []byte) error {
		valid = valid && utf8.Valid(chunk)
		return nil
	})
	if err == nil {
		_, err = text.Seek(0, io.SeekStart)
	}
	return valid, err
}

func writeText(w io.Writer, text io.Reader, valid bool) error {
	if !valid {
		enc := base64.NewEncoder(base64.StdEncoding, w)
		if _, err := io.Copy(enc, text); err != nil {
			return err
		}
		return enc.Close()
	}
	body := &quoted{w}
	enc := json.NewEncoder(body)
	enc.SetEscapeHTML(false)
	return RuneChunks(text, func(chunk []byte) error { return enc.Encode(string(chunk)) })
}

// quoted writes a JSON string, as an Encoder gives it, without its quotes.
type quoted struct{ w io.Writer }

func (q *quoted) Write(p []byte) (int, error) {
	if _, err := q.w.Write(p[1 : len(p)-len("\"\n")]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// RuneChunks calls do with the text in chunks that split no rune.
func RuneChunks(text io.Reader, do func([]byte) error) error {
	buf := make([]byte, TextChunk)
	kept := 0
	for {
		n, err := io.ReadFull(text, buf[kept:])
		got := buf[:kept+n]
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return err
		}
		end := len(got)
		if !last {
			end = wholeRunes(got)
		}
		if err := do(got[:end]); err != nil || last {
			return err
		}
		kept = copy(buf, got[end:])
	}
}

// wholeRunes returns the length of text without a rune that it ends within.
func wholeRunes(text []byte) int {
	for i := 1; i <= min(utf8.UTFMax, len(text)); i++ {
		at := len(text) - i
		if utf8.RuneStart(text[at]) {
			if utf8.FullRune(text[at:]) {
				return len(text)
			}
			return at
		}
	}
	return len(text)
}
