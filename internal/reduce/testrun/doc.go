// Package testrun ranks the output of test runs: what failed, with its message
// and its place, and the totals.
package testrun
