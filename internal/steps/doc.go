// Package steps reads the log of a CI server by its steps: what each printed, and
// whether it passed. The exit status belongs to a step, not to the log: what the job
// failed of stands in the step that failed, most of it close to its end, and what the
// others printed is hidden but for their heads, a few lines that say that something is
// wrong, and what was found where the command says that it may fail.
//
// What servers mark their steps with is data, in the room Job of the rules.
package steps
