// Gen writes the table of what hidden lines are worth. It runs in the folder of package
// worth.
package main

import (
	"fmt"
	"go/format"
	"os"

	"elide.example/elide/internal/worth"
)

func main() {
	if err := write("table.go"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(name string) error {
	all, err := worth.Read(os.DirFS("observed"))
	if err != nil {
		return err
	}
	source, err := format.Source(worth.Fit(all, "").Source())
	if err != nil {
		return err
	}
	return os.WriteFile(name, source, 0o644)
}
