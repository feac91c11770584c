// Package build ranks the output of compilers, linters, package managers and what
// runs them: each diagnostic is a region with a head, a place and a severity.
package build
