// Package mcpserver offers stored originals by the Model Context Protocol: to
// models the tools context_expand and context_stats, to people the originals as
// resources.
//
// An answer is cut into pages that the host shows its model whole: each host cuts
// tool results at a length of its own, and says its name when it connects. Each
// page ends in the original's marker, so that nothing reduces it again, and names
// the next. What goes wrong is told in the result, in words for the model. No call
// ends the server, whatever it asks.
package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/steer"
	"elide.example/elide/internal/store"
)

// statsName is the tool that tells what was saved.
const statsName = "context_stats"

// Options are what the server serves. All functions may be called concurrently.
type Options struct {
	Version  string
	Find     expand.Find                        // an original
	List     func() ([]store.Listed, error)     // what there is, the one stored last at the end
	Kept     func() ([]store.Kept, error)       // what a search of all looks through, the one stored last in front
	Stats    func() (string, error)             // for context_stats
	Expanded func(host string, a expand.Answer) // told of each answer that shows an original; nil: nobody is
}

// New returns a server, for any number of sessions at once.
func New(opt Options) *mcp.Server {
	s := &server{opt}
	m := mcp.NewServer(&mcp.Implementation{Name: "elide", Title: "elide", Version: opt.Version}, &mcp.ServerOptions{
		Instructions: steer.Directive(true),
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}},
	})
	m.AddTool(expandTool(), s.expand)
	m.AddTool(statsTool(), s.stats)
	m.AddResourceTemplate(entryTemplate(), s.readEntry)
	m.AddReceivingMiddleware(recovering, s.listEntries)
	return m
}

type server struct{ Options }

// recovering makes a panic the error of the call that it happened in, and gives
// each error the code that the protocol wants.
func recovering(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				result, err = nil, fmt.Errorf("%s failed: %v", method, p)
			}
			var coded *jsonrpc.Error
			if err != nil && ctx.Err() == nil && !errors.As(err, &coded) {
				err = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
			}
		}()
		return next(ctx, method, req)
	}
}

// readOnly are the hints to hosts that ask before they call a tool.
func readOnly() *mcp.ToolAnnotations {
	closed := false
	return &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}
}

func expandTool() *mcp.Tool {
	return &mcp.Tool{
		Name:        expand.ToolName,
		Description: expand.SearchDescription,
		InputSchema: json.RawMessage(expand.SearchSchema),
		Annotations: readOnly(),
		Meta:        mcp.Meta{"anthropic/maxResultSizeChars": largestPage},
	}
}

func statsTool() *mcp.Tool {
	return &mcp.Tool{
		Name:        statsName,
		Description: "What elide stored and saved.",
		InputSchema: json.RawMessage(`{"type":"object"}`),
		Annotations: readOnly(),
	}
}

// longestCall is how long an original is searched: before the hosts lose patience.
const longestCall = 20 * time.Second

var errSlow = errors.New("the search took too long: give a simpler pattern, or a range")

func (s *server) expand(ctx context.Context, call *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	request, err := expand.ParseRequest(call.Params.Arguments)
	if err != nil {
		return failed(err), nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, longestCall, errSlow)
	defer cancel()
	page := hostOf(call.ClientInfo()).page
	var a expand.Answer
	if request.SearchesAll() {
		a = request.AnswerAll(ctx, s.Kept, page)
	} else {
		a = request.Answer(ctx, s.Find, page)
	}
	if !a.Failed {
		s.told(call.ClientInfo(), a)
	}
	return result(string(a.Text), a.Failed), nil
}

func (s *server) stats(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := s.Stats()
	if err != nil {
		return failed(err), nil
	}
	return result(text, false), nil
}

// told tells that an original was shown to a client.
func (s *server) told(client *mcp.Implementation, a expand.Answer) {
	if s.Expanded != nil {
		s.Expanded(hostOf(client).name, a)
	}
}

func result(text string, isError bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: isError}
}

func failed(err error) *mcp.CallToolResult { return result(err.Error(), true) }
