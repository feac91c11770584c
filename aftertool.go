package elide

import (
	"bytes"
	"context"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/frame"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/toolcall"
)

// Call is a tool call of the model.
type Call struct {
	Name   string // of the tool
	Input  []byte // its JSON, as the model wrote it, or the text of a tool that takes free text
	Failed bool   // the result says that the call failed
}

// AfterTool makes the result of a tool call shorter before it enters the history
// of a conversation. It is the function for an agent's hook after tools.
//
// What must be exact stays as it is: expansions, what a tool shows of a file
// (see Options.ReduceReads), what people and other models said, and short results
// of calls that failed. What is known of the wrapping that agents put round the
// output of a command (an exit code, say) stays around the reduced output. Names
// and inputs of the usual tools are understood: a shell by its command, readers
// of files by their path.
//
// It never fails: Result.Text can always be given to the model.
func (r *Reducer) AfterTool(ctx context.Context, call Call, output []byte) Result {
	ctx = given(ctx)
	tool, res := r.afterTool(ctx, call, output)
	r.note(ctx, tool, res)
	return res
}

// afterTool is AfterTool, but nothing is counted. It also returns what an audit
// calls the tool: a shell by the command that it runs.
func (r *Reducer) afterTool(ctx context.Context, call Call, output []byte) (tool string, res Result) {
	tool = call.Name
	defer func() {
		if p := recover(); p != nil {
			res = whole(output, panicked(p))
		}
	}()
	if r.passes() {
		return tool, stays(output, "switched off")
	}
	use := toolcall.Of(call.Name, call.Input)
	if use.Command != "" {
		tool = audit.CommandName(use.Command)
	}
	if reason := r.exact(use, call.Failed, len(output)); reason != "" {
		return tool, stays(output, reason)
	}
	return tool, r.framed(ctx, use, output)
}

// exact returns why a result must stay as it is, "" if there is no reason.
func (r *Reducer) exact(use toolcall.Use, failed bool, length int) string {
	switch {
	case use.Expansion:
		return "an expanded original"
	case use.Off:
		return "its call says ELIDE=off"
	case use.Said:
		return "what a person or a model said"
	case len(use.Reads) > 0 && !r.opt.ReduceReads:
		return "what a file holds"
	case failed && length < r.opt.MinErrorBytes:
		return "a short error"
	}
	return ""
}

// framed reduces the outputs that stand in the wrapping of a result.
func (r *Reducer) framed(ctx context.Context, use toolcall.Use, output []byte) Result {
	f := frame.Open(output)
	blocks := f.Blocks()
	texts := make([][]byte, len(blocks))
	var largest Result // of those that were reduced
	hidden, reason := 0, ""
	for i, data := range blocks {
		part := r.reduce(ctx, Block{Data: data, Command: use.Command, told: use.Output})
		switch {
		case part.Err != nil:
			return whole(output, part.Err)
		case !part.Reduced:
			reason = part.Reason
			continue
		}
		hidden += part.HiddenLines
		if texts[i] = part.Text; !bytes.HasSuffix(data, []byte{'\n'}) {
			texts[i] = bytes.TrimSuffix(part.Text, []byte{'\n'})
		}
		if part.BytesIn > largest.BytesIn {
			largest = part
		}
	}
	if !largest.Reduced {
		return stays(output, reason)
	}
	largest.HiddenLines = hidden
	return largest.within(output, f.Replace(texts))
}

// within returns the result with output and the text in its place, unless that
// is no shorter.
func (r Result) within(output, text []byte) Result {
	r.Text, r.BytesIn, r.BytesOut = text, len(output), len(text)
	r.TokensIn, r.TokensOut = tokens.Estimate(output), tokens.Estimate(text)
	if r.BytesOut >= r.BytesIn || r.TokensOut >= r.TokensIn {
		return stays(output, "nothing to save")
	}
	return r
}
