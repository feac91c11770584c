package outline

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// isComponent tells whether the text is a file of Vue or Svelte: a script, a
// template and styles, each within a tag at the left edge.
func isComponent(text []byte) bool {
	t := bytes.TrimLeft(text[:min(len(text), 4<<10)], " \t\r\n")
	for scan.HasPrefix(t, "<!--") {
		end := bytes.Index(t, []byte("-->"))
		if end < 0 {
			return false
		}
		t = bytes.TrimLeft(t[end+3:], " \t\r\n")
	}
	return scan.HasAnyPrefix(t, "<script", "<template>", "<template ") && (bytes.Contains(text, []byte("</script>\n")) || bytes.HasSuffix(text, []byte("</script>")))
}

// componentScript returns the text with all but its scripts blanked out, so
// that each line keeps its place.
func componentScript(text []byte) []byte {
	out := bytes.Clone(text)
	script := false
	for at := 0; at < len(out); {
		end := len(out)
		if i := bytes.IndexByte(out[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := out[at:end]
		opens, closes := scan.HasPrefix(line, "<script"), scan.HasPrefix(line, "</script>")
		if opens || closes || !script {
			for i := range line {
				line[i] = ' '
			}
		}
		script = (script || opens) && !closes
		at = end + 1
	}
	return out
}

// componentParts keeps the tags of a component's parts.
func componentParts(s block.Section, marks []mark.Mark) {
	for i := range marks {
		if scan.HasAnyPrefix(s.Text(i), "<script", "<template", "<style") {
			marks[i].Raise(mark.Outlier, 240, mark.WhyDeclaration)
		}
	}
}
