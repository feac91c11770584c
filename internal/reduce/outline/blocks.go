package outline

import (
	"elide/internal/block"
	"elide/internal/languages"
	"elide/internal/mark"
	"elide/internal/scan"
)

// srcMostBlocks is how many headers of plain blocks an outline shows before
// it shows only those with an at sign.
const srcMostBlocks = 60

// declBlock finds the headers of blocks: rules of CSS, messages, resources.
func (o *srcOutline) declBlock(head []srcToken, end byte) srcDecl {
	i := 0
	for i < len(head) && (head[i].kind == srcBlock || head[i].kind == srcNumber) {
		i++
	}
	if i < len(head) && o.lang.ID == languages.GraphQL {
		return o.declGraphQL(head[i:])
	}
	if i == len(head) || end != '{' && !(end == ';' && o.lang.Is(o.word(head[i]), languages.Value)) {
		return srcDecl{scope: scopeOther}
	}
	at := head[i].punct == '@'
	nests := at || o.lang.ID == languages.Proto || o.lang.ID == languages.HCL && len(o.frames) == 0
	if !at && !(o.lang.ID == languages.HCL && len(o.frames) == 0) {
		o.blocks++
		if o.blocks > srcMostBlocks && o.lang.ID != languages.Proto {
			return srcDecl{scope: scopeOther}
		}
	}
	d := srcDecl{names: head[i : i+1], scope: scopeOther}
	if nests {
		d.scope = scopeType
	}
	return d
}

// declGraphQL finds the types, the operations and the directives of GraphQL.
func (o *srcOutline) declGraphQL(head []srcToken) srcDecl {
	for len(head) > 1 && head[0].kind == srcString { // what it is for
		head = head[1:]
	}
	d := srcDecl{scope: scopeOther}
	if len(o.frames) == 0 && o.lang.Is(o.word(head[0]), languages.Headed) {
		d.names = head[:1]
	}
	return d
}

const (
	scriptFewest = 30 // lines from which a script's blocks are looked for
	scriptShown  = 60
)

// scriptBlocks names the outer blocks of a file in which hardly anything is
// declared: the scripts of build tools are blocks in blocks.
func scriptBlocks(s block.Section, marks []mark.Mark) {
	kept, lines := 0, 0
	for i, m := range marks {
		if m.Rank > mark.Bulk {
			kept++
		}
		if !scan.Blank(s.Text(i)) {
			lines++
		}
	}
	if lines < scriptFewest || kept > lines/50 {
		return
	}
	step, shown := 0, 0 // step is the indentation of a block within one
	for i := 0; i < len(marks) && shown < scriptShown; i++ {
		text := s.Text(i)
		if !scan.HasSuffix(text, " {") && !scan.HasSuffix(text, " ->") {
			continue
		}
		w, n := scan.Indent(text)
		if step == 0 {
			step = w
		}
		if w > step || w > 8 || text[n] == '#' || languages.Anywhere(firstWord(text[n:]))&languages.Flow != 0 {
			continue
		}
		shown++
		marks[i].Raise(mark.Outlier, uint8(120-10*min(w, 8)), mark.WhyDeclaration)
	}
}
