package api

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
)

// block is what POST /v1/reduce reduces, and how.
type block struct {
	text     []byte
	cfg      *config.Config // with the request's options
	ttl      bool           // is one of them
	shape    *shape.Shape
	command  string
	query    string
	maxBytes int
	plain    bool // show every line byte for byte
	since    string
	exit     *int
}

func blockConfig(b *block) *config.Config { return b.cfg }

// blockOptions are those of the filter's flags of the same names that say what is to be
// shown, and the exit status of what printed the block, which its report holds.
var blockOptions = table[block]{
	"type": one("type", func(b *block, value string) error {
		s, err := shape.Parse(value)
		if err != nil {
			return cli.Unknown("shape", value, shapeNames())
		}
		b.shape = &s
		return nil
	}),
	"command": one("command", func(b *block, value string) error { b.command = value; return nil }),
	"query":   one("query", func(b *block, value string) error { b.query = value; return nil }),
	"since":   one("since", func(b *block, value string) error { b.since = value; return nil }),
	"views": one("views", func(b *block, value string) error {
		b.plain = value == "none"
		if value != "all" && value != "none" {
			return errors.New("must be all or none")
		}
		return nil
	}),
	"max_bytes": one("max_bytes", func(b *block, value string) (err error) { b.maxBytes, err = whole(value); return err }),
	"exit": one("exit", func(b *block, value string) error {
		n, err := whole(value)
		b.exit = &n
		return err
	}),
	"budget":    number("budget", "budget", blockConfig),
	"min_bytes": number("min_bytes", "min_block_bytes", blockConfig),
	"keep":      keeps(blockConfig),
	"ttl":       duration(func(b *block) (*config.Config, *bool) { return b.cfg, &b.ttl }),
}

func shapeNames() (names []string) {
	for _, s := range shape.All() {
		names = append(names, s.String())
	}
	return names
}

// reduce answers with what became of a block: as it would be printed, or in a report.
func (s *server) reduce(w http.ResponseWriter, r *http.Request, body []byte) error {
	inJSON := isJSON(r.Header.Get("Content-Type"))
	b, err := s.block(r.URL, body, inJSON)
	if err != nil {
		return err
	}
	var done reduced
	if err := s.working(r.Context(), len(b.text), func() { done = s.reduceBlock(r, b) }); err != nil {
		return err
	}
	if wantsJSON(r.Header["Accept"], inJSON) {
		return done.sendReport(w)
	}
	return done.sendText(w)
}

// block reads what is to be reduced.
func (s *server) block(u *url.URL, body []byte, inJSON bool) (*block, error) {
	b := &block{text: body, cfg: s.Config.Clone()}
	g, err := fromQuery(u)
	if err != nil {
		return nil, err
	}
	if inJSON {
		doc, err := jsonspan.Parse(body)
		if err != nil {
			return nil, invalid("", fmt.Errorf("the body is no JSON: %w", err))
		}
		if b.text, err = textIn(doc.Root()); err != nil {
			return nil, err
		}
		if err := g.fromObject(doc.Root(), "text", "encoding"); err != nil {
			return nil, err
		}
	}
	return b, blockOptions.apply(b, g)
}

// textIn returns the block that a JSON object holds.
func textIn(o jsonspan.Value) ([]byte, error) {
	v := o.Get("text")
	if v.Kind() != jsonspan.String {
		return nil, invalid("text", errors.New("the body must be an object with a text"))
	}
	text, whole := v.AppendText(nil)
	switch encoding := o.Get("encoding"); {
	case !encoding.Exists(), encoding.Is("utf-8"):
		if !whole {
			return nil, invalid("text", fmt.Errorf("text: %w", errHalf))
		}
	case encoding.Is("base64"):
		n, err := base64.StdEncoding.Decode(text, text)
		if err != nil {
			return nil, invalid("text", errors.New("text: it is no base64"))
		}
		text = text[:n]
	default:
		return nil, invalid("encoding", errors.New("encoding: must be utf-8 or base64"))
	}
	return text, nil
}

// reduced is what became of a block.
type reduced struct {
	held   inMemory
	result pipeline.Result
	report report.Report
}

// inMemory is a block that is.
type inMemory struct {
	*bytes.Reader
	all []byte
}

// Bytes returns all of it, as a spool does.
func (m inMemory) Bytes() ([]byte, bool) { return m.all, true }

// reduceBlock reduces a block. What can't be is as it came, and the report says why, as
// it is with the filter.
func (s *server) reduceBlock(r *http.Request, b *block) reduced {
	done := reduced{held: inMemory{bytes.NewReader(b.text), b.text}, report: report.Report{Exit: b.exit}}
	if !b.cfg.Enabled {
		done.result = pipeline.Result{Reason: "elide is switched off", Bytes: done.held.Size()}
		return done
	}
	opt := setup.Options(b.cfg)
	if !b.ttl {
		opt.TTL = max(opt.TTL, store.SessionTTL)
	}
	opt.Shape, opt.Command, opt.Query, opt.MaxBytes, opt.PlainViews = b.shape, b.command, b.query, b.maxBytes, b.plain
	if b.since != "" {
		earlier, err := s.Store.Renewed(b.since, opt.TTL)
		if err != nil {
			done.report.Warnings = append(done.report.Warnings, fmt.Sprintf("since %s: %v", b.since, err))
		} else {
			defer earlier.Close()
			opt.Since = &pipeline.Earlier{Original: earlier, Hash: earlier.Entry.Hash}
		}
	}
	res, err := pipeline.Reduce(r.Context(), done.held, opt, s.Store)
	if err != nil {
		res = pipeline.Result{Reason: err.Error(), Bytes: done.held.Size()}
		done.report.Warnings = append(done.report.Warnings, "not reduced: "+err.Error())
	}
	if done.result = res; res.Reduced {
		s.note(setup.Event(audit.API, b.command, res))
	}
	return done
}

// sendReport answers with the report and the text in it.
func (d reduced) sendReport(w http.ResponseWriter) error {
	var body bytes.Buffer
	if err := d.report.Write(&body, d.held, d.result); err != nil {
		return err
	}
	send(w, http.StatusOK, "application/json", body.Bytes())
	return nil
}

// sendText answers with the text alone, and the report in a header.
func (d reduced) sendText(w http.ResponseWriter) error {
	text := d.result.Text
	if !d.result.Reduced {
		text = d.held.all
	}
	d.report.Fill(d.held, d.result)
	kind := "text/plain; charset=utf-8"
	if d.report.Encoding = "utf-8"; !utf8.Valid(text) {
		kind, d.report.Encoding = "application/octet-stream", "bytes"
	}
	d.report.Sections = nil // a header has not the room
	if err := setReport(w, d.report); err != nil {
		return err
	}
	send(w, http.StatusOK, kind, text)
	return nil
}

func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && kind == "application/json"
}

// wantsJSON tells whether the answer is to be a report: as the client says, else as it
// asked.
func wantsJSON(accept []string, inJSON bool) bool {
	all := strings.ToLower(strings.Join(accept, ","))
	asJSON, asText := strings.Contains(all, "application/json"), strings.Contains(all, "text/plain") || strings.Contains(all, "application/octet-stream")
	if asJSON != asText {
		return asJSON
	}
	return inJSON
}
