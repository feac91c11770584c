package formats

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/reduce/listing"
	"elide/internal/reduce/outline"
	"elide/internal/rules"
	"elide/internal/scan"
)

// Kubectl describe prints of each object its fields, those of its parts indented
// below them, a table of conditions and one of events. Of one object nearly all is
// shown that isn't always the same; of many, what is wrong with which.

const (
	describedMost = 300 // objects that are named
	describedBad  = 40  // lines shown of what is wrong with one
	describedLast = 3   // events of the usual kind that are shown of an object
)

// IsDescription tells whether the section is such a description.
func IsDescription(s block.Section) bool {
	if s.Len() < 16 || !scan.HasPrefix(s.Text(outline.First(s)), "Name:  ") {
		return false
	}
	like := 0
	for i := range min(s.Len(), 40) {
		if scan.HasAnyPrefix(s.Text(i), "Namespace:  ", "Labels:  ", "Annotations:  ", "CreationTimestamp:  ", "Selector:  ", "Node:  ", "Roles:  ", "Containers:", "Conditions:", "API Version:  ") {
			like++
		}
	}
	return like >= 3
}

// Description ranks the objects that are described.
func Description(s block.Section, marks []mark.Mark) {
	var starts []int
	for i := range marks {
		if scan.HasPrefix(s.Text(i), "Name:  ") {
			starts = append(starts, i)
		}
	}
	for n, first := range starts {
		end := len(marks)
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		d := describedObject{s: s, marks: marks, first: first, end: end, alone: len(starts) == 1}
		if n < describedMost {
			d.rank()
		}
	}
	mark.Spread(s, marks)
}

type describedObject struct {
	s          block.Section
	marks      []mark.Mark
	first, end int
	alone      bool
	dull       int // indentation of the dull field that is read, -1: none
	section    string
	normal     []int // events of the usual kind
	bad        int
}

func (d *describedObject) rank() {
	d.marks[d.first].Raise(mark.Outlier, 180, mark.WhyHeading)
	d.dull = -1
	container := -1 // the unit that names the part which is read
	for i := d.first + 1; i < d.end; i++ {
		text := d.s.Text(i)
		if scan.Blank(text) {
			continue
		}
		w, n := scan.Indent(text)
		key, value := listing.CutField(text[n:])
		if w == 0 {
			d.section, container = string(key), -1
		}
		if w == 2 && len(value) == 0 {
			container = i
		}
		switch {
		case d.section == "Events":
			d.event(i, text[n:])
		case d.wrong(string(key), value, text[n:]):
			if d.bad++; d.bad <= describedBad {
				d.marks[i].Raise(mark.Critical, 150, mark.WhyStatus)
				if container >= 0 {
					d.marks[container].Raise(mark.Context, 120, mark.WhyHeading)
				}
			}
		case string(key) == "Status" && w == 0:
			d.marks[i].Raise(mark.Sample, 110, mark.WhyStatus)
		case d.alone:
			d.detail(i, w, string(key))
		}
	}
	if d.alone || d.bad > 0 {
		for _, i := range d.normal[max(0, len(d.normal)-describedLast):] {
			d.marks[i].Raise(mark.Sample, 60, mark.WhyEdge)
		}
	}
}

// event ranks a row of the table of events.
func (d *describedObject) event(i int, t []byte) {
	switch {
	case scan.HasPrefix(t, "Warning "):
		d.bad++
		d.marks[i].Raise(mark.Critical, 160, mark.WhyMessage)
	case scan.HasPrefix(t, "Normal "):
		d.normal = append(d.normal, i)
	case scan.HasPrefix(t, "Events:"), scan.HasPrefix(t, "Type "):
		if d.alone {
			d.marks[i].Raise(mark.Sample, 80, mark.WhyHeading)
		}
	}
}

// wrong tells whether a field or a condition says that something is wrong.
func (d *describedObject) wrong(key string, value, t []byte) bool {
	switch key {
	case "State", "Last State":
		return !bytes.Equal(value, []byte("Running")) && len(value) > 0
	case "Reason":
		return !bytes.Equal(value, []byte("Completed"))
	case "Message":
		return true
	case "Exit Code", "Restart Count":
		return !bytes.Equal(value, []byte("0"))
	case "Ready":
		return bytes.Equal(value, []byte("False"))
	case "Status":
		return rules.Troubled(value)
	case "Limits", "Requests":
		return false
	}
	if d.section != "Conditions" {
		return false
	}
	cells := bytes.Fields(t)
	if len(cells) < 2 {
		return false
	}
	trouble := scan.HasSuffix(cells[0], "Pressure") || scan.HasSuffix(cells[0], "Unavailable") || bytes.Contains(cells[0], []byte("Problem")) || scan.HasSuffix(cells[0], "Failure") || bytes.Equal(cells[0], []byte("Failed"))
	switch string(cells[1]) {
	case "False":
		return !trouble
	case "True":
		return trouble
	}
	return string(cells[1]) == "Unknown"
}

// detail ranks the other fields of an object that is described alone: what they
// say of images, limits, probes and variables, but no identifiers, mounts and
// defaults.
func (d *describedObject) detail(i, w int, key string) {
	if d.dull >= 0 && w > d.dull {
		return
	}
	d.dull = -1
	switch key {
	case "Container ID", "Image ID", "Port", "Host Port", "Mounts", "Volumes", "Tolerations", "QoS Class", "Node-Selectors", "Annotations",
		"Priority", "IPs", "Started", "Finished", "System Info", "Capacity", "ProviderID", "Ports", "Host Ports", "Managed Fields", "Non-terminated Pods":
		d.dull = w
		return
	}
	d.marks[i].Raise(mark.Sample, 90, mark.WhyStatus)
}
