package jsondoc

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// TestCertainRuns shows, between ‹ and ›, what is certain of a text.
func TestCertainRuns(t *testing.T) {
	tests := []struct{ name, want string }{
		{"a document", "‹{\"a\": [1, \"x y\"]}\n›"},
		{"without a line end", "‹[1, 2, 3]›"},
		{"documents", "‹{\"a\": 1}\n{\"a\": 2}\n›"},
		{"coloured", "‹\x1b[1m[\x1b[0m\"a b\"]›"},
		{"a document in text", "warning:  x\n‹{\"a\": 1}\n›done:  \"y\"\n"},
		{"cut in a string", "‹[{\"id\": 1, ›\"title\": \"the br"},
		{"cut between tokens", "‹[{\"id\": 1, \"title\": ›\"the brown fox\", "},
		{"without a proof", "[1, 2, 3, "},
		{"lines", "‹[\n  1,\n  ›2,"},
		{"begins in a string", "rown  fox\"‹, \"id\": 1, \"title\": ›\"x\", \"l\""},
		{"begins in a string like structure", "[ 1,  2 ] of\"‹, \"title\": ›\"x  y\""},
		{"is all in a string", "[ 1,  {\"a\": 2} ] of"},
		{"a host's line", "‹[{\"id\": 1, ›\"title\": \"the\n\n... [9 characters omitted] ...\n\n fox\"‹, \"note\": ›\"x y\"}]"},
		{"a host's note in a string", "‹[{\"a\": \"x y\", ›\"b\": \"the…9 tokens truncated…fox\"‹, \"note\": ›\"x y\", "},
		{"a host's note before strings like structure", "‹[{\"a\": \"x y\", ›\"b\": \"the…9 tokens truncated…, \"‹: \", \", \"c\": 1, ›\"d e\": 2"},
		{"a note that no one knows", "‹[{\"a\": \"x y\", \"b\": ›\"the (cut) , \", \": \", \", \"c\"‹: 1, ›\"d e\": 2"},
		{"no JSON", "{a: 'x  y',  b: \"z  z\"}"},
		{"a comment", "{\n  // it's  \"so  \"\n‹  \"a\": 1,\n  ›\"b c\": 2,"},
	}
	for _, tt := range tests {
		text := strings.NewReplacer("‹", "", "›", "").Replace(tt.want)
		var got strings.Builder
		at := 0
		for _, run := range certainRuns([]byte(text)) {
			got.WriteString(text[at:run.start] + "‹" + text[run.start:run.end] + "›")
			at = int(run.end)
		}
		got.WriteString(text[at:])
		if got.String() != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got.String(), tt.want)
		}
	}
}

// Whole documents are certain from end to end, whatever their strings hold.
func TestWholeDocumentsAreCertain(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		value := rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.String())).Draw(t, "value")
		text, err := json.MarshalIndent(value, "", rapid.SampledFrom([]string{"", "\t"}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		runs := certainRuns(text)
		if len(runs) != 1 || runs[0] != (jsonRun{end: int32(len(text))}) {
			t.Fatalf("%v of %q", runs, text)
		}
	})
}
