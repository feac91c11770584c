package reduce

import "bytes"

// objectList reads the list of Kubernetes objects that kubectl get -o yaml prints
// of several, and tells whether it is one: of each the kind, the name in its
// metadata, and what its status says that is wrong.
func (l *listingLines) objectList() bool {
	const item = "- apiVersion: "
	base, items := -1, 0
	for i := range l.marks {
		text := l.s.Text(i)
		if w, n := indentWidth(text); hasPrefix(text[n:], item) && (base < 0 || w == base) {
			base = w
			items++
		}
	}
	if items < yamlObjects {
		return false
	}
	inner := base + len("- ")
	named, metadata := 0, false
	for i := range l.marks {
		text := l.s.Text(i)
		if blankLine(text) {
			continue
		}
		w, n := indentWidth(text)
		switch t := text[n:]; {
		case w <= base && !hasPrefix(t, item):
			if w == 0 && hasPrefix(t, "kind: ") {
				keepLine(l.s, l.marks, i, Outlier, 180, WhyHeading)
			}
		case w == inner:
			metadata = hasPrefix(t, "metadata:")
			if hasPrefix(t, "kind: ") && named < 3 {
				keepLine(l.s, l.marks, i, Outlier, 170, WhyHeading)
			}
		case metadata && w == inner+2 && hasPrefix(t, "name: ") && named < yamlObjectsMost:
			named++
			keepLine(l.s, l.marks, i, Outlier, 180, WhyHeading)
		}
	}
	l.objectTrouble()
	return true
}

// troubleMost is how many fields of objects are shown for what they say.
const troubleMost = 120

// objectTrouble keeps the fields of objects that say that something is wrong.
func (l *listingLines) objectTrouble() {
	shown := 0
	for i := range l.marks {
		text := l.s.Text(i)
		if blankLine(text) || shown == troubleMost {
			continue
		}
		_, n := indentWidth(text)
		t := bytes.TrimPrefix(text[n:], []byte("- "))
		key := settingKey(t)
		if key == 0 || !hasPrefix(t[key:], ": ") {
			continue
		}
		value := unindented(t[key+2:])
		wrong := false
		switch string(t[:key]) {
		case "reason", "phase", "state", "health":
			wrong = tableBadWord(value) || hasSuffix(value, "BackOff") || hasSuffix(value, "Killed") || hasSuffix(value, "Error") || string(value) == "Pending"
		case "exitCode", "restartCount":
			wrong = string(value) != "0"
		case "ready":
			wrong = string(value) == "false"
		}
		if wrong {
			shown++
			keepLine(l.s, l.marks, i, Critical, 150, WhyStatus)
		}
	}
}
