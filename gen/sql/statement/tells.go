package statement

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Tell is a place where a statement shows more of a value than whether it is another one as a whole: it is compared by
// its order, by a pattern or by a part of it, or rows are counted by it. Whoever chooses what it is compared with finds
// it out piece by piece, though nothing of it flows into a result.
type Tell struct {
	Of    Value    // what it shows something of: its columns and parameters
	By    []int    // the parameters that it is compared with
	With  []Column // the columns that are compared with one another, where these are several sides of it
	Whole bool     // it shows all of it at once, whatever the parameters are
	Alike bool     // it is asked for as it is: that tells of what it is a part of, where it is stored as one
	Table string   // the table whose trigger, rule, CHECK or generated column compares, and not the statement itself
	Place
}

// lookAt follows expressions that only say which rows come, and in which order, for what these tell.
func (r *resolver) lookAt(list []*expr, s *scope) {
	r.apart(func(aside *resolver) {
		for _, e := range list {
			aside.value(e, s)
		}
	})
}

// ask follows a condition for what it tells. What is no comparison tells of what it is made of: starts_with(a, $1).
func (r *resolver) ask(condition *expr, s *scope) {
	if condition == nil {
		return
	}
	r.lookAt([]*expr{condition}, s)
	if condition.op == opaque {
		r.unread(condition, s)
		return
	}
	r.tellLeaf(condition)
}

// unread notes what a condition may tell that is not understood: something of every column that it names.
func (r *resolver) unread(condition *expr, s *scope) {
	t := Tell{Place: Place{condition.start, condition.end}}
	r.lookAt(condition.args, s)
	for _, e := range condition.args {
		if e.got.Unproved == "" {
			t.Of, t.By = t.Of.carrying(e.got), union(t.By, e.got.Params, cmp.Compare)
		}
	}
	r.tell(t)
}

// tellLeaf notes what a condition tells that is a value itself.
func (r *resolver) tellLeaf(e *expr) {
	switch e.op {
	case and, or, not, test, list, asked, isNull, notNull, exists, column, parameter:
		return // noted where they are followed
	}
	if !e.whole() {
		r.tell(Tell{Of: e.got, By: e.got.Params, Place: Place{e.start, e.end}})
	}
}

// asks follows what asks whether something is null, or whether there is a row.
func (r *resolver) asks(e *expr, s *scope) {
	r.lookAt(e.tests, s)
	if e.op == asked && len(e.tests) > 1 {
		r.compares(e, "", e.tests...)
	}
	if e.query != nil {
		r.apart(func(aside *resolver) { aside.query(e.query, s) })
	}
}

// compared notes what a condition tells whose operands were followed.
func (r *resolver) compared(e *expr, s *scope) {
	r.lookAt(e.beside, s)
	switch e.op {
	case test, list:
		operands := append(slices.Clone(e.tests), e.beside...)
		if e.query != nil {
			operands = append(operands, &expr{op: scalar, query: e.query, got: e.query.gives()})
		}
		r.compares(e, e.operator(), operands...)
	default:
		for _, operand := range e.tests {
			r.tellLeaf(operand)
		}
	}
}

// operator is how a comparison compares: LIKE and what is alike have no text.
func (e *expr) operator() string {
	if e.op == test && e.text == "" {
		return "LIKE"
	}
	return e.text
}

// gives is all that flows into what a query gives that was followed.
func (q *query) gives() Value {
	var v Value
	for _, c := range q.cores {
		for _, it := range c.items {
			v = v.carrying(it.value.got)
		}
	}
	return v
}

// chooses follows the conditions of a CASE.
func (r *resolver) chooses(e *expr, s *scope) {
	r.lookAt(e.tests, s)
	if len(e.tests) == len(e.args)-1 {
		for _, condition := range e.tests {
			r.tellLeaf(condition)
		}
		return
	}
	for _, when := range e.tests[min(1, len(e.tests)):] { // CASE x WHEN …
		r.compares(e, "=", e.tests[0], when)
	}
}

// besides follows what a call takes along beside its arguments, and what those that compare tell of these.
func (r *resolver) besides(e *expr, s *scope) {
	r.lookAt(e.beside, s)
	for _, condition := range e.beside {
		r.tellLeaf(condition)
	}
	if e.op == call {
		r.ranks(e.beside)
	}
	switch name := strings.ToLower(last(e.path)); {
	case name == "nullif" && len(e.args) == 2:
		r.compares(e, "=", e.args...)
	case name == "min" || name == "max" || name == "greatest" || name == "least":
		r.compares(e, "<", e.args...)
	case e.distinct: // count(DISTINCT a)
		r.compares(e, "=", e.args...)
	case ranks[name] && len(e.args) > 1: // rank($1) WITHIN GROUP (ORDER BY a)
		r.compares(e, "<", e.args...)
	}
}

