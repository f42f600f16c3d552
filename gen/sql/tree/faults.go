package tree

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// harmless are functions that take every value of their types, beside those that measure one.
var harmless = Set(`lower upper trim ltrim rtrim btrim replace instr strpos position concat concat_ws left right
	starts_with md5 any all some min max greatest least nullif string_agg group_concat array_agg json_agg jsonb_agg
	json_group_array json_group_object jsonb_group_array jsonb_group_object json_array json_object bool_and bool_or every
	any_value unnest cardinality array_length to_tsvector plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank
	ts_rank_cd similarity word_similarity extract age now random gen_random_uuid clock_timestamp statement_timestamp
	to_json to_jsonb row_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array lag lead
	first_value last_value quote total changes last_insert_rowid`)

// Computing reports whether an expression makes of its operands what may be out of range, or of another form.
func (e *Expr) Computing() bool {
	switch e.Op {
	case Strict, Loose:
		if e.Text == "" { // a cast, of a parameter that the server reads as one of that type or of anything else
			return len(e.Args) == 1 && e.uncast() == 0
		}
		return strings.Contains("+ - * ^ & | # << >> @", e.Text)
	case Call:
		name := strings.ToLower(Last(e.Path))
		return !harmless[name] && !Measures[name] && !coalescing[name]
	}
	return false
}

// Sources are the parameters that an expression is made of, and whether it may be made of anything else than these and
// what is written out.
func (e *Expr) Sources() (params []int, stored bool) {
	switch {
	case e.Op == Literal, e.Op == Null:
		return nil, false
	case e.Op == Parameter:
		return []int{e.Param}, false
	case e.Op == Column:
		return e.Got.Params, len(e.Got.Columns) > 0 || len(e.Got.Params) == 0 || e.Got.Unproved != ""
	case e.Op == Opaque, e.Op == Star, e.Query != nil, e.IsAggregate(), e.Over:
		return nil, true
	}
	for _, operand := range slices.Concat(e.Args, e.Tests) {
		more, other := operand.Sources()
		params, stored = statement.Union(params, more, cmp.Compare), stored || other
	}
	return params, stored
}
