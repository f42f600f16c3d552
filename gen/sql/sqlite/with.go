package sqlite

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// findCTE looks for a source among the WITH queries that c can see.
func findCTE(c *core, s *source) *cte {
	if s.sub != nil || s.call {
		return nil
	}
	for ; c != nil; c = c.query.outer {
		for _, with := range c.query.with {
			if strings.EqualFold(with.name, s.table) {
				return with
			}
		}
	}
	return nil
}

// cteColumns returns the columns of a WITH query. Inside of itself, a recursive one has those of its first SELECT.
func (a *analysis) cteColumns(with *cte) ([]column, bool) {
	if with.begun {
		return with.found, with.sure
	}
	with.begun = true
	if first := with.body.cores[0]; with.body.compound() {
		with.found, with.sure = a.coreColumns(first)
		with.rename(true)
	}
	with.found, with.sure = a.queryColumns(with.body)
	with.rename(false)
	return with.found, with.sure
}

// rename gives the columns the names of the WITH, and makes them null-able where they are only a part of a compound.
func (with *cte) rename(part bool) {
	with.found = slices.Clone(with.found)
	if with.columns != nil && len(with.columns) != len(with.found) {
		with.sure = false
		return
	}
	for i := range with.found {
		if with.columns != nil {
			with.found[i].name = with.columns[i]
		}
		with.found[i].typ.Nullable = with.found[i].typ.Nullable || part
	}
}

// view is a view of the schema, read when a statement uses it.
type view struct {
	analysis *analysis // of its own text
	body     *cte
}

// viewColumns returns the columns of a view, from the SELECT that it stands for.
func (a *analysis) viewColumns(t *table) ([]column, bool) {
	v, ok := a.views[t]
	if !ok {
		v = a.openView(t)
		a.views[t] = v
	}
	return v.analysis.cteColumns(v.body)
}

// openView parses CREATE VIEW name [(columns)] AS SELECT ….
func (a *analysis) openView(t *table) *view {
	p := &parser{tokens: token.Code(token.SplitForSQLite(t.view)), subs: map[int]*query{}}
	p.scopes = make([]*core, len(p.tokens))
	for !p.done() && !p.peek().Is("AS", "(") {
		p.at++
	}
	with := &cte{name: t.name}
	if p.peek().Is("(") {
		with.columns = p.names()
	}
	p.accept("AS")
	with.body = p.query(nil)
	return &view{newAnalysis(p, a.catalog, a.views), with}
}
