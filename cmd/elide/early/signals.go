package early

import (
	"os"
	"os/signal"
	"syscall"
)

// mostSignals is how many may wait to be heard.
const mostSignals = 8

// Listen returns the channel in which the filter hears what tells it to end, with
// what came so far.
func Listen() chan os.Signal {
	if signals == nil {
		signals = make(chan os.Signal, mostSignals)
		hearIn(signals)
	}
	heard := signals
	signals = nil
	return heard
}

func hearIn(heard chan os.Signal) {
	for _, sig := range [...]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(sig) {
			signal.Notify(heard, sig)
		}
	}
}

// anyHeard tells whether a signal came, which then stays to be heard. If none
// did, signals do again what they do to any program.
func anyHeard(heard chan os.Signal) bool {
	if heard == nil {
		return false
	}
	signal.Stop(heard) // behind it, what came to the process is in the channel
	if len(heard) == 0 {
		return false
	}
	hearIn(heard)
	return true
}
