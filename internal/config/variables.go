package config

import (
	"slices"
	"strings"

	"elide.example/elide/internal/cli"
)

// notSettings are elide's variables that no key of a configuration has: the switch, the
// store and the conversation, what a server is asked with, what programs of elide's hand
// to each other, and, by how they begin, those of its tests.
var notSettings = []string{
	"ELIDE", "ELIDE_STORE", "ELIDE_CONVERSATION", "ELIDE_URL", "ELIDE_MCP_TOKEN", "ELIDE_PROXY_TOKEN", "ELIDE_SERVE_TOKEN",
	"ELIDE_SHELL_LINE", "ELIDE_SHELL_PREFIX", "ELIDE_SAMPLE",
}

const ofTests = "ELIDE_TEST_"

// Misnamed returns, of an environment as os.Environ gives it, the variables that look as
// if they set something of elide's and set nothing, each with that of the setting whose
// name is most like its own, "" if none is.
func Misnamed(environ []string) (names, nearest []string) {
	var settings []string
	for _, k := range keys() {
		settings = append(settings, k.env())
	}
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		if value == "" || !strings.HasPrefix(name, "ELIDE_") || strings.HasPrefix(name, ofTests) || slices.Contains(settings, name) || slices.Contains(notSettings, name) {
			continue
		}
		near, like := cli.Nearest(name, settings)
		if !like {
			near = ""
		}
		names, nearest = append(names, name), append(nearest, near)
	}
	return names, nearest
}
