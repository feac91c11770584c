package pipeline

import (
	"fmt"
	"strings"
	"testing"
)

// TestJobsAreNamedOnce: of the lines of a CI server's job, job, step and date stand once
// above them.
func TestJobsAreNamedOnce(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "build (linux/amd64, ubuntu-latest)\tRun the checks\t2026-08-11T07:%02d:19.6569012Z error: cart %d has no till\n", i, i*i)
	}
	out := reducedAs(t, text.String(), Options{})
	if n := strings.Count(out, "Run the checks"); n != 1 || !strings.Contains(out, "\n07:59:19.6569012Z error: cart 3481 has no till\n") {
		t.Errorf("the step is named %d times:\n%s", n, out)
	}
}

// TestAllShownByViews: what is too short to hide anything of is still shown by its views,
// if they save enough.
func TestAllShownByViews(t *testing.T) {
	var text strings.Builder
	for f := range 5 {
		for i := range 16 {
			fmt.Fprintf(&text, "src/warehouse/inventory/adjustments/pending_%d.go:%d:\treturn reconcile(ctx, batch%d, %q)\n", f, i*7+1, i*f, strings.Repeat("ab", i))
		}
	}
	out := reducedAs(t, text.String(), Options{})
	if strings.Contains(out, "⟦1") || !strings.Contains(out, " all shown, ") {
		t.Errorf("not all is shown, by views:\n%s", out)
	}
}

// TestPageAsText: a page is shown as its text, and the marker says so; what a pattern asks
// for stands as it came.
func TestPageAsText(t *testing.T) {
	var text strings.Builder
	text.WriteString("<!DOCTYPE html>\n<html><head><title>Docs</title>\n<script>let a = 1</script></head><body>\n")
	for i := range 300 {
		fmt.Fprintf(&text, "<div class=\"row\"><p id=\"p%d\">Paragraph %d of the <em>docs</em></p></div>\n", i, i)
	}
	text.WriteString("</body></html>\n")
	out := reducedAs(t, text.String(), Options{})
	if !strings.Contains(out, "\nParagraph 7 of the docs\n") || !strings.Contains(out, "HTML as text, ") || strings.Contains(out, "let a") {
		t.Error(out)
	}
	if plain := reducedAs(t, text.String(), Options{PlainViews: true}); strings.Contains(plain, "as text") || !strings.Contains(plain, `<p id="p7">`) {
		t.Error(plain)
	}
}
