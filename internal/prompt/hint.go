package prompt

import (
	"bytes"
	"strings"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/shape"
)

// commandOf returns the command that printed a block, as its info string or its
// first line says it: ```go test ./..., or a line such as $ go test. "" if neither
// does.
func commandOf(b fenced) string {
	words := strings.Fields(b.info)
	if len(words) > 1 && !strings.ContainsAny(b.info, "{}=\"'") {
		return strings.Join(words, " ")
	}
	first, _, _ := bytes.Cut(b.content, []byte{'\n'})
	const most = 200
	if line, ok := bytes.CutPrefix(first, []byte("$ ")); ok && len(line) <= most {
		return string(bytes.TrimSpace(line))
	}
	return ""
}

// hintBytes is how much of a block is looked at to see whether a hint is needed.
const hintBytes = 64 << 10

// shapeOf returns the shape that the info string names, if the block itself
// doesn't tell: nil otherwise. What a block looks like is more reliable than
// what it was called.
func shapeOf(b fenced, command string) *shape.Shape {
	named, ok := shapeNamed(language(b.info))
	if !ok {
		return nil
	}
	secs := classify.Sections(block.New(b.content[:min(len(b.content), hintBytes)]), command)
	if len(secs) != 1 || secs[0].Shape != shape.Plain {
		return nil
	}
	return &named
}

// language returns the first word of an info string as languages are written:
// ```Go, ```{.go}, ```go{1,3}.
func language(info string) string {
	info = strings.TrimLeft(info, "{.")
	if i := strings.IndexAny(info, " \t{},:"); i >= 0 {
		info = info[:i]
	}
	return strings.ToLower(info)
}

// shapeNamed returns the shape of what is written in a language.
func shapeNamed(language string) (shape.Shape, bool) {
	switch language {
	case "diff", "patch", "udiff":
		return shape.Diff, true
	case "log", "logs", "syslog":
		return shape.Log, true
	case "jsonl", "ndjson", "jsonlines":
		return shape.JSONLines, true
	case "csv", "tsv", "table":
		return shape.Table, true
	case "md", "markdown", "prose":
		return shape.Prose, true
	case "go", "golang", "c", "h", "cpp", "c++", "cc", "cs", "csharp", "java", "js", "javascript", "jsx", "ts", "typescript", "tsx", "rs", "rust",
		"kt", "kotlin", "swift", "scala", "php", "dart", "zig":
		return shape.SourceBrace, true
	case "py", "python", "python3", "rb", "ruby", "nim":
		return shape.SourceIndent, true
	}
	return shape.Plain, false
}
