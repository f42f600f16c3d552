package statement

import (
	"slices"
	"strings"
)

// Cast is a value that is made one of a domain, which may refuse it.
type Cast struct {
	Domain string
	Params []int // that it is made of
	Param  int   // the one that it is as it is, from 1; 0 where it is something else
}

// restrict reads what stands behind the name of a DOMAIN, or the type: one with a CHECK or NOT NULL refuses values.
func (s *Schema) restrict(name string, p *parser) {
	for i, t := range p.tokens[p.at:] {
		if t.Is("CHECK") || t.Is("NOT") && p.ahead(i+1).Is("NULL") {
			s.refusing[name] = true
		}
	}
}

// refuses reports whether values of a type, as a statement or a column names it, are of a domain that may refuse them.
func (s *Schema) refuses(name string) bool {
	words := strings.Fields(name)
	return s != nil && s.refusing[strings.ToLower(last(words))]
}

// cast returns what a cast makes a value of its type.
func (e *expr) cast() Cast {
	params := append(e.args[0].makers(), e.args[0].got.Params...)
	slices.Sort(params)
	made := Cast{Domain: strings.ToLower(last(strings.Fields(e.as))), Params: slices.Compact(params)}
	if e.args[0].op == parameter {
		made.Param = e.args[0].param
	}
	return made
}
