package sqlcheck

// items reads a SELECT list or what follows RETURNING.
func (p *parser) items(c *core) {
	for {
		e := p.expr(c)
		if e.start < e.end {
			c.items = append(c.items, p.item(e))
		}
		if !p.accept(",") {
			return
		}
	}
}

// item takes the alias off an entry, and tells `*` from an expression.
func (p *parser) item(e piece) item {
	ts := p.tokens[e.start:e.end]
	n := len(ts)
	switch {
	case n == 1 && ts[0].is("*"):
		return item{piece: e, star: true}
	case n >= 3 && ts[n-1].is("*") && ts[n-2].is("."):
		return item{piece: e, star: true, of: ts[n-3].name()}
	case n >= 3 && ts[n-2].is("AS"):
		return item{piece: piece{e.start, e.end - 2}, alias: aliasOf(ts[n-1])}
	case n >= 2 && endsOperand(ts[n-2]) && canAlias(ts[n-1]):
		return item{piece: piece{e.start, e.end - 1}, alias: aliasOf(ts[n-1])}
	}
	return item{piece: e}
}

// endsOperand reports whether an expression can end at t, so that a name after it is an alias.
func endsOperand(t token) bool {
	switch t.kind {
	case word:
		return !t.oneOf("AND", "OR", "NOT", "IS", "IN", "LIKE", "GLOB", "BETWEEN", "COLLATE", "ESCAPE", "MATCH", "REGEXP", "FROM",
			"CASE", "WHEN", "THEN", "ELSE", "DISTINCT", "OVER", "EXISTS")
	case symbol:
		return t.is(")")
	}
	return t.kind != illegal
}

func canAlias(t token) bool {
	return t.kind == quoted || t.kind == text || t.kind == word && !t.oneOf("END", "ISNULL", "NOTNULL", "NULL")
}

// aliasOf reads an alias, which SQLite lets be a string too.
func aliasOf(t token) string {
	if t.kind == text {
		return t.src[1 : len(t.src)-1]
	}
	return t.name()
}

// tuples reads (…), (…) after VALUES.
func (p *parser) tuples(c *core) {
	for p.mark(c).accept("(") {
		var tuple []piece
		for {
			tuple = append(tuple, p.expr(c))
			if !p.mark(c).accept(",") {
				break
			}
		}
		p.close(c)
		c.tuples = append(c.tuples, tuple)
		if !p.mark(c).accept(",") {
			return
		}
	}
}
