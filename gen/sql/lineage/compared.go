package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/hashing"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// compare notes what the conditions of a query compare with parameters and with NULL.
func compare(s *statement.Statement, q *tree.Query, schema *Schema) {
	q.Each(func(c *tree.Core) {
		for _, condition := range []*tree.Expr{c.Where, c.Having} {
			for _, e := range tree.Conjuncts(condition) {
				s.Filters = append(s.Filters, statement.Filter{Ways: e.Ways()})
			}
		}
	}, func(e *tree.Expr) {
		s.Searches = append(s.Searches, e.Searches()...)
		s.Folded = append(s.Folded, folded(e, schema)...)
		switch {
		case schema.Refuses(e.As):
			s.Casts = append(s.Casts, e.Cast())
		case e.Crypts():
			s.Crypted = append(s.Crypted, e.Args[0].Makers()...)
		case e.Op == tree.Call:
			s.Crypted = append(s.Crypted, hashing.Hashed(schema.Schema, e)...)
		case e.Op == tree.IsNull || e.Op == tree.NotNull:
			s.Asked = append(s.Asked, e.Tests[0].Makers()...)
		case e.Op == tree.Test && slices.ContainsFunc(e.Tests, (*tree.Expr).Never):
			s.Voids = append(s.Voids, statement.Void{Operator: e.Text, Place: statement.Place{Start: e.Start, End: e.End}})
		}
	})
}

// folded returns the parameters whose spellings an expression takes for one.
func folded(e *tree.Expr, schema *Schema) []int {
	switch {
	case e.Calls(tree.Casing) && len(e.Args) == 1:
		return e.Args[0].Makers()
	case e.Op == tree.Test && len(e.Tests) == 2 && (e.Text == "=" || e.Text == "=="):
		if takesAnyCase(e.Tests[0], schema) || takesAnyCase(e.Tests[1], schema) {
			return append(e.Tests[0].Makers(), e.Tests[1].Makers()...)
		}
	}
	return nil
}

// takesAnyCase reports whether what is compared with an expression equals it in capitals, too.
func takesAnyCase(e *tree.Expr, schema *Schema) bool {
	if e.Op != tree.Column || e.AnyCase || len(e.Got.Columns) != 1 {
		return e.AnyCase
	}
	c := schema.Table(e.Got.Columns[0].Table).Column(e.Got.Columns[0].Name)
	return c != nil && (c.AnyCase || strings.EqualFold(c.Type, "CITEXT"))
}

// rename notes a column whose alias is another column of its table. One that is named with its table is left alone:
// with a comma forgotten, what follows would be named so too, and not be read.
func (r *resolver) rename(it *tree.Item, v statement.Value) {
	if r.aside > 0 || it.Bare == (statement.Place{}) || it.Value.Op != tree.Column ||
		len(it.Value.Path) != 1 || len(v.Columns) != 1 {
		return
	}
	c := v.Columns[0]
	renamed := statement.Renamed{Column: c, Alias: it.Alias, Place: it.Bare}
	if t := r.schema.Table(c.Table); t.Column(it.Alias) != nil && !strings.EqualFold(it.Alias, c.Name) && !slices.Contains(r.renamed, renamed) {
		r.renamed = append(r.renamed, renamed)
	}
}
