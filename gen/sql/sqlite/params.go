package sqlite

import (
	"strconv"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/types"
)

// params returns the types of $1 to $n. Each may be null, as SQL lets a parameter be; what no column
// determines is any.
func (a *analysis) params(q *query, n int) []types.Type {
	list := make([]types.Type, n)
	inserted := a.inserted(q)
	for i := range list {
		list[i] = types.Of(types.Any).OrNull()
	}
	for i, t := range a.tokens {
		number := paramNumber(t)
		if number < 1 || number > n || a.scopes[i] == nil {
			continue
		}
		typ, ok := inserted[i]
		if !ok {
			typ, ok = a.paramType(i)
		}
		if ok {
			list[number-1] = typ.OrNull()
		}
	}
	return list
}

// paramNumber returns n of a parameter $n, or 0.
func paramNumber(t token.Token) int {
	if t.Kind != token.Param || t.Src[0] != '$' {
		return 0
	}
	n, err := strconv.Atoi(t.Src[1:])
	if err != nil {
		return 0
	}
	return n
}

// inserted returns the types of the parameters that an INSERT puts into a column as they are, by token index.
func (a *analysis) inserted(q *query) map[int]types.Type {
	found := map[int]types.Type{}
	c := q.cores[0]
	if c.change == nil || !c.change.insert {
		return found
	}
	rows := c.tuples
	if c.change.from != nil {
		rows = selected(c.change.from)
	}
	targets := a.targets(c)
	for _, row := range rows {
		for i := range min(len(row), len(targets)) {
			if p := a.unwrap(row[i]); p.end-p.start == 1 {
				found[p.start] = targets[i]
			}
		}
	}
	return found
}

// selected returns the SELECT lists, or the tuples, of a query whose rows are inserted.
func selected(q *query) [][]piece {
	var rows [][]piece
	for _, c := range q.cores {
		rows = append(rows, c.tuples...)
		var row []piece
		for _, it := range c.items {
			if it.star {
				break // the columns after it are not counted
			}
			row = append(row, it.piece)
		}
		rows = append(rows, row)
	}
	return rows
}

// targets returns the types of the columns that an INSERT fills, in the order of its values. A column that
// is not there ends the list: SQLite reports it.
func (a *analysis) targets(c *core) []types.Type {
	t := a.tableOf(c, c.sources[0])
	if t == nil {
		return nil
	}
	var list []types.Type
	if c.change.columns == nil {
		for _, col := range t.columns {
			if !col.generated {
				list = append(list, col.typ)
			}
		}
		return list
	}
	for _, name := range c.change.columns {
		typ, ok := t.find(name)
		if !ok {
			return list
		}
		list = append(list, typ)
	}
	return list
}

// paramType returns the type of the column that the parameter at token i is compared with or assigned to.
func (a *analysis) paramType(i int) (types.Type, bool) {
	before, after := token.At(a.tokens, i-1), token.At(a.tokens, i+1)
	if a.limits(i) {
		return types.Of(types.Int), true
	}
	if binds(before) || binds(after) {
		return types.Type{}, false // a part of a longer expression
	}
	switch {
	case before.Is("LIKE"):
		typ, ok := a.columnBefore(i - 1)
		typ.Kind, typ.Format = types.String, "" // a pattern, of whatever is compared with it
		return typ, ok
	case isComparison(before) || before.Is("BETWEEN"):
		return a.columnBefore(i - 1)
	case before.Is("NOT") && token.At(a.tokens, i-2).Is("IS"):
		return a.columnBefore(i - 2)
	case before.Is("FROM") && token.At(a.tokens, i-2).Is("DISTINCT"): // IS [NOT] DISTINCT FROM
		return a.columnBefore(a.skipNot(i - 3))
	case before.Is("AND") && token.At(a.tokens, i-3).Is("BETWEEN"):
		return a.columnBefore(i - 3)
	case isComparison(after) && (startsExpression(before) || before.Is("(")):
		return a.columnAfter(i)
	}
	if in := a.inList(i); in > 0 {
		return a.columnBefore(in)
	}
	return types.Type{}, false
}

// limits reports whether the parameter at i is a count of rows.
func (a *analysis) limits(i int) bool {
	before := token.At(a.tokens, i-1)
	return before.Is("LIMIT", "OFFSET") || before.Is(",") && token.At(a.tokens, i-3).Is("LIMIT")
}

// binds reports whether t ties its operands closer than a comparison does.
func binds(t token.Token) bool {
	return t.Is("+", "-", "*", "/", "%", "||", "&", "|", "<<", ">>", "->", "->>", "~", "::")
}

func isComparison(t token.Token) bool {
	return t.Is("=", "==", "<>", "!=", "<", ">", "<=", ">=", "IS")
}

// startsExpression reports whether an operand begins after t.
func startsExpression(t token.Token) bool {
	return t.Is("(", ",", "WHERE", "AND", "OR", "ON", "HAVING", "WHEN", "THEN", "ELSE", "NOT", "SET", "SELECT", "BY")
}

// skipNot returns i, or the index before it where there is a NOT at i.
func (a *analysis) skipNot(i int) int {
	if token.At(a.tokens, i).Is("NOT") {
		i--
	}
	return i
}

// columnBefore returns the type of the column that ends before the operator at token i, or before its NOT.
func (a *analysis) columnBefore(i int) (types.Type, bool) {
	i = a.skipNot(i-1) + 1
	start := i - 1
	for token.At(a.tokens, start-1).Is(".") {
		start -= 2
	}
	if start < 0 || !startsExpression(token.At(a.tokens, start-1)) {
		return types.Type{}, false
	}
	return a.column(piece{start, i})
}

// columnAfter returns the type of the column after the parameter at token i and its comparison.
func (a *analysis) columnAfter(i int) (types.Type, bool) {
	start := i + 2
	if token.At(a.tokens, start).Is("NOT") { // $1 IS NOT column
		start++
	}
	end := start + 1
	for token.At(a.tokens, end).Is(".") {
		end += 2
	}
	if end > len(a.tokens) || binds(token.At(a.tokens, end)) || token.At(a.tokens, end).Is("(") {
		return types.Type{}, false
	}
	return a.column(piece{start, end})
}

// column returns the type of a bare column.
func (a *analysis) column(p piece) (types.Type, bool) {
	qualifier, name, ok := a.reference(p)
	if !ok {
		return types.Type{}, false
	}
	return a.resolve(a.scopes[p.start], qualifier, name)
}

// inList returns the index of the IN whose list the parameter at token i is a whole entry of, or 0.
func (a *analysis) inList(i int) int {
	if !token.At(a.tokens, i-1).Is("(", ",") || !token.At(a.tokens, i+1).Is(")", ",") {
		return 0
	}
	depth := 0
	for open := i - 1; open > 0; open-- {
		switch t := a.tokens[open]; {
		case t.Is(")"):
			depth++
		case t.Is("(") && depth > 0:
			depth--
		case t.Is("("):
			if a.tokens[open-1].Is("IN") {
				return open - 1
			}
			return 0
		}
	}
	return 0
}
