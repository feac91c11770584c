// Package plain ranks text of which nothing is known, and plans of changes.
package plain
