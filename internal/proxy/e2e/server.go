package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// ServeMCP is an MCP server with one tool, lab_orders, which gives a log. It
// speaks on its standard streams until the input ends.
func ServeMCP(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxBody)
	for lines.Scan() {
		var ask struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Version string `json:"protocolVersion"`
			} `json:"params"`
		}
		if err := json.Unmarshal(lines.Bytes(), &ask); err != nil {
			return err
		}
		if ask.ID == nil {
			continue // it wants no answer
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": ask.ID}
		if result := mcpResult(ask.Method, ask.Params.Version); result != nil {
			answer["result"] = result
		} else {
			answer["error"] = map[string]any{"code": -32601, "message": "no method " + ask.Method}
		}
		if _, err := fmt.Fprintln(out, jsonText(answer)); err != nil {
			return err
		}
	}
	return lines.Err()
}

// mcpResult returns nil for a method that isn't known.
func mcpResult(method, version string) map[string]any {
	switch method {
	case "initialize":
		return map[string]any{"protocolVersion": version, "capabilities": map[string]any{"tools": map[string]any{}},
			"serverInfo": map[string]string{"name": "lab", "version": "1"}}
	case "tools/list":
		return map[string]any{"tools": []any{map[string]any{"name": "lab_orders", "description": "Reports the orders of the last hour.",
			"inputSchema": map[string]any{"type": "object", "properties": map[string]any{}}}}}
	case "tools/call":
		return map[string]any{"content": []any{map[string]string{"type": "text", "text": orders()}}}
	case "ping":
		return map[string]any{}
	}
	return nil
}
