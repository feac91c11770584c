package trace

import (
	"elide/internal/scan"
)

// TroubleWords are what a record that went wrong says in its message.
var TroubleWords = scan.NewWordSet("error", "errors", "err", "failed", "failure", "fail", "fails", "failing", "fatal", "panic", "exception",
	"denied", "refused", "rejected", "timeout", "timed out", "unable", "cannot", "can't", "couldn't", "could not", "invalid",
	"abort", "aborted", "aborting", "killed", "oom", "out of memory", "segfault", "corrupt", "corrupted", "unreachable",
	"crash", "crashed", "traceback", "unhandled", "deadlock", "exited with", "exit code", "exit status", "signal",
	"not found", "no such", "permission", "expired", "mismatch", "overflow", "lost", "core dumped")
