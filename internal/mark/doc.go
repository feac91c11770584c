// Package mark is the contract of the reducers: what they say of each unit of a
// section (a Mark: a rank, a score, a reason), and the ways of marking that all
// shapes share: edges, repeats, long lines.
package mark
