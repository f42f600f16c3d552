package lineage

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// reads are functions that read tables which only their texts name.
var reads = tree.Set(`pg_read_file pg_read_binary_file query_to_xml table_to_xml schema_to_xml database_to_xml cursor_to_xml query_to_xml_and_xmlschema table_to_xml_and_xmlschema
	schema_to_xml_and_xmlschema database_to_xml_and_xmlschema dblink dblink_fetch dblink_get_result crosstab crosstab2 crosstab3 crosstab4
	crosstabn connectby xpath_table ts_stat ts_rewrite`)

// beyond is what a function gives that reads tables which only its text names: anything that the schema has.
func (r *resolver) beyond(name string) statement.Value {
	r.reaches = true
	return statement.Unfollowed(name + " reads what only its text names")
}

// call is what flows into the result of a function.
func (r *resolver) call(e *tree.Expr, s *scope) statement.Value {
	name := strings.ToLower(tree.Last(e.Path))
	args := r.all(e.Args, s)
	r.acts = r.acts || e.Changes()
	r.besides(e, s)
	if tree.Measures[name] && (name == "count" || tree.AllWhole(e.Args)) {
		args = args.Looked()
	}
	switch {
	case e.IsAggregate() && !r.looks && s.adopt(e):
		return args.Nullable()
	case reads[name]:
		return r.beyond(name)
	case keeps[name] != "":
		r.keep(e, args)
	case gives[name] != "":
		given := args.Carrying(statement.OfColumn(e.Place(gives[name]), true))
		given.Null = given.Null || len(e.Args) > 1 // of a setting that nobody made
		return given
	}
	if v, declared := r.runs(e); declared {
		r.betray(e)
		r.calls = true
		return v
	}
	switch {
	case name == "coalesce", name == "ifnull", name == "greatest", name == "least":
		return r.first(e.Args, s)
	case name == "nullif" && len(e.Args) == 2:
		return r.value(e.Args[0], s).Nullable()
	case e.Own && (name == "first_value" || name == "last_value") && len(e.Args) == 1:
		return args
	case e.Over && tree.Moving[name] && len(e.Args) == 3: // the third is for where there is no such row
		return args
	case tree.Dated(name, e.Args):
		return args.Never()
	}
	v, known := r.listed(e, e.Role(), args)
	if !known {
		r.calls = r.calls || !tree.Aggregates()[name]
		return args.Nullable()
	}
	if aggregate := e.Role() == "rows" || e.Role() == "within"; aggregate && !e.Counted(r.functions()) && !ofRows(e, s) {
		v.Null = true
	}
	return v
}

// ofRows reports whether an aggregate is of one row at least: in a group, or over a window that holds the row itself.
func ofRows(e *tree.Expr, s *scope) bool {
	if e.Over {
		return e.Own
	}
	return s.grouped && !s.lone && !e.Filter
}

// first is the first argument that is not null.
func (r *resolver) first(args []*tree.Expr, s *scope) statement.Value {
	v := statement.Value{Null: true}
	for _, arg := range args {
		v = v.Or(r.value(arg, s))
	}
	v.Kind = commonKind(args)
	return v
}

// several are functions of PostgreSQL that make any number of rows of one, none among them.
var several = tree.Set(`generate_series generate_subscripts unnest json_array_elements json_array_elements_text jsonb_array_elements
	jsonb_array_elements_text json_each json_each_text jsonb_each jsonb_each_text json_object_keys jsonb_object_keys jsonb_path_query
	jsonb_path_query_tz json_populate_recordset jsonb_populate_recordset json_to_recordset jsonb_to_recordset regexp_matches
	regexp_split_to_table string_to_table ts_stat ts_token_type ts_parse pg_options_to_table`)

// multiplies reports whether an expression may make any number of rows of one.
func (s *Schema) multiplies(e *tree.Expr) bool {
	if e == nil {
		return false
	}
	name := strings.ToLower(tree.Last(e.Path))
	if e.Op == tree.Call && (several[name] || s.Schema != nil && s.Routines[name] != nil && s.Routines[name].Several) {
		return true
	}
	return slices.ContainsFunc(e.Args, s.multiplies) || slices.ContainsFunc(e.Tests, s.multiplies)
}

// markAggregates notes which calls of a query are of aggregates that the schema declares.
func (s *Schema) markAggregates(q *tree.Query) {
	if s.Schema == nil || len(s.Folds) == 0 {
		return
	}
	q.Each(func(*tree.Core) {}, func(e *tree.Expr) {
		e.Folds = e.Op == tree.Call && s.Folds[strings.ToLower(tree.Last(e.Path))]
	})
}

// adopt reports whether an aggregate is of the columns of a scope around this one, which then is the one that it counts
// for.
func (s *scope) adopt(e *tree.Expr) bool {
	adopted := false
	for _, arg := range e.Args {
		if arg.Op == tree.Column {
			if of := s.of(arg.Path); of != nil && of != s {
				of.adopted, s.foreign, adopted = true, true, true
			}
		}
		adopted = s.adopt(arg) || adopted
	}
	for _, condition := range e.Tests {
		adopted = s.adopt(&tree.Expr{Args: []*tree.Expr{condition}}) || adopted
	}
	return adopted
}

// listed is what a list says of a call whose arguments were followed: what flows into it is given. It says nothing of
// one that is not in it.
func (r *resolver) listed(e *tree.Expr, role string, given statement.Value) (statement.Value, bool) {
	list := r.functions().Fitting(e, role)
	if len(list) == 0 {
		return statement.Value{}, false
	}
	v := given.Never()
	v.Kind = e.Resulting(list)
	for _, s := range list {
		for i, arg := range e.Args {
			says := s.At(i)
			if !says.Null && !s.Never {
				v.Null, v.NullWith = v.Null || arg.Got.Null, statement.Union(v.NullWith, arg.Got.NullWith, slices.Compare)
			}
			v.Null = v.Null || says.Written && !arg.IsText() || r.infinite && says.MayBeInfinite(arg.Got.Kind)
		}
		v.Null = v.Null || s.Null
	}
	return v, true
}
