package mcpserver

import (
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elide.example/elide/internal/expand"
)

// largestPage is the longest page, in bytes: some 10,000 tokens, from which on
// Claude Code warns.
const largestPage = 40_000

// host is a host that is known by the name of its client.
type host struct {
	client string // what its name holds
	name   string // as it is called elsewhere
	page   int    // how long a page may be, in bytes
}

// hosts are those that are known. What a host cuts off is lost to its model, so
// each page is below what was seen to arrive whole: Codex counts 10,000 bytes with
// a head of its own, Copilot CLI some 19,000, Gemini CLI 40,000 with its frame,
// opencode 51,200, Cline 8,000.
var hosts = []host{
	{"claude-code", "claude", largestPage},
	{"codex", "codex", 9_000},
	{"gemini-cli", "gemini", 38_000},
	{"copilot", "copilot", 18_000},
	{"opencode", "opencode", largestPage},
	{"cline", "cline", expand.SafePage},
}

// hostOf returns the host that a client belongs to. One that is not known gets
// what reaches every model: more turns cost less than a page with a hole.
func hostOf(client *mcp.Implementation) host {
	h := host{page: expand.SafePage}
	if client == nil {
		return h
	}
	const longest = 64
	h.name = strings.ToLower(client.Name[:min(len(client.Name), longest)])
	for _, known := range hosts {
		if strings.Contains(h.name, known.client) {
			return known
		}
	}
	return h
}
