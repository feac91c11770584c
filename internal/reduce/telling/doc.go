// Package telling finds, among rows that are alike, those that tell something: a
// value or a form that few rows have, the ends of what is counted, the newest date,
// the first of each folder.
package telling
