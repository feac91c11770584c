package bench

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
)

// ErrNoReport is the error for a report in no form that is known.
var ErrNoReport = errors.New("no report that is known: JUnit's XML, the events of go test -json, SARIF, or JSON with messages and their lines")

// Findings reads a tool's report: JUnit's XML, the events of go test -json, or any
// JSON, a document or lines of it, in which things have a message and a line, as
// compilers and linters write it, and SARIF. What is less than an error is left out.
func Findings(report []byte) ([]Finding, error) {
	report = bytes.TrimSpace(report)
	if bytes.HasPrefix(report, []byte("<")) {
		return junitFindings(report)
	}
	docs := documents(report)
	if len(docs) == 0 {
		return nil, ErrNoReport
	}
	if slices.ContainsFunc(docs, func(d any) bool { m, _ := d.(map[string]any); return m["Action"] != nil && m["Package"] != nil }) {
		return goTest(docs), nil
	}
	w := walker{seen: map[string]bool{}}
	for _, d := range docs {
		w.walk(d, "")
	}
	return w.found, nil
}

// documents returns the JSON documents of a report, in which other lines may stand.
func documents(report []byte) (docs []any) {
	for len(report) > 0 {
		dec := json.NewDecoder(bytes.NewReader(report))
		var doc any
		if report[0] == '{' || report[0] == '[' {
			if err := dec.Decode(&doc); err == nil {
				docs = append(docs, doc)
				report = bytes.TrimSpace(report[dec.InputOffset():])
				continue
			}
		}
		_, rest, _ := bytes.Cut(report, []byte("\n"))
		report = bytes.TrimSpace(rest)
	}
	return docs
}

// place finds the last place in a report of a failure.
var place = regexp.MustCompile(`([\w./\\-]+\.\w+):(\d+)`)

func junitFindings(report []byte) ([]Finding, error) {
	type trouble struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var list []Finding
	for dec := xml.NewDecoder(bytes.NewReader(report)); ; {
		token, err := dec.Token()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "testcase" {
			continue
		}
		var c struct {
			Name    string    `xml:"name,attr"`
			Failure []trouble `xml:"failure"`
			Error   []trouble `xml:"error"`
		}
		if err := dec.DecodeElement(&c, &start); err != nil {
			return nil, err
		}
		for _, bad := range append(c.Failure, c.Error...) {
			message := firstLine(bad.Message)
			if message == "" {
				message = firstLine(bad.Text)
			}
			f := Finding{Mentions: []string{c.Name}, Lines: []Wanted{{Has: []string{message}, Why: "message of a failed test", Optional: true}}}
			if places := place.FindAllStringSubmatch(bad.Text, -1); places != nil {
				last := places[len(places)-1]
				f.Lines = append(f.Lines, Wanted{Has: []string{path.Base(last[1]) + ":" + last[2]}, Why: "place of a failure", Optional: true})
			}
			list = append(list, f)
		}
	}
}

// said is a line of a Go test's, or the compiler's, that names a place.
var said = regexp.MustCompile(`^\s*(?:\S*[\\/])?\S+\.go:\d+(?::\d+)?: \S`)

// goTest reads the events of go test -json: of each failed test that has no failed
// part its result and what it said, and what didn't build.
func goTest(docs []any) []Finding {
	type key struct{ pkg, test string }
	text := func(m map[string]any, name string) string { s, _ := m[name].(string); return s }
	output := map[key][]string{}
	var failed []key
	var list []Finding
	for _, d := range docs {
		m, _ := d.(map[string]any)
		k := key{text(m, "Package"), text(m, "Test")}
		out := strings.TrimRight(text(m, "Output"), "\n")
		switch text(m, "Action") {
		case "output":
			if said.MatchString(out) {
				output[k] = append(output[k], out)
			}
		case "build-output":
			if said.MatchString(out) {
				list = append(list, Finding{Lines: []Wanted{{Has: []string{out}, Why: "error by the compiler"}}})
			}
		case "fail":
			failed = append(failed, k)
		}
	}
	for _, k := range failed {
		if k.test == "" {
			list = append(list, Finding{Lines: []Wanted{{Has: []string{"FAIL", k.pkg}, Why: "package that failed"}}})
			continue
		}
		if slices.ContainsFunc(failed, func(o key) bool { return o.pkg == k.pkg && strings.HasPrefix(o.test, k.test+"/") }) {
			continue
		}
		f := Finding{Lines: []Wanted{{Has: []string{"--- FAIL: " + k.test + " "}, Why: "failed test"}}}
		for _, line := range output[k] {
			f.Lines = append(f.Lines, Wanted{Has: []string{line}, Why: "what a failed test said", Optional: true})
		}
		list = append(list, f)
	}
	return list
}

