package cachehint

import (
	"cmp"
	"slices"

	"elide.example/elide/internal/jsonspan"
)

// layout is an array of tool definitions, and the order in which they are sent.
type layout struct {
	places []jsonspan.Value // as they stand in the request
	order  []jsonspan.Value // the definition that each place gets
}

// asIs returns the tools in the order that they have.
func asIs(tools jsonspan.Value) layout {
	places := slices.Collect(tools.Elements())
	return layout{places, places}
}

// sorted returns the tools in the order of their names. If one has no name,
// all of them stay where they are.
func sorted(tools jsonspan.Value) layout {
	l := asIs(tools)
	type named struct {
		name string
		tool jsonspan.Value
	}
	all := make([]named, 0, len(l.places))
	for _, tool := range l.places {
		name := toolName(tool)
		if name == "" {
			return l
		}
		all = append(all, named{name, tool})
	}
	slices.SortStableFunc(all, func(a, b named) int { return cmp.Compare(a.name, b.name) })
	l.order = make([]jsonspan.Value, len(all))
	for i, n := range all {
		l.order[i] = n.tool
	}
	return l
}

// namePaths are where providers have the name of a tool. A tool that runs at
// the provider may have nothing but its server's name or its type.
var namePaths = [...][]string{{"name"}, {"function", "name"}, {"custom", "name"}, {"mcp_server_name"}, {"server_label"}, {"type"}}

// toolName returns what a tool is called, "" if nothing says so.
func toolName(tool jsonspan.Value) string {
	for _, path := range namePaths {
		if name := tool.Path(path...).Str(); name != "" {
			return name
		}
	}
	return ""
}

// edits returns the edits that bring the tools into their order. A tool that
// moves keeps its bytes, and the blanks and commas between places stay. The
// last tool that can have a breakpoint gets this one; nil: none does.
func (l layout) edits(breakpoint []byte) []jsonspan.Edit {
	last := -1
	if breakpoint != nil {
		last = l.lastCacheable()
	}
	var edits []jsonspan.Edit
	for i, tool := range l.order {
		switch moved := tool != l.places[i]; {
		case moved && i == last:
			edits = append(edits, l.places[i].Replace(marked(tool, breakpoint)))
		case moved:
			edits = append(edits, l.places[i].Replace(tool.Raw()))
		case i == last:
			edits = append(edits, addMember(tool, cacheControl, breakpoint)...)
		}
	}
	return edits
}

// lastCacheable returns the last place whose tool takes a breakpoint, -1 if
// there is none. Anthropic refuses one on a tool that is loaded when it is
// searched for.
func (l layout) lastCacheable() int {
	for i, tool := range slices.Backward(l.order) {
		if deferred, _ := tool.Get("defer_loading").Bool(); !deferred && tool.Len() > 0 {
			return i
		}
	}
	return -1
}

// marked returns a definition with a breakpoint.
func marked(tool jsonspan.Value, breakpoint []byte) []byte {
	raw := tool.Raw()
	edit := addMember(tool, cacheControl, breakpoint)[0]
	return slices.Concat(raw[:1], edit.New, raw[1:])
}
