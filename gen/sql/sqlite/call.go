package sqlite

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/types"
)

// callType returns the type of a function call, with its FILTER and OVER, for functions whose result
// has one type.
func (a *analysis) callType(c *core, p piece) (types.Type, bool) {
	end := a.closing(p.start + 1)
	if after := token.At(a.tokens[:p.end], end+1); end+1 < p.end && !after.Is("FILTER", "OVER") {
		return types.Type{}, false
	}
	args := a.arguments(p.start+2, end)
	name := strings.ToLower(a.tokens[p.start].Src)
	if kind, ok := resultKinds[name]; ok {
		return types.Of(kind).OrNull(), true
	}
	switch name {
	case "count", "row_number", "rank", "dense_rank":
		return types.Of(types.Int), true
	case "abs", "ceil", "ceiling", "floor", "trunc":
		typ := a.firstOf(c, args)
		return typ, typ.Numeric()
	case "iif", "if":
		return a.oneOf(c, chosen(args))
	case "avg":
		return types.Of(types.Float).OrNull(), true
	case "sum":
		typ, ok := a.aggregateType(c, args)
		return sumOf(typ), ok
	case "min", "max":
		return a.aggregateType(c, args)
	case "coalesce", "ifnull":
		return a.coalesceType(c, args)
	case "length", "octet_length":
		typ := a.firstOf(c, args)
		return types.Type{Kind: types.Int, Nullable: typ.Nullable}, true
	case "lower", "upper", "trim", "ltrim", "rtrim", "replace", "substr", "substring":
		return a.textType(c, args), true
	}
	return types.Type{}, false
}

// resultKinds are the kinds of what functions of SQLite's give, whatever they are given; that none is null,
// gen/sql/lineage says.
var resultKinds = map[string]types.Kind{
	"round": types.Float, "total": types.Float, "julianday": types.Float, "percent_rank": types.Float, "cume_dist": types.Float,
	"instr": types.Int, "sign": types.Int, "unicode": types.Int, "ntile": types.Int, "json_array_length": types.Int, "unixepoch": types.Int,
	"random": types.Int, "changes": types.Int, "total_changes": types.Int, "last_insert_rowid": types.Int,
	"hex": types.String, "typeof": types.String, "quote": types.String, "char": types.String, "printf": types.String, "format": types.String,
	"concat": types.String, "concat_ws": types.String, "group_concat": types.String, "string_agg": types.String, "json_type": types.String,
	"date": types.String, "time": types.String, "datetime": types.String, "strftime": types.String, "sqlite_version": types.String,
}

// chosen are the values among which iif(a, x, b, y, z) chooses.
func chosen(args []piece) []piece {
	var values []piece
	for i := 1; i < len(args); i += 2 {
		values = append(values, args[i])
	}
	if len(args)%2 == 1 {
		values = append(values, args[len(args)-1])
	}
	return values
}

// arguments splits the tokens between two parentheses at their commas.
func (a *analysis) arguments(start, end int) []piece {
	var args []piece
	depth, from := 0, start
	for i := start; i < end; i++ {
		switch t := a.tokens[i]; {
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		case t.Is(",") && depth == 0:
			args = append(args, piece{from, i})
			from = i + 1
		}
	}
	if from < end {
		args = append(args, piece{from, end})
	}
	return args
}

// firstOf returns the type of the first argument.
func (a *analysis) firstOf(c *core, args []piece) types.Type {
	if len(args) == 0 {
		return types.Of(types.Any).OrNull()
	}
	return a.typeOf(c, args[0])
}

// aggregateType returns the type of sum, min and max: NULL where there is no row.
func (a *analysis) aggregateType(c *core, args []piece) (types.Type, bool) {
	if len(args) != 1 { // SQLite's min(a, b) is no aggregate
		return types.Type{}, false
	}
	arg := args[0]
	if token.At(a.tokens, arg.start).Is("DISTINCT") {
		arg.start++
	}
	return a.typeOf(c, arg).OrNull(), true
}

// sumOf is what values of a type add up to: truth values to how many are true, and anything but numbers to what nobody
// can know.
func sumOf(t types.Type) types.Type {
	switch {
	case t.Kind == types.Bool:
		t.Kind = types.Int
	case !t.Numeric():
		return types.Of(types.Any).OrNull()
	}
	return t
}

// coalesceType returns the type of coalesce: NULL only if every argument may be.
func (a *analysis) coalesceType(c *core, args []piece) (types.Type, bool) {
	if len(args) == 0 {
		return types.Type{}, false
	}
	typ := a.typeOf(c, args[0])
	for _, arg := range args[1:] {
		next := a.typeOf(c, arg)
		nullable := typ.Nullable && next.Nullable
		typ = common(typ, next)
		typ.Nullable = nullable
	}
	return typ, true
}

// textType returns the type of a function of texts: NULL where an argument is.
func (a *analysis) textType(c *core, args []piece) types.Type {
	typ := types.Of(types.String)
	for _, arg := range args {
		of := a.typeOf(c, arg)
		typ.Nullable = typ.Nullable || of.Nullable
	}
	return typ
}

// lone reports whether c has an aggregate and no GROUP BY: it gives one row even of an empty table, in which
// every plain column is NULL.
func (a *analysis) lone(c *core) bool {
	if c.group || c.change != nil {
		return false
	}
	lone, ok := a.alone[c]
	if !ok {
		for i := range a.tokens {
			lone = lone || a.scopes[i] == c && a.aggregates(i)
		}
		a.alone[c] = lone
	}
	return lone
}

// aggregates reports whether token i begins the call of an aggregate that is not over a window.
func (a *analysis) aggregates(i int) bool {
	if !isAggregate(a.tokens[i]) || !token.At(a.tokens, i+1).Is("(") {
		return false
	}
	end := a.closing(i + 1)
	if a.tokens[i].Is("MIN", "MAX") && len(a.arguments(i+2, end)) != 1 {
		return false
	}
	if token.At(a.tokens, end+1).Is("FILTER") {
		end = a.closing(end + 2)
	}
	return !token.At(a.tokens, end+1).Is("OVER")
}

func isAggregate(t token.Token) bool {
	return t.Is("COUNT", "SUM", "AVG", "MIN", "MAX", "TOTAL", "GROUP_CONCAT", "STRING_AGG",
		"JSON_GROUP_ARRAY", "JSON_GROUP_OBJECT", "JSONB_GROUP_ARRAY", "JSONB_GROUP_OBJECT")
}

// oneRow reports whether q gives exactly one row, whatever the tables hold.
func (a *analysis) oneRow(q *query) bool {
	if q.compound() || q.limit {
		return false
	}
	switch c := q.cores[0]; {
	case c.change != nil:
		return c.change.insert && c.change.returning && len(c.tuples) == 1 && !c.change.mayIgnore
	case c.tuples != nil:
		return len(c.tuples) == 1
	case c.having || c.group:
		return false
	default:
		return a.lone(c) || len(c.sources) == 0 && !c.where
	}
}
