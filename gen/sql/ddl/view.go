package ddl

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// ViewColumn is a column of a view, and the column of a table that it is as it is: none where it is made of any.
type ViewColumn struct {
	Name string
	Base statement.Column
}

// maxViews bounds how deep views are made of views.
const maxViews = 20

// Shown returns the columns of a table, or of a view of one table: what else a view gives can't be written by it.
func (s *Schema) Shown(t *Table) []ViewColumn { return s.shown(t, maxViews) }

// shown are the columns of a table, or of a view of one table: what else a view gives can't be written by it.
func (s *Schema) shown(t *Table, depth int) []ViewColumn {
	if t == nil || depth == 0 {
		return nil
	}
	var list []ViewColumn
	if t.View == nil {
		for _, name := range t.Names() {
			list = append(list, ViewColumn{name, statement.Column{Table: t.Name, Name: name}})
		}
		return list
	}
	c := t.View.Cores[0]
	if len(t.View.Cores) > 1 || c.From == nil || len(c.From.Joins) > 0 || c.From.First.Path == nil {
		return nil
	}
	of := s.shown(s.Named(c.From.First.Path), depth-1)
	for _, it := range c.Items {
		if it.Value.Op == tree.Star {
			list = append(list, of...)
			continue
		}
		list = append(list, shows(it, of))
	}
	for i := range min(len(t.Renamed), len(list)) {
		list[i].Name = t.Renamed[i]
	}
	return list
}

// shows is what an entry of a view's SELECT list gives.
func shows(it *tree.Item, of []ViewColumn) ViewColumn {
	if it.Value.Op != tree.Column {
		return ViewColumn{Name: it.Alias}
	}
	name := tree.Last(it.Value.Path)
	got := ViewColumn{Name: cmp.Or(it.Alias, name)}
	for _, c := range of {
		if strings.EqualFold(c.Name, name) {
			got.Base = c.Base
		}
	}
	return got
}

// Through returns the change of the table that a view shows, where no trigger stands in for it.
func (s *Schema) Through(c statement.Change) (statement.Change, bool) {
	view := s.Table(c.Table)
	replaced := func(t Trigger) bool {
		return t.Of == view && t.Instead && (len(t.On) == 0 || slices.Contains(t.On, c.Verb))
	}
	if view == nil || view.View == nil || slices.ContainsFunc(s.Triggers, replaced) {
		return c, false
	}
	base := statement.Change{Verb: c.Verb, OnConflict: c.OnConflict}
	for _, shown := range s.Shown(view) {
		for _, a := range c.Assigned {
			if shown.Base.Name != "" && strings.EqualFold(a.Column, shown.Name) {
				a.Column = shown.Base.Name
				base.Assigned = append(base.Assigned, a)
			}
		}
		base.Table = cmp.Or(base.Table, shown.Base.Table)
	}
	return base, base.Table != ""
}
