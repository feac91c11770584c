//go:build race

package laws

// raced tells whether the race detector watches.
const raced = true
