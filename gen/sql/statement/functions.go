package statement

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

func set(names string) map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}

// measures say too little of their arguments to carry them.
var measures = set("count length char_length octet_length row_number rank dense_rank cume_dist percent_rank ntile typeof json_type json_valid")

// aggregates are the names of aggregates: those of the engines' lists, and others that these leave out.
var aggregates = sync.OnceValue(func() map[string]bool {
	all := set("median percentile xmlagg json_arrayagg json_objectagg")
	for _, f := range []functions{sqliteFunctions(), postgresFunctions()} {
		for name, list := range f {
			all[name] = all[name] || slices.ContainsFunc(list, func(s signature) bool { return s.role == "rows" || s.role == "within" })
		}
	}
	return all
})

// reads are functions that read tables which only their texts name.
var reads = set(`pg_read_file pg_read_binary_file query_to_xml table_to_xml schema_to_xml database_to_xml cursor_to_xml query_to_xml_and_xmlschema table_to_xml_and_xmlschema
	schema_to_xml_and_xmlschema database_to_xml_and_xmlschema dblink dblink_fetch dblink_get_result crosstab crosstab2 crosstab3 crosstab4
	crosstabn connectby xpath_table ts_stat ts_rewrite`)

// beyond is what a function gives that reads tables which only its text names: anything that the schema has.
func (r *resolver) beyond(name string) Value {
	r.reaches = true
	return unproved(name + " reads what only its text names")
}

// call is what flows into the result of a function.
func (r *resolver) call(e *expr, s *scope) Value {
	name := strings.ToLower(last(e.path))
	args := r.all(e.args, s)
	r.acts = r.acts || e.changes()
	r.besides(e, s)
	if measures[name] && (name == "count" || allWhole(e.args)) {
		args = args.looked()
	}
	switch {
	case e.isAggregate() && !r.looks && s.adopt(e):
		return args.nullable()
	case reads[name]:
		return r.beyond(name)
	case keeps[name] != "":
		r.keep(e, args)
	case gives[name] != "":
		given := args.carrying(of(e.place(gives[name]), true))
		given.Null = given.Null || len(e.args) > 1 // of a setting that nobody made
		return given
	}
	if v, declared := r.runs(e); declared {
		r.betray(e)
		r.calls = true
		return v
	}
	switch {
	case name == "coalesce", name == "ifnull", name == "greatest", name == "least":
		return r.first(e.args, s)
	case name == "nullif" && len(e.args) == 2:
		return r.value(e.args[0], s).nullable()
	case e.own && (name == "first_value" || name == "last_value") && len(e.args) == 1:
		return args
	case e.over && moving[name] && len(e.args) == 3: // the third is for where there is no such row
		return args
	case dated(name, e.args):
		return args.never()
	}
	v, known := r.listed(e, e.role(), args)
	if !known {
		r.calls = r.calls || !aggregates()[name]
		return args.nullable()
	}
	if aggregate := e.role() == "rows" || e.role() == "within"; aggregate && !e.counted(r.functions()) && !e.ofRows(s) {
		v.Null = true
	}
	return v
}

// role is what a call is, as lists of functions have it.
func (e *expr) role() string {
	switch {
	case e.within:
		return "within"
	case e.over && numbers[strings.ToLower(last(e.path))]:
		return "over"
	case e.over || e.isAggregate():
		return "rows"
	}
	return ""
}

// numbers are functions that only windows have, and that say of a row which it is.
var numbers = set("row_number rank dense_rank percent_rank cume_dist ntile")

// ofRows reports whether an aggregate is of one row at least: in a group, or over a window that holds the row itself.
func (e *expr) ofRows(s *scope) bool {
	if e.over {
		return e.own
	}
	return s.grouped && !s.lone && !e.filter
}

// counted reports whether an aggregate is never null, be there no row.
func (e *expr) counted(f functions) bool {
	list := f.fitting(e, e.role())
	return !slices.ContainsFunc(list, func(s signature) bool { return !s.never })
}

// first is the first argument that is not null.
func (r *resolver) first(args []*expr, s *scope) Value {
	v := Value{Null: true}
	for _, arg := range args {
		v = v.or(r.value(arg, s))
	}
	v.kind = commonKind(args)
	return v
}

// compares reports whether an expression is SQLite's min(a, b), which is no aggregate.
func (e *expr) compares() bool {
	name := strings.ToLower(last(e.path))
	return (name == "min" || name == "max") && len(e.args) > 1
}

