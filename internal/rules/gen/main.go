// Gen writes the table of the embedded rules. It runs in the folder of package
// rules.
package main

import (
	"fmt"
	"go/format"
	"os"

	"elide.example/elide/internal/rules"
)

func main() {
	if err := write("table.go"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(name string) error {
	source, err := rules.Source(os.DirFS("."))
	if err != nil {
		return err
	}
	if source, err = format.Source(source); err != nil {
		return err
	}
	return os.WriteFile(name, source, 0o644)
}
