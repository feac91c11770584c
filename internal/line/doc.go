// Package line reads a line: what it looks like by itself, whoever printed it
// (Kind), whether it stands between what two commands printed (Mark), what a CI
// server or a process manager put before it (Prefix), and what a tool counts in it
// (Counts). classify votes over what it says, and a block keeps it (Seen) for those
// who come later.
//
// What lines begin with, and which words count, stands in rules (the rooms Form,
// Code, Count and, of test runners, Test). What is here is form: places, stamps,
// frames, tables, and which of the two goes first.
package line
