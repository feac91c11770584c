package config

import (
	"strings"

	"elide.example/elide/internal/cli"
)

// nearest returns the key, or the table, whose name is most like it.
func nearest(name string, table bool) string {
	var names []string
	for _, k := range keys() {
		if table {
			names = append(names, k.name[:max(strings.LastIndexByte(k.name, '.'), 0)])
		} else {
			names = append(names, k.name)
		}
	}
	near, _ := cli.Nearest(name, names)
	return near
}
