package classify

import (
	"fmt"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/shape"
)

// telling returns the kinds of lines that speak for a shape, and what such
// lines are.
func telling(s shape.Shape) (are string, ks []line.Kind) {
	switch s {
	case shape.JSONLines:
		return "are a JSON record", []line.Kind{line.JSONRecord}
	case shape.TestLog:
		return "are a test runner's", []line.Kind{line.Result, line.MaybeResult}
	case shape.BuildLog:
		return "are a build's steps and findings", []line.Kind{line.Finding, line.Quoted, line.Message, line.Step}
	case shape.Log:
		return "begin with a time, a level or a commit", []line.Kind{line.Record, line.Commit}
	case shape.Stack:
		return "are frames or heads of a trace", []line.Kind{line.Frame, line.TraceHead}
	case shape.Grep:
		return "are a path and what it matches", []line.Kind{line.Match, line.Around}
	case shape.Diff:
		return "are a diff's", []line.Kind{line.DiffHead, line.DiffHunk, line.DiffBody, line.Stat}
	case shape.SourceBrace:
		return "are of a language with braces", []line.Kind{line.Brace}
	case shape.SourceIndent:
		return "are of a language that indents", []line.Kind{line.Indented, line.Definition}
	case shape.Prose:
		return "are sentences or headings", []line.Kind{line.Sentence, line.Heading}
	case shape.Table:
		return "are in columns", []line.Kind{line.Columns}
	}
	return "are paths or settings", []line.Kind{line.Path, line.Perms, line.Setting}
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
		k := s.Look(i).Kind
		if s.Rules.Has(rules.Test) && namesResult(s.Rules, s.Text(i)) {
			k = line.Result
		}
		if k != line.Blank {
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
