// Package reduce ranks the units of a section: how much each one matters to
// an engineer who has to act on the output.
//
// The table reducers says which one ranks what: one for each shape, and some
// for what is told by its lines. A reducer is pure: it sees a section and marks its units. It can't print, store, count
// tokens or read the environment, and it doesn't know who called it. Budgets,
// gaps, keep patterns and views are not its business; they exist once, for
// all shapes, in the packages plan and render.
package reduce

import (
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/reduce/diffs"
	"elide.example/elide/internal/reduce/formats"
	"elide.example/elide/internal/reduce/jsondoc"
	"elide.example/elide/internal/reduce/listing"
	"elide.example/elide/internal/reduce/logs"
	"elide.example/elide/internal/reduce/matches"
	"elide.example/elide/internal/reduce/outline"
	"elide.example/elide/internal/reduce/plain"
	"elide.example/elide/internal/reduce/tables"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/reduce/testrun"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/shape"
)

// logShapes are the shapes that a history or a checker's report may be taken for.
var logShapes = []shape.Shape{shape.Log, shape.Plain}

// reducers says what ranks a section: the first of those for its shape (for
// any, where no shape is named) whose test, if it has one, holds. What is told
// by its lines alone comes first, each shape's own reducer last.
var reducers = [...]struct {
	shapes []shape.Shape
	is     func(s block.Section) bool
	rank   mark.Reducer
}{
	{nil, formats.IsElfReport, formats.ElfReport},
	{nil, formats.IsCertificates, formats.Certificates},
	{nil, logs.IsSyscallTrace, logs.SyscallTrace},
	{nil, formats.IsPlaybook, formats.Playbook},
	{nil, formats.IsExchange, formats.Exchange},
	{nil, listing.IsPorcelainStatus, listing.PorcelainStatus},
	{nil, logs.IsGraphHistory, logs.GitHistory},
	{nil, formats.IsCoverFunc, formats.CoverFunc},
	{nil, listing.IsSettingsFile, listing.SettingsFile},
	{[]shape.Shape{shape.TestLog, shape.BuildLog, shape.Log, shape.Prose, shape.Plain}, formats.IsHeadedTable, tables.Reduce},
	{[]shape.Shape{shape.TestLog, shape.BuildLog, shape.SourceIndent, shape.Prose}, telling.Numbers, tables.Reduce},
	{[]shape.Shape{shape.BuildLog}, listing.IsDrawnTree, listing.DrawnTree},
	{[]shape.Shape{shape.TestLog, shape.BuildLog, shape.Log, shape.Plain}, listing.IsKeyedReport, listing.KeyedReport},

	{[]shape.Shape{shape.Plain}, plain.PlainShort, plain.ShowWhole},
	{[]shape.Shape{shape.Plain}, plain.IsQueryPlan, plain.QueryPlan},
	{logShapes, logs.IsGitHistory, logs.GitHistory},
	{logShapes, logs.IsOnelineHistory, logs.OnelineHistory},
	{[]shape.Shape{shape.Log, shape.Plain, shape.Stack}, trace.IsMemcheck, trace.Memcheck},
	{[]shape.Shape{shape.Plain}, plain.StampedMostly, logs.Reduce},
	{[]shape.Shape{shape.Plain}, plain.IsChangePlan, plain.ChangePlan},

	{[]shape.Shape{shape.JSONArray, shape.JSONObject, shape.JSONLines}, nil, jsondoc.Reduce},
	{[]shape.Shape{shape.TestLog}, nil, testrun.Reduce},
	{[]shape.Shape{shape.BuildLog}, nil, build.Reduce},
	{[]shape.Shape{shape.Log}, nil, logs.Reduce},
	{[]shape.Shape{shape.Stack}, nil, trace.Reduce},
	{[]shape.Shape{shape.Grep}, nil, matches.Reduce},
	{[]shape.Shape{shape.Diff}, nil, diffs.Reduce},
	{[]shape.Shape{shape.SourceBrace}, nil, outline.Source},
	{[]shape.Shape{shape.SourceIndent}, nil, outline.Source},
	{[]shape.Shape{shape.Prose}, nil, outline.Prose},
	{[]shape.Shape{shape.Table}, listing.HeadedRecords, listing.RecordTable},
	{[]shape.Shape{shape.Table}, nil, tables.Reduce},
	{[]shape.Shape{shape.Listing}, nil, listing.Reduce},
	{nil, nil, plain.Reduce},
}

// reducerOf returns what ranks the section, and whether that is its shape's own.
func reducerOf(s block.Section) (rank mark.Reducer, own bool) {
	for _, r := range reducers {
		if (r.shapes == nil || slices.Contains(r.shapes, s.Shape)) && (r.is == nil || r.is(s)) {
			return r.rank, r.is == nil
		}
	}
	return plain.Reduce, true
}
