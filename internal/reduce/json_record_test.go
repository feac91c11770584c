package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/shape"
)

// What is to become of few things stands out, though it is a list, and its
// record is no map for having members that are alike.
func TestActionsOfAPlan(t *testing.T) {
	var b strings.Builder
	b.WriteString("{\n\"changes\": [\n")
	for i := range 80 {
		action := "no-op"
		if i == 33 || i == 61 {
			action = "update"
		}
		fmt.Fprintf(&b, "{\n\"address\": \"service.s%d\",\n\"change\": {\n\"actions\": [\n\"%s\"\n],\n", i, action)
		for _, key := range []string{"before", "after", "unknown", "sensitive"} {
			fmt.Fprintf(&b, "\"%s\": {\n\"id\": \"id%d\",\n\"input\": \"in%d\"\n},\n", key, i, i)
		}
		b.WriteString("\"paths\": {\n\"id\": \"x\",\n\"input\": \"y\"\n}\n}\n},\n")
	}
	b.WriteString("{}\n]\n}\n")
	got := shownBy(t, shape.JSONObject, b.String())
	wantShown(t, got, "service.s33", "service.s61")
	wantHidden(t, got, "service.s40")
}

// TestFewRecordsThatDiffer: of three like records one differs from the others in a
// member, and in what a string of a list assigns; that is shown, also in one that failed.
func TestFewRecordsThatDiffer(t *testing.T) {
	record := func(i int) string {
		level, tier, state := "calm", "low", "running"
		if i == 1 {
			level, tier, state = "loud", "high", "failed"
		}
		return fmt.Sprintf("{\"id\": \"%d\", \"state\": %q, \"set\": [%s\n\"LEVEL=%s\"], \"labels\": {\"tier\": %q, \"team\": \"a\"}, \"fill\": [%s\n0]}", i*7919, state, linesOf(190, func(k int) string { return fmt.Sprintf("\"K%d=%d\",", k, k) }), level, tier, linesOf(90, func(k int) string { return fmt.Sprintf("%d,", k) }))
	}
	got := shownOf(shape.JSONArray, "["+record(0)+",\n"+record(1)+",\n"+record(2)+"]\n")
	wantShown(t, got, "LEVEL=loud", "\"tier\": \"high\"")
	wantHidden(t, got, "K80=80")
}
