package statement

import (
	"cmp"
	"slices"
	"strings"
)

// A Fault is a mistake that PostgreSQL finds in a value when a statement runs.
type Fault uint8

// The faults.
const (
	Divisor Fault = iota // it is 0
	Pattern              // it is no pattern of LIKE and what is alike
	Regexp               // it is no regular expression
	Length               // it is below zero, or too large
	Syntax               // it is a text of another form: no tsquery, no part of a date
	Operand              // nothing can be computed of it
	faults
)

// Faults are, by the fault, the parameters one of which has it where PostgreSQL finds one: none where it may be a
// stored value.
type Faults [faults][]int

// faulty are functions that refuse a value, by the fault and the arguments that may have it: from one on, before
// another.
var faulty = map[string]struct {
	fault        Fault
	from, before int
}{
	"mod": {Divisor, 1, 2}, "div": {Divisor, 1, 2},
	"regexp_count": {Regexp, 1, 9}, "regexp_instr": {Regexp, 1, 9}, "regexp_like": {Regexp, 1, 9},
	"regexp_match": {Regexp, 1, 9}, "regexp_matches": {Regexp, 1, 9}, "regexp_replace": {Regexp, 1, 9},
	"regexp_split_to_array": {Regexp, 1, 9}, "regexp_split_to_table": {Regexp, 1, 9}, "regexp_substr": {Regexp, 1, 9},
	"substr": {Length, 2, 3}, "overlay": {Length, 2, 4}, "repeat": {Length, 1, 2}, "lpad": {Length, 1, 2}, "rpad": {Length, 1, 2},
	"split_part": {Length, 2, 3}, "generate_series": {Length, 2, 3},
	"to_tsquery": {Syntax, 0, 2}, "date_trunc": {Syntax, 0, 1}, "date_part": {Syntax, 0, 1}, "decode": {Syntax, 0, 2},
	"encode": {Syntax, 1, 2},
}

// harmless are functions that take every value of their types, beside those that measure one.
var harmless = set(`lower upper trim ltrim rtrim btrim replace instr strpos position concat concat_ws left right
	starts_with md5 any all some min max greatest least nullif string_agg group_concat array_agg json_agg jsonb_agg
	json_group_array json_group_object jsonb_group_array jsonb_group_object json_array json_object bool_and bool_or every
	any_value unnest cardinality array_length to_tsvector plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank
	ts_rank_cd similarity word_similarity extract age now random gen_random_uuid clock_timestamp statement_timestamp
	to_json to_jsonb row_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array lag lead
	first_value last_value quote total changes last_insert_rowid`)

// faultsOf finds what the faults of a query are those of. Views and routines compute with values that its text does not
// show.
func (r *resolver) faultsOf(q *query) (found Faults) {
	b := &blame{r: r}
	v := &visit{core: func(*core) {}, expr: b.expr, all: true}
	v.query(q)
	for _, c := range r.changes {
		for _, a := range c.Assigned {
			b.mixed[Operand] = b.mixed[Operand] || len(a.Value.Columns) > 0 || a.Value.Unproved != ""
		}
	}
	for f, params := range b.params {
		if !b.mixed[f] && !b.unsure && len(r.views) == 0 {
			found[f] = params
		}
	}
	return found
}

// beside leaves what holds by the schema of another engine too.
func (f *Faults) beside(other Faults) {
	for i := range f {
		if !slices.Equal(f[i], other[i]) {
			f[i] = nil
		}
	}
}

// blame gathers what expressions may be refused for.
type blame struct {
	r      *resolver
	params Faults
	mixed  [faults]bool // a stored value may have the fault
	unsure bool
}

// expr adds what an expression itself may be refused for.
func (b *blame) expr(e *expr) {
	switch name := strings.ToLower(last(e.path)); {
	case e.op == call && b.r.schema != nil && b.r.schema.routines[name] != nil:
		b.unsure = true
	case e.op == call && name == "substring" && len(e.args) > 1:
		b.add(Length, e.args[len(e.args)-1:])
		if !isNumber(e.args[1].text) {
			b.add(Regexp, e.args[1:])
		}
	case e.op == call && faulty[name].before > 0:
		of := faulty[name]
		b.add(of.fault, e.args[min(of.from, len(e.args)):min(of.before, len(e.args))])
	case e.op == test && strings.EqualFold(e.pattern, "TO"):
		b.add(Pattern, e.tests[1:])
		b.add(Regexp, e.tests[1:])
	case e.op == test && (e.pattern != "" || slices.Contains(matching, e.text)):
		b.add(matched(e.text), e.tests[1:])
	case e.op == list && slices.Contains(matching, e.text):
		b.add(matched(e.text), e.beside)
	case len(e.args) == 2 && (e.op == strict || e.op == loose) && (e.text == "/" || e.text == "%"):
		b.add(Divisor, e.args[1:])
	case e.computing():
		b.add(Operand, e.args)
	}
}

// matched is the fault of a pattern by its operator, "" of LIKE.
func matched(operator string) Fault {
	if operator == "" || strings.Contains(operator, "~~") {
		return Pattern
	}
	return Regexp
}

// add notes that one of some operands may have a fault.
func (b *blame) add(f Fault, operands []*expr) {
	for _, operand := range operands {
		params, stored := operand.sources()
		b.params[f] = union(b.params[f], params, cmp.Compare)
		b.mixed[f] = b.mixed[f] || stored
	}
}

// computing reports whether an expression makes of its operands what may be out of range, or of another form.
func (e *expr) computing() bool {
	switch e.op {
	case strict, loose:
		if e.text == "" { // a cast, of a parameter that the server reads as one of that type or of anything else
			return len(e.args) == 1 && e.uncast() == 0
		}
		return strings.Contains("+ - * ^ & | # << >> @", e.text)
	case call:
		name := strings.ToLower(last(e.path))
		return !harmless[name] && !measures[name] && !coalescing[name]
	}
	return false
}

// sources are the parameters that an expression is made of, and whether it may be made of anything else than these and
// what is written out.
func (e *expr) sources() (params []int, stored bool) {
	switch {
	case e.op == literal, e.op == null:
		return nil, false
	case e.op == parameter:
		return []int{e.param}, false
	case e.op == column:
		return e.got.Params, len(e.got.Columns) > 0 || len(e.got.Params) == 0 || e.got.Unproved != ""
	case e.op == opaque, e.op == star, e.query != nil, e.isAggregate(), e.over:
		return nil, true
	}
	for _, operand := range slices.Concat(e.args, e.tests) {
		more, other := operand.sources()
		params, stored = union(params, more, cmp.Compare), stored || other
	}
	return params, stored
}
