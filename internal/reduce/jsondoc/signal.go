package jsondoc

import (
	"bytes"

	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/reduce/tables"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// jsonSignal is what a key promises about its value: when the value tells of
// a failure.
type jsonSignal uint8

const (
	signalNone   jsonSignal = iota
	signalError             // anything but null, false, 0 and empty
	signalSays              // a sentence: one word may be what to do of an error, and members a type
	signalStatus            // a word for a failure
	signalType              // the word for a failure
	signalPassed            // false
	signalCount             // a number other than 0
	signalCode              // nothing: the name of a rule or check, whose rare values count
	signalNotice            // anything but null, false, 0 and empty: worth a look, not a failure
	signalCover             // a share of code that tests run: a low one is worth a look
)

// jsonSignalOf returns the signal of a key. Keys are compared in lower case,
// without - and _.
func jsonSignalOf(key []byte) jsonSignal {
	if len(key) > 32 {
		return signalNone
	}
	if string(key) == "PRIORITY" { // the journal's
		return signalStatus
	}
	var buf [32]byte
	name := plainKey(buf[:0], key)
	if s := namedSignal(string(name)); s != signalNone {
		return s
	}
	if scan.HasSuffix(name, "status") || scan.HasSuffix(name, "severity") || scan.HasSuffix(name, "outcome") {
		return signalStatus
	}
	if scan.HasSuffix(name, "error") || scan.HasSuffix(name, "exception") {
		return signalSays
	}
	if rules.Succeeds(string(name)) {
		return signalPassed
	}
	return signalNone
}

// plainKey appends key to dst in lower case and without - and _.
func plainKey(dst, key []byte) []byte {
	for _, c := range key {
		if c != '_' && c != '-' && c != ' ' {
			dst = append(dst, scan.Lower(c))
		}
	}
	return dst
}

// gradeKey tells whether the values of the key grade complaints.
func gradeKey(key []byte) bool {
	low := bytes.ToLower(key)
	switch string(low) {
	case "level", "lvl", "type", "kind", "impact", "loglevel", "priority":
		return true
	}
	return scan.HasSuffix(low, "severity")
}

func namedSignal(name string) jsonSignal {
	switch name {
	case "error", "errors", "err", "exception", "exceptions", "failure", "failures", "failuremessage", "failuremessages",
		"failuredetails", "failurereason", "errormessage", "errormsg", "errortype", "errorcode", "deperrors", "depserrors",
		"panic", "fatal", "stacktrace", "traceback", "crash", "longrepr", "oomkilled", "testexecerror", "fatalerrors",
		"unexpected", "crashed", "timedout", "errored":
		return signalError
	case "status", "state", "result", "event", "action", "actions", "conclusion", "level", "lvl", "loglevel", "severitytext",
		"phase", "health", "verdict", "reason", "statuscode", "impact":
		return signalStatus
	case "type", "kind":
		return signalType
	case "code", "rule", "ruleid", "check", "checkid", "symbol", "messageid", "linter", "fromlinter", "copname", "testid",
		"category", "rulename", "checkname", "vulnerabilityid":
		return signalCode
	case "failed", "numfailed", "errorcount", "fatalerrorcount", "failurecount", "failedcount", "exitcode", "exitstatus",
		"returncode", "totalfailed", "numfailedtests", "numfailedtestsuites", "numruntimeerrortestsuites", "testsfailed",
		"failedtests", "restartcount", "failcount":
		return signalCount
	case "deprecated", "problems", "invalid", "missing", "extraneous", "warnings", "warning", "conflicts", "unmet",
		"dirty", "truncated", "partial", "update", "replace", "retracted", "obsolete", "vulnerabilities", "vulnerable", "outdated":
		return signalNotice
	case "percentcovered", "coveredpercent", "coverage", "linecoverage", "pct":
		return signalCover
	}
	return signalNone
}

// verdict says how bad a value is: 0 not, 1 worth a look, 2 a failure.
func (d *jsonDoc) verdict(i int32, signal jsonSignal) int {
	node := &d.nodes[i]
	switch signal {
	case signalError:
		return verdictIf(d.notEmpty(i), 2)
	case signalSays:
		return verdictIf(node.kind == jsonString && bytes.IndexByte(d.text(i), ' ') >= 0, 2)
	case signalNotice:
		return verdictIf(d.notEmpty(i), 1)
	case signalPassed:
		return verdictIf(node.kind == jsonFalse, 2)
	case signalCount:
		return verdictIf(node.kind == jsonNumber && d.notEmpty(i), 2)
	case signalCover:
		n, ok := tables.Share(d.text(i))
		return verdictIf(node.kind == jsonNumber && ok && n < tables.Covered, 1)
	case signalStatus:
		return d.statusVerdict(i)
	case signalType:
		return d.typeVerdict(i)
	}
	return 0
}

// says judges a text by how it begins, as a line of what a tool prints. Words within it count
// where messages stand: descriptions are full of them.
func (d *jsonDoc) says(i int32) int {
	if d.nodes[i].kind != jsonString {
		return 0
	}
	text, _, _ := bytes.Cut(d.text(i), []byte{'\\'})
	switch build.SaysAlone(text) {
	case build.Strictly:
		return 2
	case build.InWords:
		return verdictIf(d.isMessage(i), 1)
	}
	return 0
}

// isMessage tells whether a value is an item of a list, or its key says that it is a message.
func (d *jsonDoc) isMessage(i int32) bool {
	key := d.nodes[i].key
	if key == noKey || logMessageKey(d.keys[key]) {
		return true
	}
	switch string(d.keys[key]) {
	case "text", "reason", "detail", "details", "output", "stdout", "stderr":
		return true
	}
	return false
}

// LineKey tells whether programs that keep the lines of outputs and logs as records keep them
// under the key: containers', clouds', searches' and loggers'.
func LineKey(key []byte) bool {
	if len(key) > 32 || string(key) == "Output" {
		return false // or it is of go test's events, which have a reader
	}
	var buf [32]byte
	switch string(plainKey(buf[:0], key)) {
	case "msg", "message", "@message", "@m", "log", "body", "text", "line", "output", "stdout", "stderr", "data", "content",
		"raw", "entry", "payload", "textpayload", "shortmessage", "fullmessage", "logmessage", "logline", "renderedmessage",
		"formattedmessage", "chunk":
		return true
	}
	return false
}

// classifies tells whether the values of the key sort the records into kinds.
func (s jsonSignal) classifies() bool {
	return s == signalCode || s == signalStatus || s == signalType
}

func verdictIf(holds bool, verdict int) int {
	if holds {
		return verdict
	}
	return 0
}

// notEmpty tells whether a value says something: it is not null, false, 0,
// "" and not a container without members.
func (d *jsonDoc) notEmpty(i int32) bool {
	switch node := &d.nodes[i]; node.kind {
	case jsonNull, jsonFalse:
		return false
	case jsonNumber:
		return len(bytes.Trim(d.text(i), "0.-")) > 0
	case jsonString:
		switch string(d.text(i)) {
		case "", "none", "None", "null", "false", "0", "no", "No":
			return false
		}
	case jsonObject, jsonArray:
		return node.n > 0
	}
	return true
}

func (d *jsonDoc) statusVerdict(i int32) int {
	node, text := &d.nodes[i], d.text(i)
	if len(text) == 1 && scan.IsDigit(text[0]) && d.keyIs(i, "PRIORITY") {
		return max(0, min(2, 5-int(text[0]-'0'))) // syslog's: 4 warns, from 3 down they are errors
	}
	if node.kind == jsonNumber {
		if string(text) == "2" && d.keyIs(i, "severity") && d.isRuled(node.parent) {
			return 2 // as ESLint and its like grade
		}
		return numberVerdict(text)
	}
	if node.kind != jsonString || len(text) == 0 || len(text) > 40 || bytes.IndexByte(text, ' ') >= 0 {
		return 0
	}
	switch rules.StateOf(text) {
	case rules.StateFailed, rules.StateGrave:
		return 2
	case rules.StateUnsettled:
		return 1
	}
	return severityVerdict(rules.SeverityOf(text, rules.AsLevel))
}

// ruledObject is what was found out last of an object, and the key that tells it.
type ruledObject struct {
	asked  bool
	key    int32
	object int32
	yes    bool
}

// isRuled tells whether object i names a rule, as findings of ESLint do.
func (d *jsonDoc) isRuled(i int32) bool {
	if r := &d.ruled; !r.asked || r.object != i {
		if !r.asked {
			r.asked, r.key = true, d.key("ruleId")
		}
		r.object, r.yes = i, d.member(i, r.key) >= 0
	}
	return d.ruled.yes
}

func severityVerdict(severity rules.Severity) int {
	return max(0, min(2, int(severity)-int(rules.SeverityNote)))
}

// typeVerdict judges the name of a kind of record. Only the plain words count
// here: there are types of things that are called after errors.
func (d *jsonDoc) typeVerdict(i int32) int {
	switch string(bytes.ToLower(d.text(i))) {
	case "error", "fail", "failed", "failure", "fatal":
		return 2
	case "warning":
		return 1
	}
	return 0
}

// numberVerdict judges the numbers by which bunyan and pino name levels, and
// the states of HTTP.
func numberVerdict(text []byte) int {
	switch {
	case string(text) == "50" || string(text) == "60" || len(text) == 3 && text[0] == '5':
		return 2
	case string(text) == "40" || len(text) == 3 && text[0] == '4':
		return 1
	}
	return 0
}
