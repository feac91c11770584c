package main

import (
	"io"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// bufferBytes is how much of a text is read at once.
const bufferBytes = 256 << 10

// expandInline copies a text and puts in place of each marker its original.
// A marker that can't be expanded stays, and the first such error is returned
// once all is copied. What an original holds is not looked at.
func expandInline(place store.Place, std streams) error {
	in := inliner{place: place, out: std.out, account: newAccount(std.err)}
	var pending []byte
	for {
		piece := make([]byte, bufferBytes)
		n, err := io.ReadFull(std.in, piece)
		ended := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !ended {
			return err
		}
		pending = append(pending, piece[:n]...)
		done, err := in.copy(pending, ended)
		if err != nil {
			return err
		}
		if ended {
			return in.missed
		}
		pending = pending[done:]
	}
}

type inliner struct {
	place   store.Place
	shared  shared
	out     io.Writer
	account account
	missed  error // why the first marker that stayed could not be expanded
}

// copy writes as much of text as is certain before more of it is known, and
// returns how much that is. At its end all of it is.
func (in *inliner) copy(text []byte, ended bool) (int, error) {
	certain := len(text)
	if !ended {
		certain = max(0, len(text)-marker.MaxLen-len("\r\n"))
	}
	at := 0
	for _, f := range marker.Find(text) {
		if f.Start >= certain {
			break
		}
		if _, err := in.out.Write(text[at:f.Start]); err != nil {
			return 0, err
		}
		skip, err := in.expand(f, text)
		if err != nil {
			return 0, err
		}
		at = f.End + skip
	}
	certain = max(certain, at)
	_, err := in.out.Write(text[at:certain])
	return certain, err
}

// expand writes the original of a marker. A marker alone on its line stands
// for the original's line end too: skip is how much of the text that takes.
func (in *inliner) expand(f marker.Found, text []byte) (skip int, err error) {
	x, s, err := in.place.Expand(f.Hash, store.Options{Remote: &in.shared})
	if err == nil {
		defer x.Close()
		err = x.Check()
	}
	if err != nil {
		if in.missed == nil {
			in.missed = explain(s, err)
		}
		_, err := in.out.Write(text[f.Start:f.End])
		return 0, err
	}
	out := in.account.watch(in.out)
	err = expand.Copy(out, x)
	in.account.expanded(x.Entry, out)
	if err != nil {
		return 0, err
	}
	if expand.EndsLine(x) && f.End < len(text) && text[f.End] == '\n' {
		skip = 1
	}
	return skip, nil
}
