package install

import (
	"strings"
	"testing"
)

// TestBlock: what others write into a TOML file around and into elide's block
// stays when the block goes.
func TestBlock(t *testing.T) {
	b := block{text: "[mcp_servers.elide]\ncommand = '/x/elide'\n", table: []string{"mcp_servers", "elide"}}
	const before = "model = 'm' # mine\n"
	const below = "[mcp_servers.elide.tools.context_expand]\napproval_mode = 'approve'\n"
	text, notes, err := b.put([]byte(before))
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	if want := before + blockBegin + "\n" + b.text + blockEnd + "\n"; string(text) != want {
		t.Fatalf("%s", text)
	}
	for name, c := range map[string]struct{ theirs, want string }{
		"behind it":          {string(text) + "[other]\na = 1\n", before + "[other]\na = 1\n"},
		"before it":          {"# new\n" + string(text), "# new\n" + before},
		"in its last row":    {strings.Replace(string(text), blockEnd, "[other]\na = 1\n"+blockEnd, 1), before + "[other]\na = 1\n"},
		"a row of ours":      {strings.Replace(string(text), "'/x/elide'\n", "'/x/elide'\nenabled = true\n", 1), before},
		"a remark in it":     {strings.Replace(string(text), blockEnd, "# theirs\n[other]\na = 1\n"+blockEnd, 1), before + "# theirs\n[other]\na = 1\n"},
		"a table below ours": {strings.Replace(string(text), blockEnd, below+blockEnd, 1), before},
		"one behind it":      {string(text) + below + "\n[other]\na = 1\n", before + "\n[other]\na = 1\n"},
		"a look-alike":       {string(text) + "[other]\na = \"\"\"\n" + below + blockBegin + "\n\"\"\"\n", before + "[other]\na = \"\"\"\n" + below + blockBegin + "\n\"\"\"\n"},
		"no final end":       {strings.TrimSuffix(string(text), "\n"), before},
	} {
		got, err := b.take([]byte(c.theirs), []byte(before))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	if got, err := b.take(text, nil); err != nil || string(got) != before {
		t.Errorf("without the copy: %v %q", err, got)
	}
}

func TestTOMLString(t *testing.T) {
	for text, want := range map[string]string{`/a b`: `'/a b'`, `/it's\`: `"/it's\\"`, "a'\n\"": `"a'\n\""`} {
		if got := tomlString(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
		if err := checkTOML([]byte("a = " + tomlString(text))); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestBlockRenewed: what the user allowed elide's server stays when elide is
// installed again, and a second hook of the same kind when it is taken out.
func TestBlockRenewed(t *testing.T) {
	const below = "[mcp_servers.elide.tools.context_expand]\napproval_mode = 'approve'\n"
	b := block{text: "[mcp_servers.elide]\ncommand = '/x/elide'\n", table: []string{"mcp_servers", "elide"}}
	first, _, err := b.put(nil)
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Replace(string(first), blockEnd, below+blockEnd, 1)
	b.text = strings.Replace(b.text, "/x/", "/new/", 1)
	text, notes, err := b.put([]byte(theirs))
	if want := below + blockBegin + "\n" + b.text + blockEnd + "\n"; err != nil || len(notes) > 0 || string(text) != want {
		t.Errorf("%v %q\n%s", err, notes, text)
	}
	if again, _, err := b.put(text); err != nil || string(again) != string(text) {
		t.Errorf("once more: %v\n%s", err, again)
	}
	if left, err := b.take(text, nil); err != nil || left != nil {
		t.Errorf("%v: left is %s", err, left)
	}

	h := block{text: "[[hooks]]\nname = 'elide'\n"}
	const other = "[[hooks]]\nname = 'mine'\n"
	first, _, err = h.put(nil)
	if err != nil {
		t.Fatal(err)
	}
	left, err := h.take([]byte(strings.Replace(string(first), blockEnd, other+blockEnd, 1)), nil)
	if err != nil || string(left) != other {
		t.Errorf("%v: left is %s", err, left)
	}
}

// TestBlockOpenEnd: the line end that was put in before the block goes with it.
func TestBlockOpenEnd(t *testing.T) {
	b := block{text: "[mcp_servers.elide]\ncommand = '/x/elide'\n", table: []string{"mcp_servers", "elide"}}
	for _, before := range []string{"a = 1", "a = 1\r\nb = 2"} {
		text, _, err := b.put([]byte(before))
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.take(append([]byte("# new\n"), text...), []byte(before))
		if err != nil || string(got) != "# new\n"+before {
			t.Errorf("%v: %q", err, got)
		}
	}
}
