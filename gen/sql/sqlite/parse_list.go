package sqlite

import "github.com/flowc-dev/flowc/gen/sql/token"

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

// item parses an entry of a list: its alias, and whether it is `*` or an expression.
func (p *parser) item(e piece) item {
	ts := p.tokens[e.start:e.end]
	n := len(ts)
	switch {
	case n == 1 && ts[0].Is("*"):
		return item{piece: e, star: true}
	case n >= 3 && ts[n-1].Is("*") && ts[n-2].Is("."):
		return item{piece: e, star: true, of: ts[n-3].Name()}
	case n >= 3 && ts[n-2].Is("AS"):
		return item{piece: piece{e.start, e.end - 2}, alias: aliasOf(ts[n-1])}
	case n >= 2 && ts[n-2].EndsOperand() && canAlias(ts[n-1]):
		return item{piece: piece{e.start, e.end - 1}, alias: aliasOf(ts[n-1])}
	}
	return item{piece: e}
}

func canAlias(t token.Token) bool {
	return t.Kind == token.Quoted || t.Kind == token.Text || t.Kind == token.Word && !t.Is("END", "ISNULL", "NOTNULL", "NULL")
}

// aliasOf reads an alias, which SQLite lets be a string too.
func aliasOf(t token.Token) string {
	if t.Kind == token.Text {
		return t.Src[1 : len(t.Src)-1]
	}
	return t.Name()
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
