// Package line reads a line: what it looks like by itself, whoever printed it
// (Kind), whether it stands between what two commands printed (Mark), what a CI
// server or a process manager put before it (Prefix), and what a tool counts in it
// (Counts). classify votes over what it says.
package line
