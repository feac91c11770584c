package classify

import (
	"fmt"
	"slices"

	"elide/internal/block"
	"elide/internal/rules"
	"elide/internal/shape"
)

// telling returns the kinds of lines that speak for a shape, and what such
// lines are.
func telling(s shape.Shape) (are string, ks []kind) {
	switch s {
	case shape.JSONLines:
		return "are a JSON record", []kind{jsonRecord}
	case shape.TestLog:
		return "are a test runner's", []kind{testStrong, testWeak}
	case shape.BuildLog:
		return "are a build's steps and findings", []kind{located, gutter, diag, buildStep}
	case shape.Log:
		return "begin with a time, a level or a commit", []kind{stamped, commit}
	case shape.Stack:
		return "are frames or heads of a trace", []kind{frame, trace}
	case shape.Grep:
		return "are a path and what it matches", []kind{match, around}
	case shape.Diff:
		return "are a diff's", []kind{diffHead, diffHunk, diffBody, stat}
	case shape.SourceBrace:
		return "are of a language with braces", []kind{brace}
	case shape.SourceIndent:
		return "are of a language that indents", []kind{indented, definition}
	case shape.Prose:
		return "are sentences or headings", []kind{sentence, heading}
	case shape.Table:
		return "are in columns", []kind{columns}
	}
	return "are paths or settings", []kind{path, perms, setting}
}

// Evidence says from what the section's shape was told, as a person would be
// told it: which of its lines speak for it.
func Evidence(s block.Section) string {
	switch s.Shape {
	case shape.JSONArray, shape.JSONObject:
		return "a whole JSON document"
	case shape.Plain:
		return "no other shape accounts for its lines"
	case shape.Binary:
		return "bytes that are no text"
	}
	are, ks := telling(s.Shape)
	n, lines := 0, 0
	for i := range s.Len() {
		k := kindOf(s.Text(i))
		if s.Rules.Has(rules.Test) && namesResult(s.Rules, s.Text(i)) {
			k = testStrong
		}
		if k != blank {
			lines++
		}
		if slices.Contains(ks, k) {
			n++
		}
	}
	if n == 0 {
		return "what its tool counts at the end, or the command"
	}
	return fmt.Sprintf("%d of %d lines %s", n, lines, are)
}
