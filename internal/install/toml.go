package install

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// The lines that a block of elide's stands between in a TOML file of others.
const (
	blockBegin = "# elide: begin (written by elide install; elide uninstall takes it out)"
	blockEnd   = "# elide: end"
)

// block is a part of a TOML file that others write too. It stands at the end.
type block struct {
	text  string   // whole lines
	table []string // what it defines; another's is left alone
}

func (b block) put(old []byte) (text []byte, notes []string, err error) {
	if err := checkTOML(old); err != nil {
		return nil, nil, err
	}
	rest := b.cut(old, false)
	if b.taken(rest) {
		return old, []string{strings.Join(b.table, ".") + " is of another program, and was left alone"}, nil
	}
	end := "\n"
	if bytes.Contains(old, []byte("\r\n")) {
		end = "\r\n"
	}
	text = bytes.Clone(rest)
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, end...)
	}
	lines := strings.ReplaceAll(blockBegin+"\n"+b.text+blockEnd+"\n", "\n", end)
	if same := bytes.Contains(old, []byte(lines)) && len(old) > 0; same {
		return old, nil, nil
	}
	text = append(text, lines...)
	if err := checkTOML(text); err != nil {
		return nil, nil, errors.New("what would be added does not fit: " + err.Error())
	}
	return text, nil, nil
}

// taken tells whether the text defines the block's table already. Tables below
// it don't: the host adds some to elide's, with what the user allowed there.
func (b block) taken(text []byte) bool {
	var all map[string]any
	if toml.Unmarshal(text, &all) != nil {
		return false
	}
	for _, name := range b.table {
		next, ok := all[name]
		if !ok {
			return false
		}
		if all, ok = next.(map[string]any); !ok {
			return true
		}
	}
	for _, value := range all {
		if _, below := value.(map[string]any); !below {
			return len(b.table) > 0
		}
	}
	return false
}

func (b block) take(now, before []byte) ([]byte, error) {
	if err := checkTOML(now); err != nil {
		return nil, err
	}
	text := b.cut(now, true)
	if before != nil && bytes.Equal(bytes.TrimRight(text, "\r\n"), bytes.TrimRight(before, "\r\n")) {
		return before, nil
	}
	if before == nil && len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	if len(before) > 0 && !bytes.HasSuffix(before, []byte("\n")) && bytes.HasSuffix(bytes.TrimSpace(now), []byte(blockEnd)) {
		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r")) // put in before the block
	}
	return text, checkTOML(text)
}

func (b block) holds(text []byte) bool { return mentions(text, blockBegin) }

// cut returns the text, which is TOML, without elide's block. Programs that
// write TOML may have put tables of theirs, and people comments, in front of its
// last line: those stay. With all, tables below the block's go too, wherever
// they stand: nothing may be said of a server that isn't there.
func (b block) cut(text []byte, all bool) []byte {
	heads, own := tomlHeads(text), tomlHeads([]byte(b.text))
	left := map[string]bool{} // the tables of the block that have not come yet
	var out []byte
	inside, mine := false, false
	offset := 0
	for line := range bytes.Lines(text) {
		head, isHead := heads[offset]
		offset += len(line)
		switch plain := string(bytes.TrimSpace(line)); {
		case head.comment && plain == blockBegin:
			inside, mine = true, true
			for _, h := range own {
				left[h.table] = true
			}
			continue
		case head.comment && plain == blockEnd && inside:
			inside, mine = false, false
			continue
		case head.comment:
			out = append(out, line...)
			continue
		case isHead:
			mine = inside && left[head.table] || all && b.below(head.table)
			delete(left, head.table)
		case plain == "" && !inside:
			out = append(out, line...)
			continue
		}
		if !mine {
			out = append(out, line...)
		}
	}
	return out
}

// below tells whether a table is below the block's.
func (b block) below(table string) bool {
	return len(b.table) > 0 && strings.HasPrefix(table, tableName(b.table)+"\x00")
}

// tomlHead is a line that is a comment, or that begins a table.
type tomlHead struct {
	comment bool
	table   string // its tableName
}

func tableName(names []string) string { return strings.Join(names, "\x00") }

// tomlHeads returns the comments that have a line of their own and the heads of
// tables by where their lines begin. What looks like one in a string is none.
func tomlHeads(text []byte) map[int]tomlHead {
	heads := map[int]tomlHead{}
	p := unstable.Parser{KeepComments: true}
	p.Reset(text)
	for p.NextExpression() {
		var head tomlHead
		at := -1
		switch e := p.Expression(); e.Kind {
		case unstable.Comment:
			head.comment, at = true, int(e.Raw.Offset)
		case unstable.Table, unstable.ArrayTable:
			var names []string
			for key := e.Key(); key.Next(); {
				if at < 0 {
					at = int(key.Node().Raw.Offset)
				}
				names = append(names, string(key.Node().Data))
			}
			head.table = tableName(names)
		}
		line := bytes.LastIndexByte(text[:max(at, 0)], '\n') + 1
		if at >= 0 && (!head.comment || len(bytes.TrimSpace(text[line:at])) == 0) {
			heads[line] = head
		}
	}
	return heads
}

func checkTOML(text []byte) error {
	var all map[string]any
	err := toml.Unmarshal(text, &all)
	var at *toml.DecodeError
	if errors.As(err, &at) {
		return errors.New("it is no TOML: " + at.Error())
	}
	return err
}

// tomlString returns a string as TOML has it.
func tomlString(s string) string {
	if !strings.ContainsAny(s, "'\n\r") {
		return "'" + s + "'"
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`).Replace(s) + `"`
}
