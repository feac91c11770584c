// Package room tells whether the system leaves this process the room that
// elide's work takes: address space and open files.
//
// Neither can be asked for when it is needed. Go ends a process that is refused
// memory, and one that is refused the file its poller takes, and nothing can
// catch that: what was held of a block would be lost. So it is asked for once, at
// the start, and who lacks it passes its input on and holds nothing.
package room

import (
	"errors"
	"strconv"
)

// Files is how many files elide needs to be able to open beside those that are
// open. By trial, 10 will do for a filter, elide run and elision-get, also of more
// than 16 MB; a shared store takes some more, and a limit of a hundred is rare.
const Files = 16

// Address is how much address space elide needs. Go reserves 1.2 GB at its start,
// of which nearly nothing is used, or less, where that is refused. By trial
// (ulimit -v from 0.7 to 2.4 GB, three times each), 20 MB of brackets, log, JSON and
// errors ended it at 0.7 and 0.8 GB and from 1.24 to 1.45, and not at 1.0, 1.15 and
// from 1.5 on.
const Address = 2 << 30

// Data is how much of it may be private memory (ulimit -d): by trial the same
// inputs ended it under 200 MB; the limit that elide sets its heap is 160.
const Data = 400 << 20

// Lack returns what the process has too little of, nil if nothing. It costs some
// forty system calls of less than a microsecond.
func Lack() error {
	if err := lackOfMemory(); err != nil {
		return err
	}
	if n := freeFiles(Files); n < Files {
		return errors.New("it takes " + strconv.Itoa(Files) + " files that can be opened, and there are " + strconv.Itoa(n) + " (ulimit -n)")
	}
	return nil
}