var ranks = set("rank dense_rank percent_rank cume_dist")

// counted notes what a function tells of its arguments that makes as many rows as they say.
func (r *resolver) counted(e *expr, s *scope) {
	if strings.EqualFold(last(e.path), "generate_series") {
		r.count(e.args, s)
	}
}

// bounded follows in which order rows come, and how many of them. An ORDER BY may name columns of the result, which are
// followed already.
func (r *resolver) bounded(q *query, all result, s *scope) {
	if inside := q.cores[0].inside; inside != nil {
		r.lookAt(q.order, inside)
		for _, e := range q.order {
			if v, named := all.ordered(e); named {
				e.got = v
			}
		}
		r.ranks(q.order)
	}
	r.count(q.bounds, s)
}

// ordered is the column of a result that an ORDER BY names, or says the number of.
func (all result) ordered(e *expr) (Value, bool) {
	for i, o := range all.columns {
		if e.op == column && len(e.path) == 1 && strings.EqualFold(e.path[0], o.name) || e.op == literal && e.text == strconv.Itoa(i+1) {
			return o.Value, true
		}
	}
	return Value{}, false
}

// count follows expressions that say how many rows there are.
func (r *resolver) count(list []*expr, s *scope) {
	r.lookAt(list, s)
	for _, e := range list {
		r.tell(Tell{Of: Value{Columns: e.got.Columns, Unproved: e.got.Unproved}, Whole: true, Place: Place{e.start, e.end}})
	}
}

// apart does something that leaves no trace in what is followed but in what it tells and does.
func (r *resolver) apart(do func(*resolver)) {
	aside := *r
	aside.looks = true
	do(&aside)
	r.steps, r.tells, r.acts, r.moves, r.tables = aside.steps, aside.tells, aside.acts, aside.moves, aside.tables
}

// compares notes what a comparison tells of its operands: of each by an operator that orders them or looks for a
// pattern, and of others only where a part of a value is compared.
func (r *resolver) compares(at *expr, operator string, operands ...*expr) {
	orders := !slices.Contains([]string{"", "=", "==", "<>", "!="}, operator)
	t := Tell{Place: Place{at.start, at.end}}
	alike := Tell{Place: t.Place, Alike: true}
	for _, e := range operands {
		t.By = union(t.By, e.got.Params, cmp.Compare)
		switch {
		case orders || !e.whole():
			t.Of = t.Of.carrying(e.got)
		default:
			alike.Of = alike.Of.carrying(Value{Columns: e.got.Columns, Unproved: e.got.Unproved})
		}
		t.Whole = t.Whole || e.listed()
	}
	alike.By, alike.With, alike.Whole = t.By, r.sides(operands), t.Whole
	switch {
	case orders:
		t.With = alike.With
	case alike.Of.Unproved == "": // a part by a whole: anything may stand there
		t.With = slices.DeleteFunc(slices.Clone(alike.Of.Columns), r.schema.isNumber)
	}
	r.tell(t)
	r.tell(alike)
}

// sides are the columns of text that operands of a comparison are made of, where two of them at least are made of
// columns.
func (r *resolver) sides(operands []*expr) []Column {
	var v Value
	n := 0
	for _, e := range operands {
		if len(e.got.Columns) > 0 && e.got.Unproved == "" {
			v, n = v.carrying(e.got), n+1
		}
	}
	if n < 2 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Columns), r.schema.isNumber)
}

// isNumber reports whether a column is declared to hold numbers: what is compared with it tells next to nothing of a
// text.
func (s *Schema) isNumber(c Column) bool {
	d := s.Table(c.Table).Column(c.Name)
	if d == nil {
		return false
	}
	typ := strings.ToUpper(d.Type)
	return slices.ContainsFunc([]string{"INT", "SERIAL", "NUMERIC", "REAL", "DOUBLE", "FLOAT", "BOOL"}, func(name string) bool { return strings.Contains(typ, name) })
}

