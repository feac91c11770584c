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
