package hook

import "elide/internal/jsonspan"

// rewritten returns a tool's input with its shell line rewritten, nil if the
// line is left alone. What runs in the background is read while it runs.
func (t *turn) rewritten(input jsonspan.Value) []byte {
	line := input.Get("command")
	text, whole := line.AppendText(nil)
	if t.cfg.Rewrite == nil || line.Kind() != jsonspan.String || !whole || background(input) {
		return nil
	}
	better, ok := t.cfg.Rewrite(string(text))
	if !ok {
		return nil
	}
	return spliced(input, []jsonspan.Edit{line.Replace(jsonspan.AppendString(nil, []byte(better)))})
}

// background tells whether a tool's input asks for a command to go on while the
// agent does.
func background(input jsonspan.Value) bool {
	for _, key := range [...]string{"run_in_background", "is_background", "isBackground", "background"} {
		if on, _ := input.Get(key).Bool(); on {
			return true
		}
	}
	return input.Get("mode").Is("async") || string(input.Get("block_until_ms").Raw()) == "0"
}