// several are functions of PostgreSQL that make any number of rows of one, none among them.
var several = set(`generate_series generate_subscripts unnest json_array_elements json_array_elements_text jsonb_array_elements
	jsonb_array_elements_text json_each json_each_text jsonb_each jsonb_each_text json_object_keys jsonb_object_keys jsonb_path_query
	jsonb_path_query_tz json_populate_recordset jsonb_populate_recordset json_to_recordset jsonb_to_recordset regexp_matches
	regexp_split_to_table string_to_table ts_stat ts_token_type ts_parse pg_options_to_table`)

// multiplies reports whether an expression may make any number of rows of one.
func (s *Schema) multiplies(e *expr) bool {
	if e == nil {
		return false
	}
	name := strings.ToLower(last(e.path))
	if e.op == call && (several[name] || s != nil && s.routines[name] != nil && s.routines[name].several) {
		return true
	}
	return slices.ContainsFunc(e.args, s.multiplies) || slices.ContainsFunc(e.tests, s.multiplies)
}

// aggregated reports whether a SELECT has an aggregate outside of a window.
func aggregated(c *core) bool {
	found := c.united || c.having != nil && folds(c.having) || slices.ContainsFunc(c.by, folds)
	for _, it := range c.items {
		found = found || folds(it.value)
	}
	return found
}

// markAggregates notes which calls of a query are of aggregates that the schema declares.
func (s *Schema) markAggregates(q *query) {
	if s == nil || len(s.folds) == 0 {
		return
	}
	q.each(func(*core) {}, func(e *expr) { e.folds = e.op == call && s.folds[strings.ToLower(last(e.path))] })
}

// folds reports whether an expression holds an aggregate.
func folds(e *expr) bool {
	if e.isAggregate() {
		return true
	}
	return slices.ContainsFunc(e.args, folds) || slices.ContainsFunc(e.tests, folds) || slices.ContainsFunc(e.beside, folds)
}

// isAggregate reports whether an expression is an aggregate outside of a window.
func (e *expr) isAggregate() bool {
	name := strings.ToLower(last(e.path))
	known := aggregates()[name] || strings.HasSuffix(name, "_agg") || strings.HasPrefix(name, "regr_")
	return e.op == call && !e.over && !e.compares() && (known || e.filter || e.within || e.distinct || e.folds)
}

// adopt reports whether an aggregate is of the columns of a scope around this one, which then is the one that it counts
// for.
func (s *scope) adopt(e *expr) bool {
	adopted := false
	for _, arg := range e.args {
		if arg.op == column {
			if of := s.of(arg.path); of != nil && of != s {
				of.adopted, s.foreign, adopted = true, true, true
			}
		}
		adopted = s.adopt(arg) || adopted
	}
	for _, condition := range e.tests {
		adopted = s.adopt(&expr{args: []*expr{condition}}) || adopted
	}
	return adopted
}

// modifier is what moves a date and is always valid.
var modifier = regexp.MustCompile(`(?i)^'([+-]?\d+(\.\d+)? (second|minute|hour|day|month|year)s?|start of (day|month|year)|utc|localtime|subsec|subsecond)'$`)

// clocks are functions that give the time.
var clocks = set("now clock_timestamp statement_timestamp transaction_timestamp")

// moves reports whether an expression is what a column holds, more or less a literal, or the time.
func (e *expr) moves(column string) bool {
	switch name := strings.ToLower(last(e.path)); {
	case e.op == literal:
		return writtenTimes[strings.ToLower(e.text)] != ""
	case e.op == call:
		return clocks[name] || len(e.args) > 0 && dated(name, e.args)
	}
	return (e.text == "+" || e.text == "-") && len(e.args) == 2 && strings.EqualFold(last(e.args[0].path), column) && e.args[1].op == literal
}

// dated reports whether a call gives a date for certain: of now, moved by what is valid.
func dated(name string, args []*expr) bool {
	switch name {
	case "date", "time", "datetime", "julianday", "unixepoch":
	case "strftime":
		if len(args) == 0 || args[0].op != literal {
			return false
		}
		args = args[1:]
	default:
		return false
	}
	for i, arg := range args {
		if arg.op != literal || i == 0 && !strings.EqualFold(arg.text, "'now'") || i > 0 && !modifier.MatchString(arg.text) {
			return false
		}
	}
	return true
}
