// Gen writes the table of the languages. It runs in the folder of package languages.
package main

import (
	"fmt"
	"go/format"
	"os"
)

func main() {
	if err := write("table.go"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(name string) error {
	all, err := parseAll(os.DirFS("."))
	if err != nil {
		return err
	}
	source, err := format.Source(table(all))
	if err != nil {
		return err
	}
	return os.WriteFile(name, source, 0o644)
}
