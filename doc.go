// Package elide makes the outputs of tools shorter for language models, and
// gives back what it left out.
//
// A Reducer takes an output, keeps the lines that somebody who acts on it needs,
// and puts gaps such as ⟦12-80⟧ in the place of the others. The last line is a
// marker, ⟦elided:0123456789ab 69 lines, elision-get⟧, that names the original
// in a Store. Three ways lead to it, which may be used together:
//
//   - Reducer.Reduce takes one output, and Reducer.AfterTool one that a tool call
//     gave, as an agent's loop has it before the result enters the history.
//   - A Transport is an http.RoundTripper: it reduces the tool results in the
//     requests that any client library for Anthropic, OpenAI or Gemini sends.
//   - Reducer.Expand gives an original back, or a part of it, and ExpandTool is
//     the tool context_expand by which the model asks for that itself.
//
// An agent's loop needs three calls:
//
//	store, err := elide.OpenStore("", elide.StoreOptions{})
//	reducer, err := elide.New(elide.Options{Store: store})
//	shorter := reducer.Reduce(ctx, elide.Block{Data: output, Command: command})
//
// and shorter.Text is what the model is sent. The examples of each type are whole.
//
// WithTotals adds up what they saved for one task, net of expansions. The folder
// examples has whole programs, with the official clients of Anthropic and OpenAI,
// and an agent's loop.
//
// # What is promised
//
// No marker is returned or sent before its original stands in the store, whole
// and byte for byte. A reduced output is never larger than the original, in bytes
// and in estimated tokens: what would not save stays as it is, as does what is
// shorter than 2048 bytes, reduced already, or an expansion. The same output
// and options always give the same bytes, so that the caches of providers hold.
//
// Nothing here fails a task that would have worked without it. If the store can't
// be written, if a reducer panics, if a request is not understood, then the
// original goes on as it came, and Result.Err, Options.Warn and Totals.Failures
// say so. Only Expand has errors to return, and those that open something.
//
// # Units
//
// Lengths are in bytes. Lines count from 1, and both ends of a range are included.
// Tokens are estimates, within some percent of OpenAI's o200k vocabulary, except in
// Usage, which is what a provider reported. Times to live are durations.
//
// # Concurrency and state
//
// All types may be used by several goroutines at once. The package has no state
// of its own and reads no environment, but for OpenStore(""), which looks for
// the store that the commands use. A context that has ended keeps Reduce and
// AfterTool from beginning; what they have begun they finish, which takes some
// milliseconds for most outputs. An Expand and a call of the tool end with it. A
// nil context is taken for context.Background().
//
// # Stability
//
// The module has semantic versions. Between two minor versions these don't change:
// the names, fields and methods of this package, but for new ones; the grammar
// of markers and gaps (docs/marker.md); the entries of a store (docs/store.md),
// which newer versions read; the input of context_expand. What may change is the text
// of a reduced output, as rules get better, Result.Reason, the words of errors (not what
// errors.Is says of them), of ExpandTool's description and of Instructions, and all that
// is estimated. Compare no reduced text across versions. Structs may get new fields:
// write their literals with names. The packages below internal promise nothing.
package elide
