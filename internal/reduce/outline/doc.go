// Package outline ranks what people write: source files by their declarations,
// prose by its headings.
package outline