// ranks notes what an order, or what is made one of those that are alike, tells of values among which are some that are
// sent.
func (r *resolver) ranks(list []*expr) {
	for _, e := range list {
		r.tell(Tell{Of: e.got, By: e.got.Params, Place: Place{e.start, e.end}})
	}
}

// equated notes what it tells that values are compared by `=` which are parts of others.
func (r *resolver) equated(at Place, values ...Value) {
	t := Tell{Place: at}
	alike := Tell{Place: at, Alike: true}
	for _, v := range values {
		t.By = union(t.By, v.Params, cmp.Compare)
		if v.Part {
			t.Of = t.Of.carrying(v)
		} else {
			alike.Of = alike.Of.carrying(Value{Columns: v.Columns, Unproved: v.Unproved})
		}
	}
	alike.By = t.By
	r.tell(t)
	r.tell(alike)
}

// listed reports whether an expression is a column of rows that the statement makes up: of VALUES, a recursive WITH or
// a function.
func (e *expr) listed() bool {
	if e.op == column {
		return len(e.got.Columns)+len(e.got.Params) == 0 && e.got.Unproved == ""
	}
	return slices.ContainsFunc(e.args, (*expr).listed)
}

func (r *resolver) tell(t Tell) {
	if t.Of.Unproved != "" && r.inside != nil {
		t.Of = Value{Columns: r.inside.Columns, Params: t.Of.Params}
	}
	if t.Of.Unproved != "" || len(t.Of.Columns)+len(t.Of.Params) == 0 || len(t.By)+len(t.With) == 0 && !t.Whole {
		return
	}
	if r.aside > 0 { // the text of a view has no place in the statement
		if len(t.With) == 0 {
			return
		}
		t.Place = Place{}
	}
	same := func(known Tell) bool { return known.Place == t.Place && known.Alike == t.Alike && known.Of.equal(t.Of) }
	switch i := slices.IndexFunc(r.tells, same); {
	case i < 0:
		r.tells = append(r.tells, t)
	default:
		r.tells[i].By, r.tells[i].Whole = union(r.tells[i].By, t.By, cmp.Compare), r.tells[i].Whole || t.Whole
		r.tells[i].With = union(r.tells[i].With, t.With, compareColumns)
	}
}

// keeping are functions whose result is another one for another argument, as far as anybody can tell: compared with `=`
// it tells no more than the argument.
var keeping = set(`lower upper trim btrim coalesce ifnull nullif min max greatest least concat concat_ws iif md5 sha1 sha224 sha256 sha384 sha512
	digest hmac crypt gen_salt encode decode hex unhex convert_to convert_from quote quote_literal any_value first_value last_value lag lead nth_value
	to_json to_jsonb row_to_json json_quote json_array json_object json_build_array json_build_object jsonb_build_array jsonb_build_object
	json_group_array json_group_object json_agg jsonb_agg array_agg string_agg group_concat unnest text uuid date datetime sum total avg count`)

// whole reports whether an expression is a value as a whole, or as good as that.
func (e *expr) whole() bool {
	switch e.op {
	case column, field:
		return !e.got.Part
	case literal, null, given, parameter, star, test, and, or, not, list, asked, isNull, notNull, exists:
		return true
	case strict:
		return !slices.Contains([]string{"%", "&", "|", "<<", ">>"}, e.text) && allWhole(e.args)
	case loose:
		return slices.Contains([]string{"->", "->>", "/"}, e.text) && allWhole(e.args)
	case row, sure, choice:
		return allWhole(e.args)
	case call:
		name := strings.ToLower(last(e.path))
		trims := strings.HasSuffix(name, "trim") && len(e.args) > 1
		if name == "replace" && len(e.args) == 3 && e.args[0].op == literal && e.args[1].op == literal {
			return e.args[2].whole() // so many times as the statement says, whatever it is
		}
		return keeping[name] && !trims && allWhole(e.args) || measures[name]
	case scalar:
		return e.query.whole()
	}
	return false
}

func allWhole(list []*expr) bool {
	return !slices.ContainsFunc(list, func(e *expr) bool { return !e.whole() })
}

// whole reports whether a query gives values as a whole.
func (q *query) whole() bool {
	for _, c := range q.cores {
		for _, it := range c.items {
			if !it.value.whole() {
				return false
			}
		}
		if c.nested != nil && !c.nested.whole() || slices.ContainsFunc(c.rows, func(row []*expr) bool { return !allWhole(row) }) {
			return false
		}
	}
	return true
}