// walker looks through JSON for what has a message and a line.
type walker struct {
	seen  map[string]bool
	found []Finding
}

// The names that tools give to the same things.
var (
	messageKeys = []string{"message", "msg", "issue_text", "description", "text"}
	fileKeys    = []string{"file", "filename", "file_name", "filePath", "file_path", "path", "uri", "source", "File", "fullname"}
	lineKeys    = []string{"line", "row", "line_start", "startLine", "line_number", "lineno", "Line"}
	gradeKeys   = []string{"severity", "level", "kind", "type", "issue_severity"}
	nested      = []string{"message", "location", "locations", "physicalLocation", "artifactLocation", "region", "spans", "start", "caret", "range"}
)

// firstOf returns the value of the first of the keys which fits, in the object or in
// what it has inside for places.
func firstOf[T any](m map[string]any, keys []string, depth int) (value T, ok bool) {
	for _, k := range keys {
		if value, ok = m[k].(T); ok {
			return value, true
		}
	}
	for _, k := range nested {
		if depth == 0 {
			break
		}
		inner := m[k]
		if list, is := inner.([]any); is && len(list) > 0 {
			inner = list[0]
		}
		if in, is := inner.(map[string]any); is {
			if value, ok = firstOf[T](in, keys, depth-1); ok {
				return value, true
			}
		}
	}
	return value, false
}

// walk looks at a value, within what is told of a file.
func (w *walker) walk(v any, file string) {
	const deep = 4 // a SARIF result's locations[0].physicalLocation.region.startLine
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			w.walk(e, file)
		}
	case map[string]any:
		if name, ok := firstOf[string](v, fileKeys, deep); ok {
			file = name
		}
		message, says := firstOf[string](v, messageKeys, 1)
		line, stands := firstOf[float64](v, lineKeys, deep)
		if says && stands && strings.TrimSpace(message) != "" {
			w.add(v, firstLine(message), file, int(line))
			return // what it has inside are its notes
		}
		for _, k := range sorted(v) {
			w.walk(v[k], file)
		}
	}
}

func sorted(m map[string]any) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// lesser are grades below an error.
var lesser = []string{"warning", "warn", "info", "information", "note", "hint", "help", "style", "convention", "refactor", "low", "medium", "suggestion", "notice"}

func (w *walker) add(m map[string]any, message, file string, line int) {
	if grade, ok := firstOf[string](m, gradeKeys, 1); ok && slices.Contains(lesser, strings.ToLower(grade)) {
		return
	}
	if grade, ok := m["severity"].(float64); ok && grade == 1 { // eslint's, of a warning
		return
	}
	id := fmt.Sprint(message, "\x00", file, "\x00", line)
	if w.seen[id] {
		return
	}
	w.seen[id] = true
	name := path.Base(strings.ReplaceAll(file, `\`, "/"))
	f := Finding{Lines: []Wanted{{Has: []string{fmt.Sprint(line), message}, Why: "message of an error", Optional: true}}}
	if file != "" {
		at := fmt.Sprintf("%s:%d", name, line)
		f.Lines[0] = Wanted{Has: []string{at, message}, Why: "an error and its place", Optional: true}
		f.Lines = append(f.Lines, Wanted{Has: []string{at}, Why: "place of an error", Optional: true})
	}
	f.Lines = append(f.Lines, Wanted{Has: []string{message}, Why: "message of an error"})
	w.found = append(w.found, f)
}
