package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
)

// allowed is how a command may begin.
var allowed = []string{"go test", "go vet", "grep", "ls", "sort", "wc"}

// bashParam describes the agent's own tool.
func bashParam() anthropic.ToolUnionParam {
	return anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
		Name:        "bash",
		Description: anthropic.String("Run one command without pipes and quotes: " + strings.Join(allowed, ", ") + "."),
		InputSchema: anthropic.ToolInputSchemaParam{
			Properties: map[string]any{"command": map[string]any{"type": "string"}}, Required: []string{"command"},
		},
	}}
}

// bash runs a command that is allowed, without a shell.
func bash(ctx context.Context, input []byte) (output []byte, failed bool) {
	var call struct{ Command string }
	if err := json.Unmarshal(input, &call); err != nil {
		return []byte(err.Error()), true
	}
	may := func(start string) bool { return call.Command == start || strings.HasPrefix(call.Command, start+" ") }
	if !slices.ContainsFunc(allowed, may) {
		return fmt.Appendf(nil, "only these are allowed: %s", strings.Join(allowed, ", ")), true
	}
	words := strings.Fields(call.Command)
	output, err := exec.CommandContext(ctx, words[0], words[1:]...).CombinedOutput()
	if err != nil {
		output = fmt.Appendln(output, err)
	}
	return output, err != nil
}
