package steer

import "elide.example/elide/internal/marker"

// text is a text for the model. Its opening is the same in all its variants,
// so that each is known by it.
type text struct{ opening, rest string }

// directive tells of markers, differences (docs/delta.md) and how to expand
// them. It is no marker by their grammar, because HASH is no hash.
func directive(expandTool bool) text {
	how := "run `elision-get HASH 12-80` or `elision-get HASH --grep TEXT`"
	if expandTool {
		how = "call context_expand (maybe prefixed) with HASH or run `elision-get HASH 12-80`"
	}
	return text{
		"Tool outputs may be shortened by elide.",
		" " + marker.ExampleGap + " hides lines 12-80, " + marker.Example + " names the original," +
			" " + marker.Open + "since HASH" + marker.Close + " an earlier output it is compared with. To see hidden lines, " + how + ", not the command again.",
	}
}

// Directive returns the text that tells a model what markers are and how to
// expand them: with elision-get or, if expandTool, with the tool context_expand
// too.
func Directive(expandTool bool) string {
	t := directive(expandTool)
	return t.opening + t.rest
}

// The profiles of output steering.
const (
	Terse    = "terse"
	Balanced = "balanced"
	Detailed = "detailed"
)

// verbosity is on the length of answers. Each variant says what must not be
// shortened as well, since that is where saving does harm.
func verbosity(profile string) (t text, ok bool) {
	t.opening = "On the length of your answers:"
	switch profile {
	case Terse:
		t.rest = " As short as the task allows: no preamble, no plan of what comes next, no summary of what was done," +
			" nothing repeated that a tool printed."
	case Balanced:
		t.rest = " Short, without preamble, and without repeating what was said or printed before." +
			" Say why where a reader could not tell."
	case Detailed:
		t.rest = " Explain decisions, findings and what is still open, as far as a reader needs to check them," +
			" but without preamble and without repeating what a tool printed."
	default:
		return text{}, false
	}
	t.rest += " Code, commands, paths, figures and error messages stay complete and exact."
	return t, true
}
