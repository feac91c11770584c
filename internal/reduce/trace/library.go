package trace

import (
	"bytes"

	"elide.example/elide/internal/rules"
)

// LibraryPath tells whether a file of that path is a library's or a tool's
// rather than the reader's own.
func LibraryPath(path []byte) bool {
	_, ok := rules.Find(rules.Path, path)
	return ok
}

// librarySymbol tells whether a qualified name is a library's or a tool's.
// A module in front of it ("java.base/", "app//") is passed over.
func librarySymbol(name []byte) bool {
	if _, ok := rules.Find(rules.Symbol, name); ok {
		return true
	}
	if paren := bytes.IndexByte(name, '('); paren >= 0 {
		name = name[:paren]
	}
	i := bytes.LastIndexByte(name, '/')
	if i <= 0 {
		return false
	}
	h, _ := rules.Find(rules.Symbol, name[i+1:])
	return h.Kind == rules.SymbolLibrary
}

// packageSymbol tells whether a name is a library's unless the place beside it is in
// the reader's own tree: who works on the library itself has its frames there.
func packageSymbol(name []byte) bool {
	h, _ := rules.Find(rules.Symbol, name)
	return h.Kind == rules.SymbolPackage
}
