package reduce

// srcMostBlocks is how many headers of plain blocks an outline shows before
// it shows only those with an at sign.
const srcMostBlocks = 60

// declBlock finds the headers of blocks: rules of CSS, messages, resources.
func (o *srcOutline) declBlock(head []srcToken, end byte) srcDecl {
	i := 0
	for i < len(head) && (head[i].kind == srcBlock || head[i].kind == srcNumber) {
		i++
	}
	if i < len(head) && o.lang == &langGraphQL {
		return o.declGraphQL(head[i:])
	}
	if i == len(head) || end != '{' && !(end == ';' && o.word(head[i]) == "rpc") {
		return srcDecl{scope: scopeOther}
	}
	at := head[i].punct == '@'
	nests := at || o.lang == &langProto || o.lang == &langBlocks && len(o.frames) == 0
	if !at && !(o.lang == &langBlocks && len(o.frames) == 0) {
		o.blocks++
		if o.blocks > srcMostBlocks && o.lang != &langProto {
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
	switch o.word(head[0]) {
	case "type", "input", "interface", "enum", "union", "scalar", "schema", "extend", "directive", "query", "mutation", "subscription", "fragment":
		if len(o.frames) == 0 {
			d.names = head[:1]
		}
	}
	return d
}
