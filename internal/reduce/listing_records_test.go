package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/shape"
)

// Records with a field a line, as databases and package managers print them.
func TestRecordsOfFields(t *testing.T) {
	forms := map[string]struct{ head, field string }{
		"psql":   {"-[ RECORD %d ]-+---------\n", "%-12s | %s\n"},
		"mysql":  {"*************************** %d. row ***************************\n", "%12s: %s\n"},
		"sqlite": {"", "%12s = %s\n"},
		"apt":    {"", "%s: %s\n"},
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for i := range 60 {
				if form.head != "" {
					fmt.Fprintf(&b, form.head, i+1)
				}
				state, note := "ready", ""
				if i == 41 {
					state = "failed"
				}
				if i == 52 {
					note = "pinned"
				}
				for _, f := range [][2]string{{"package", fmt.Sprintf("lib%d", i)}, {"size", fmt.Sprint(i * 7)}, {"owner", "root"}, {"state", state}, {"origin", "main"}, {"note", note}, {"checked", "yes"}} {
					fmt.Fprintf(&b, form.field, f[0], f[1])
				}
				if form.head == "" {
					b.WriteString("\n")
				}
			}
			sh := shape.Listing
			if name == "psql" {
				sh = shape.Table
			}
			got := shownBy(t, sh, b.String())
			wantShown(t, got, "lib0\n", "lib41\n", "failed\n", "lib52\n", "pinned\n")
			wantHidden(t, got, "lib40\n")
			if form.head != "" {
				wantShown(t, got, fmt.Sprintf(form.head, 60))
			}
			if len(got)*2 > b.Len() {
				t.Errorf("%d of %d bytes are shown", len(got), b.Len())
			}
		})
	}
}

// Of a stream of Kubernetes objects each one's kind and name are shown; the
// names within their specs are not.
func TestObjectsOfAStream(t *testing.T) {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "apiVersion: v1\nkind: Service\nmetadata:\n  labels:\n    name: label%d\n  name: svc%d\nspec:\n  ports:\n  - name: http\n    port: 80\n---\n", i, i)
	}
	got := shownBy(t, shape.Listing, b.String())
	wantShown(t, got, "kind: Service\n", "  name: svc0\n", "  name: svc19\n")
	wantHidden(t, got, "name: label3")
	if n := strings.Count(got, "name: http"); n != 1 {
		t.Errorf("name: http is shown %d times", n)
	}
}

// What ails a single object of Kubernetes is shown, however deep it stands.
func TestObjectSaysWhatAilsIt(t *testing.T) {
	got := shownBy(t, shape.Listing, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web-17\n  labels:\n"+
		linesOf(400, func(i int) string { return fmt.Sprintf("    label-%d: value-%d", i, i) })+
		"status:\n  containerStatuses:\n  - name: web\n    restartCount: 7\n    state:\n      waiting:\n        reason: CrashLoopBackOff\n  phase: Running\n")
	wantShown(t, got, "reason: CrashLoopBackOff", "restartCount: 7")
	wantHidden(t, got, "label-390:")
}
