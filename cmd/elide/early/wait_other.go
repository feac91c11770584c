//go:build unix && !linux

package early

import "os"

// waits says that the filter waits for input that still comes.
const waits = false

func awaitInput(chan os.Signal) bool { return true }

func writerEnded() bool { return false }
