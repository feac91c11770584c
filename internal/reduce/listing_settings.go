package reduce

import "bytes"

// sections reads INI and TOML: each section's head, the same one only once,
// and the first settings above them.
func (l *listingLines) sections() {
	seen := map[string]bool{}
	above, multi := 0, ""
	for i := range l.marks {
		if !l.s.StartsLine(l.s.First + i) {
			continue
		}
		t := unindented(l.s.Text(i))
		if multi != "" {
			if bytes.Contains(t, []byte(multi)) {
				multi = ""
			}
			continue
		}
		multi = openString(t)
		switch {
		case len(t) == 0 || t[0] == '#' || t[0] == ';':
		case sectionHead(t):
			if !seen[string(t)] {
				seen[string(t)] = true
				keepLine(l.s, l.marks, i, Outlier, 180, WhyHeading)
			}
		case len(seen) == 0 && above < 3:
			above++
			keepLine(l.s, l.marks, i, Sample, 90, WhyFirst)
		}
	}
	if len(seen) == 0 {
		l.last()
	}
}

// openString returns the quotes that a text of several lines starts with on
// this line and that don't end on it.
func openString(t []byte) string {
	for _, q := range [...]string{`"""`, "'''"} {
		if bytes.Count(t, []byte(q))%2 == 1 {
			return q
		}
	}
	return ""
}

// sectionHead tells whether t is "[name]" or "[[name]]", perhaps with a
// comment behind it.
func sectionHead(t []byte) bool {
	if t[0] != '[' {
		return false
	}
	end := bytes.LastIndexByte(t, ']')
	if end < 2 {
		return false
	}
	rest := unindented(t[end+1:])
	name := t[1]
	return (len(rest) == 0 || rest[0] == '#' || rest[0] == ';') && (isWordByte(name) || name == '[' || name == '"' || name == '\'' || name == '.' || name == '/') && bytes.IndexByte(t[:end], ',') < 0
}

// yamlInner is how many keys below one key are shown.
const yamlInner = 15

// yaml reads keys that are nested by indentation: the keys at the left, and
// those right below them where they are few.
func (l *listingLines) yaml() {
	inner := l.innerKeys()
	count := 0
	blockIndent := -1 // of the key that a block text (|, >) belongs to
	parent := -1
	for i := range l.marks {
		text := l.s.Text(i)
		if blankLine(text) || !l.s.StartsLine(l.s.First+i) {
			continue
		}
		w, n := indentWidth(text)
		if blockIndent >= 0 && w > blockIndent {
			continue
		}
		blockIndent = -1
		if t := unindented(text); hasSuffix(t, "|") || hasSuffix(t, ">") || hasSuffix(t, "|-") || hasSuffix(t, ">-") {
			blockIndent = w
		}
		key := settingKey(text[n:])
		keyed := key > 0 && hasPrefix(text[n+key:], ":")
		switch {
		case w == 0 && (keyed || hasPrefix(text, "- ") && count < yamlInner):
			count++
			parent = i
			keepLine(l.s, l.marks, i, Outlier, 180, WhyHeading)
		case keyed && parent >= 0 && inner[parent] == w:
			keepLine(l.s, l.marks, i, Sample, 100, WhyHeading)
		}
	}
	if count == 0 {
		l.plainList()
	}
}

// innerKeys returns, for each key at the left by its unit, the indentation of
// the keys right below it, if they are few and there is much below them.
func (l *listingLines) innerKeys() map[int]int {
	inner := map[int]int{}
	parent, indent, keys, lines := -1, 0, 0, 0
	left := max(6, l.s.Len()/25)
	end := func() {
		if parent >= 0 && keys > 0 && keys <= yamlInner && lines >= keys*6 && keys <= left {
			inner[parent] = indent
			left -= keys
		}
	}
	for i := range l.marks {
		text := l.s.Text(i)
		if blankLine(text) {
			continue
		}
		w, n := indentWidth(text)
		if w == 0 {
			end()
			parent, indent, keys, lines = i, 0, 0, 0
			continue
		}
		lines++
		if indent == 0 {
			indent = w
		}
		if key := settingKey(text[n:]); w == indent && key > 0 && hasPrefix(text[n+key:], ":") {
			keys++
		}
	}
	end()
	return inner
}

// listedRecords is how many records are named.
const listedRecords = 40

// records reads keys and values, record by record: what names each, and
// what says that something is wrong with it.
func (l *listingLines) records() {
	starts, named := true, 0
	for i := range l.marks {
		text := l.s.Text(i)
		t := unindented(text)
		if len(t) == 0 || tableRule(t) {
			starts = true
			continue
		}
		key := settingKey(t)
		value := unindented(bytes.TrimLeft(t[key:], ": \t"))
		switch {
		case named < listedRecords && (starts || recordName(t[:key])):
			named++
			keepLine(l.s, l.marks, i, Outlier, 150, WhyHeading)
		case recordStatus(t[:key]) && tableBadWord(value):
			keepLine(l.s, l.marks, i, Critical, 150, WhyStatus)
		case recordStatus(t[:key]) && named <= 3:
			keepLine(l.s, l.marks, i, Sample, 100, WhyStatus)
		}
		starts = false
	}
}

func recordName(key []byte) bool {
	switch string(bytes.ToLower(key)) {
	case "name", "package", "id", "version", "title", "module":
		return true
	}
	return false
}

func recordStatus(key []byte) bool {
	switch string(bytes.ToLower(key)) {
	case "status", "state", "active", "ready", "reason", "health", "phase", "result", "error", "message", "exit code", "last state", "conditions", "loaded":
		return true
	}
	return false
}
