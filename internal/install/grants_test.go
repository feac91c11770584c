package install

import (
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"elide.example/elide/internal/install/jsonc"
)

// keysWritten are all keys that elide writes into the files of hosts: what is
// run, for what, for how long, and where it is listed. None of them allows,
// approves or trusts. A host has a word of its own for that, so that a new key
// needs a look at what the host takes it for.
var keysWritten = []string{
	"hooks", "matcher", "match", "type", "name", "command", "args", "bash", "timeout", "timeoutSec",
	"PostToolUse", "postToolUse", "AfterTool", "PreCompact", "SessionStart", // after a call, or apart from any
	"PreToolUse",                                                             // Claude Code's alone, which is not answered
	"mcpServers", "mcp_servers", "servers", "mcp", "amp.mcpServers", "elide", // the server of context_expand
	"enabled", "tools", // it is on, and offers its tools: calling one is asked about as ever
	"version", "$schema",
}

// TestNoPermission: nothing that elide writes allows, approves or trusts.
func TestNoPermission(t *testing.T) {
	words := []string{"permission", "allow", "approv", "trust", "accept", "bypass", "yolo", "beforetool", ".before", "tool.call", "updatedinput"}
	seen := map[string]bool{}
	for _, h := range Hosts() {
		for _, project := range []bool{false, !h.Personal} {
			plan, err := h.Plan(newPlace(t, t.TempDir(), project), programs)
			if err != nil || len(plan.Changes) == 0 {
				t.Fatal(err)
			}
			for _, c := range plan.Changes {
				has := func(word string) bool { return strings.Contains(strings.ToLower(string(c.New)), word) }
				if i := slices.IndexFunc(words, has); i >= 0 {
					t.Errorf("%s: %s says %q:\n%s", h.Name, c.Path, words[i], c.New)
				}
				for _, key := range keysOf(t, c) {
					seen[key] = true
					if !slices.Contains(keysWritten, key) || key == "PreToolUse" && h.Name != "claude" {
						t.Errorf("%s: %s has the key %q:\n%s", h.Name, c.Path, key, c.New)
					}
				}
			}
		}
	}
	for _, key := range keysWritten {
		if !seen[key] {
			t.Errorf("nothing writes %q", key)
		}
	}
}

// keysOf returns all keys of a file of settings; none of a plugin.
func keysOf(t *testing.T, c Change) []string {
	t.Helper()
	var all any
	switch {
	case strings.HasSuffix(c.Path, ".ts"):
		return nil
	case strings.HasSuffix(c.Path, ".toml"):
		if err := toml.Unmarshal(c.New, &all); err != nil {
			t.Fatal(err)
		}
	default:
		d, err := jsonc.Parse(c.New)
		if err != nil || !d.Get(&all) {
			t.Fatalf("%s: %v", c.Path, err)
		}
	}
	return keysIn(all)
}

func keysIn(v any) (keys []string) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			keys = append(keys, keysIn(e)...)
		}
	case map[string]any:
		for key, member := range v {
			keys = append(append(keys, key), keysIn(member)...)
		}
	}
	return keys
}
