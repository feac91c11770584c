// Package trace ranks stack traces, dumps and the reports of checkers, and tells
// the frames of the reader's own code from those of libraries.
package trace
