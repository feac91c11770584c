package listing

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// objectList reads the list of Kubernetes objects that kubectl get -o yaml prints
// of several, and tells whether it is one: of each the kind, the name in its
// metadata, and what its status says that is wrong.
func (l *listingLines) objectList() bool {
	const item = "- apiVersion: "
	base, items := -1, 0
	for i := range l.marks {
		text := l.s.Text(i)
		if w, n := scan.Indent(text); scan.HasPrefix(text[n:], item) && (base < 0 || w == base) {
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
		if scan.Blank(text) {
			continue
		}
		w, n := scan.Indent(text)
		switch t := text[n:]; {
		case w <= base && !scan.HasPrefix(t, item):
			if w == 0 && scan.HasPrefix(t, "kind: ") {
				mark.KeepLine(l.s, l.marks, i, mark.Outlier, 180, mark.WhyHeading)
			}
		case w == inner:
			metadata = scan.HasPrefix(t, "metadata:")
			if scan.HasPrefix(t, "kind: ") && named < 3 {
				mark.KeepLine(l.s, l.marks, i, mark.Outlier, 170, mark.WhyHeading)
			}
		case metadata && w == inner+2 && scan.HasPrefix(t, "name: ") && named < yamlObjectsMost:
			named++
			mark.KeepLine(l.s, l.marks, i, mark.Outlier, 180, mark.WhyHeading)
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
		if scan.Blank(text) || shown == troubleMost {
			continue
		}
		_, n := scan.Indent(text)
		t := bytes.TrimPrefix(text[n:], []byte("- "))
		key := settingKey(t)
		if key == 0 || !scan.HasPrefix(t[key:], ": ") {
			continue
		}
		value := scan.Trim(t[key+2:])
		wrong := false
		switch string(t[:key]) {
		case "reason", "phase", "state", "health":
			wrong = rules.Troubled(value)
		case "exitCode", "restartCount":
			wrong = string(value) != "0"
		case "ready":
			wrong = string(value) == "false"
		}
		if wrong {
			shown++
			mark.KeepLine(l.s, l.marks, i, mark.Critical, 150, mark.WhyStatus)
		}
	}
}
