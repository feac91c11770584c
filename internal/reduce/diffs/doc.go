// Package diffs ranks diffs: changed lines first, of generated files the names.
package diffs
