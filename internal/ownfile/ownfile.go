// Package ownfile tells the user's own files from those that somebody else
// may have planted where the user's are looked for.
package ownfile
