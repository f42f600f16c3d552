package ddl

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// restrict reads what stands behind the name of a DOMAIN, or the type: one with a CHECK or NOT NULL refuses values.
func (s *Schema) restrict(name string, p *tree.Parser) {
	for i, t := range p.Tokens[p.At:] {
		if t.Is("CHECK") || t.Is("NOT") && p.Ahead(i+1).Is("NULL") {
			s.refusing[name] = true
		}
	}
}

// Refuses reports whether values of a type, as a statement or a column names it, are of a domain that may refuse them.
func (s *Schema) Refuses(name string) bool {
	words := strings.Fields(name)
	return s != nil && s.refusing[strings.ToLower(tree.Last(words))]
}
