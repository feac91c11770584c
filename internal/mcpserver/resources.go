package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// scheme is that of originals' URIs. A tool call that names elision-get and a
// hash is known as an expansion in all front ends, so that what a model reads
// with its host's own tool for resources is not reduced either.
const scheme = "elision-get://"

// mostListed bounds a list of resources. Those stored last are in it.
const mostListed = 200

// mostResource is the longest original that is given as a resource, whole as it
// has to be. Any part of a longer one is to be had by context_expand.
const mostResource = 16 << 20

func entryTemplate() *mcp.ResourceTemplate {
	return &mcp.ResourceTemplate{
		Name:        "original",
		Title:       "The original of a shortened output",
		Description: "Whole, as it came; HASH is that of " + marker.Example + ".",
		URITemplate: scheme + "{hash}",
	}
}

// listEntries answers requests for the list of resources with what is in the
// store by then.
func (s *server) listEntries(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "resources/list" {
			return next(ctx, method, req)
		}
		entries, err := s.List()
		if err != nil {
			return nil, err
		}
		list := &mcp.ListResourcesResult{Resources: []*mcp.Resource{}, Cacheable: mcp.Cacheable{CacheScope: "private"}}
		for _, e := range slices.Backward(entries) {
			if e.Err == nil && !e.Expired && len(list.Resources) < mostListed {
				list.Resources = append(list.Resources, resource(e.Entry))
			}
		}
		return list, nil
	}
}

func resource(e store.Entry) *mcp.Resource {
	return &mcp.Resource{
		URI:         scheme + e.Hash,
		Name:        e.Hash,
		Description: fmt.Sprintf("%s, %d bytes, stored %s", e.Type, e.OriginalBytes, e.CreatedAt.Format("2006-01-02 15:04:05 MST")),
		MIMEType:    mimeType(e),
		Size:        e.OriginalBytes,
	}
}

// mimeType returns what is known of an original without reading it.
func mimeType(e store.Entry) string {
	switch e.Encoding {
	case store.UTF8:
		return textType
	case store.Base64:
		return binaryType
	}
	return ""
}

const (
	textType   = "text/plain"
	binaryType = "application/octet-stream"
)

// readEntry gives an original as a resource.
func (s *server) readEntry(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	ref, err := marker.ParseReference(strings.TrimPrefix(uri, scheme))
	if err != nil {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	x, from, err := s.Find(ref.Prefix)
	if err != nil {
		return nil, advised(from, err)
	}
	defer x.Close()
	if x.Size() > mostResource {
		return nil, refused("%s has %d bytes: ask for parts of it with %s", x.Entry.Hash, x.Size(), expand.ToolName)
	}
	var b strings.Builder
	if err := expand.Copy(&b, expand.Within(ctx, x)); err != nil {
		return nil, advised(from, err)
	}
	contents := &mcp.ResourceContents{URI: uri, MIMEType: textType, Text: b.String()}
	if !utf8.ValidString(contents.Text) {
		contents = &mcp.ResourceContents{URI: uri, MIMEType: binaryType, Blob: []byte(contents.Text)}
	}
	s.told(req.ClientInfo(), expand.Answer{Entry: x.Entry, Text: []byte(b.String())})
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents}, Cacheable: mcp.Cacheable{CacheScope: "private"}}, nil
}

// advised adds the next step to an error of the store, if there is one: then
// another reference may do.
func advised(s *store.Store, err error) error {
	if advice := expand.Advice(s, err); advice != "" {
		return refused("%v: %s", err, advice)
	}
	return err
}

// refused is the error of a call that asks for what can't be given.
func refused(format string, args ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}
