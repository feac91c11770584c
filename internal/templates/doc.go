// Package templates finds which lines one statement of a program printed: lines
// that are alike once what varies is masked. One of them speaks for all.
package templates
