package expr

import "go/ast"

// Chains returns the chains of names of t as they are written, roots first: user.email gives [user email], an index
// that is literal text counts as a name. Of what does not parse it returns the roots that can be read. It serves
// searches for a name without its meaning.
func (t *Template) Chains() [][]Name {
	var all [][]Name
	for i := range t.Parts {
		part := &t.Parts[i]
		if part.Code == nil {
			all = append(all, part.roots(t.Text)...)
			continue
		}
		c := &checker{part: part}
		c.chains(part.Code, &all)
		if each, _ := t.Each(part); each != nil {
			all = append(all, each.Body.Chains()...)
		}
	}
	return all
}

// roots are the names of a placeholder that does not parse, outside of its texts, that no name goes before.
func (p *Part) roots(text string) [][]Name {
	var all [][]Name
	if !p.bad {
		return nil
	}
	for at := p.Start; at < p.End; {
		switch c := text[at]; {
		case isQuote(c):
			end := textEnd(text[:p.End], at)
			if end < 0 {
				return all
			}
			at = end
		case isNameByte(c):
			start := at
			for at < p.End && isNameByte(text[at]) {
				at++
			}
			if (c < '0' || c > '9') && (start == 0 || text[start-1] != '.') {
				all = append(all, []Name{{Text: text[start:at], Start: start, End: at}})
			}
		default:
			at++
		}
	}
	return all
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// chains adds the chains of one expression and of all inside it.
func (c *checker) chains(e ast.Expr, all *[][]Name) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		c.chains(e.X, all)
	case *ast.UnaryExpr:
		c.chains(e.X, all)
	case *ast.BinaryExpr:
		c.chains(e.X, all)
		c.chains(e.Y, all)
	case *ast.CallExpr:
		for _, arg := range e.Args {
			c.chains(arg, all)
		}
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		root, steps := c.unwind(e)
		if ident, ok := root.(*ast.Ident); ok {
			*all = append(*all, c.path(ident, steps))
		} else {
			c.chains(root, all)
		}
		for _, s := range steps {
			if s.index != nil {
				c.chains(s.index, all)
			}
		}
	}
}

// path is the longest chain of names at a root.
func (c *checker) path(root *ast.Ident, steps []step) []Name {
	path := []Name{c.name(root)}
	for _, s := range steps {
		if s.index != nil {
			break
		}
		path = append(path, s.name)
	}
	return path
}
