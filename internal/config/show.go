package config

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// WriteTo writes the configuration as TOML, with the origin of each value
// behind it. What it writes can be used as a configuration file, but for the
// passwords in URLs, which are hidden.
func (c *Config) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	table := ""
	for _, k := range keys() {
		dot := strings.LastIndexByte(k.name, '.')
		if t := k.name[:max(dot, 0)]; t != table {
			table = t
			fmt.Fprintf(&b, "\n[%s]\n", table)
		}
		text := k.name[dot+1:] + " = " + tomlValue(k.place(c))
		fmt.Fprintf(&b, "%-32s # %s\n", text, c.Origin(k.name))
	}
	c.writeProject(&b)
	c.writeRules(&b)
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// writeProject says which project's file there is, and what of it is left out.
func (c *Config) writeProject(b *strings.Builder) {
	for _, err := range c.unread {
		fmt.Fprintf(b, "\n# %s\n", oneLine(err.Error()))
	}
	if c.mistake != nil {
		fmt.Fprintf(b, "\n# ignored, as there is a mistake in it: %s\n", oneLine(c.mistake.Error()))
	}
	if c.project == nil {
		return
	}
	state := "not trusted"
	if c.trusted {
		state = "trusted"
	}
	fmt.Fprintf(b, "\n# project: %q, %s\n", c.project.name, state)
	if len(c.KeepToo) > 0 {
		fmt.Fprintf(b, "# kept too, where no limit holds: %s\n", tomlValue(&c.KeepToo))
	}
	for _, r := range c.refused {
		fmt.Fprintf(b, "# ignored, needs trust (elide config trust): %s (%s)\n", r.Key, oneLine(r.Origin.String()))
	}
}

// writeRules says which folder of rules the project has, and whether they count.
func (c *Config) writeRules(b *strings.Builder) {
	state, n := "not trusted: elide rules list", 0
	for _, f := range c.RuleFiles() {
		if f.Project {
			n++
			if f.Trusted {
				state = "trusted"
			}
		}
	}
	if n > 0 {
		fmt.Fprintf(b, "\n# rules of the project: %d files in %q, %s\n", n, c.rules.project, state)
	}
}

// oneLine returns the first line of a text, as it can be shown in a comment.
func oneLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, text)
}

func tomlValue(place any) string {
	switch p := place.(type) {
	case *bool:
		return strconv.FormatBool(*p)
	case *int:
		return strconv.Itoa(*p)
	case *int64:
		return strconv.FormatInt(*p, 10)
	case *string:
		return tomlString(hidePasswords(*p))
	case *[]string:
		items := make([]string, len(*p))
		for i, item := range *p {
			items[i] = tomlString(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case *map[string]string:
		members := make([]string, 0, len(*p))
		for _, name := range slices.Sorted(maps.Keys(*p)) {
			members = append(members, tomlString(name)+" = "+tomlString((*p)[name]))
		}
		return "{" + strings.Join(members, ", ") + "}"
	}
	return ""
}

// tomlString returns text as a basic string. TOML knows fewer escapes than Go.
func tomlString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
