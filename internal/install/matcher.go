package install

import (
	"regexp"
	"slices"
	"strings"
)

// overlap tells whether there may be a tool whose name both matchers match. They
// are lists of names or regular expressions; "" and "*" match all.
func overlap(a, b string) bool {
	if matchesAll(a) || matchesAll(b) {
		return true
	}
	return slices.ContainsFunc(append(toolNames(a), toolNames(b)...), func(name string) bool {
		return matches(a, name) && matches(b, name)
	})
}

func matchesAll(matcher string) bool { return matcher == "" || matcher == "*" }

// toolNames returns a name for each alternative of a matcher.
func toolNames(matcher string) []string {
	names := strings.FieldsFunc(matcher, func(r rune) bool { return strings.ContainsRune("|,^$() ", r) })
	for i, name := range names {
		names[i] = strings.NewReplacer(".*", "x", ".+", "x", `\`, "").Replace(name)
	}
	return names
}

func matches(matcher, name string) bool {
	list := strings.NewReplacer(", ", "|", ",", "|").Replace(matcher)
	pattern, err := regexp.Compile("^(?:" + list + ")$")
	if err != nil {
		return slices.Contains(toolNames(matcher), name)
	}
	return pattern.MatchString(name)
}
