package sql

import (
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// mode is the field sqlMode, or what the statement itself says.
func mode(p templates.Pass) string {
	switch {
	case p.Text("sqlMode") != "":
		return p.Text("sqlMode")
	case p.Query("sqlQuery").ReturnsRows:
		return "many"
	}
	return "exec"
}

func out(p templates.Pass) types.Type {
	switch mode(p) {
	case "one":
		return row(p)
	case "many":
		return types.ObjectOf(types.F("rows", types.ListOf(row(p))), types.F("count", types.Of(types.Int)))
	}
	if p.Text("sqlMode") == "" && !p.Query("sqlQuery").Known {
		return types.Type{} // a statement with a mistake does not say what it yields
	}
	return types.ObjectOf(types.F("rowsAffected", types.Of(types.Int)))
}

// row is the type of a row: what the schema says of its columns and, of one that is any or is computed,
// what sqlColumns says. It is unknown where the statement did not prepare.
func row(p templates.Pass) types.Type {
	q := p.Query("sqlQuery")
	if q.Columns == nil {
		return types.Type{}
	}
	declared := map[string]types.Type{}
	for _, d := range p.Declared("sqlColumns") {
		declared[d.Name] = d.Type
	}
	t := types.ObjectOf()
	t.Fields = make([]types.Field, 0, len(q.Columns))
	for i, c := range q.Columns {
		if !types.IsName(c.Name) {
			return types.Type{} // which is reported: what it was to be called nobody knows
		}
		if d, ok := declared[c.Name]; ok && (c.Type.Kind == types.Any || computed(q, i) && mayBe(d, c.Type)) {
			c.Type = d.With(c.Type.Labels)
		}
		t.Fields = append(t.Fields, c)
	}
	t.Go = p.GoName("")
	return t.With(types.LabelsOf(types.FromStore, ""))
}

// maybeAbsent reports whether the row may be absent: nothing says what to do without it,
// and the statement may find none.
func maybeAbsent(p templates.Pass) bool {
	return mode(p) == "one" && !p.Wired("notFound") && !p.Query("sqlQuery").OneRow
}

// computed reports whether column i is no column of a table as it is.
func computed(q templates.SQL, i int) bool {
	s := q.Statement
	if s == nil || len(s.Columns) != len(q.Columns) {
		return false
	}
	v := s.Columns[i].Value
	return len(v.Columns) != 1 || len(v.Params) > 0 || v.Part
}

// mayBe reports whether a value that is computed may be read as a type: as its own, a text as a time, a number as a
// truth value.
func mayBe(as, known types.Type) bool {
	switch as.Kind {
	case known.Kind, types.Unknown:
		return true
	case types.Time:
		return known.Kind == types.String
	case types.Bool, types.Float:
		return known.Kind == types.Int
	}
	return false
}
