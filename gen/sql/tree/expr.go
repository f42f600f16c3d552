package tree

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Says reports whether an expression is that word.
func (e *Expr) Says(word string) bool { return e.Op == Literal && strings.EqualFold(e.Text, word) }

// Truth is what a literal is as a condition: SQLite takes a number for one.
func Truth(e *Expr) string {
	if n, err := strconv.ParseFloat(e.Text, 64); err == nil {
		return strconv.FormatBool(n != 0)
	}
	return strings.ToLower(e.Text)
}

// FiguresOf are two literals as numbers, if they are.
func FiguresOf(a, b *Expr) (n, m float64, numbers bool) {
	n, err := strconv.ParseFloat(a.Text, 64)
	m, failed := strconv.ParseFloat(b.Text, 64)
	return n, m, a.Op == Literal && b.Op == Literal && err == nil && failed == nil
}

// Cast returns what a cast makes a value of its type.
func (e *Expr) Cast() statement.Cast {
	params := append(e.Args[0].Makers(), e.Args[0].Got.Params...)
	slices.Sort(params)
	made := statement.Cast{Domain: strings.ToLower(Last(strings.Fields(e.As))), Params: slices.Compact(params)}
	if e.Args[0].Op == Parameter {
		made.Param = e.Args[0].Param
	}
	return made
}

// Conjuncts are the conditions that the top-level AND of a condition joins.
func Conjuncts(e *Expr) []*Expr {
	switch {
	case e == nil:
		return nil
	case e.Op == And:
		return append(Conjuncts(e.Tests[0]), Conjuncts(e.Tests[1])...)
	}
	return []*Expr{e}
}

// WrittenTimes are the types of words that stand for a time.
var WrittenTimes = map[string]string{
	"current_date": "date", "current_time": "timetz", "current_timestamp": "timestamptz", "localtime": "time", "localtimestamp": "timestamp",
}

// Place is where a call keeps something: a setting under its name, where that is written there.
func (e *Expr) Place(table string) statement.Column {
	if table == "pg_largeobject" {
		return statement.Column{Table: table, Name: "data"}
	}
	if len(e.Args) > 0 && e.Args[0].Op == Literal {
		return statement.Column{Table: table, Name: strings.ToLower(strings.Trim(e.Args[0].Text, "'"))}
	}
	return statement.Column{Table: table, Name: "setting"}
}

// Keeps reports whether a join always gives a row, by whether what stands before it and the table after it do.
func (j *Join) Keeps(before, after bool) bool {
	switch {
	case j.Left && j.Right:
		return before || after
	case j.Left:
		return before
	case j.Right:
		return after
	}
	return before && after && j.On == nil && j.Using == nil && !j.Natural
}

// Bare is the parameter that an expression is which was followed, but for its type, for capitals and for white space
// around it.
func (e *Expr) Bare() int {
	switch {
	case e.Op == Parameter:
		return e.Param
	case e.Op == Column:
		return e.Got.Bare
	case e.Op == Strict && len(e.Args) == 1, e.Calls(Casing) && len(e.Args) == 1:
		return e.Args[0].Got.Bare
	}
	return 0
}

// Casing are functions whose result says as much as the text that they are given.
var Casing = Set("lower upper trim btrim")

// IsNumber reports whether a literal is one.
func IsNumber(literal string) bool { return literal != "" && '0' <= literal[0] && literal[0] <= '9' }

// Divides reports whether an expression is a division by a number other than 0.
func (e *Expr) Divides() bool {
	return (e.Text == "/" || e.Text == "%") && e.Args[1].Op == Literal && IsNumber(e.Args[1].Text) && strings.Trim(e.Args[1].Text, "0.") != ""
}

// Rows are the operands of a condition that are rows: where a member is null, it may be.
func (e *Expr) Rows() []*Expr {
	return slices.DeleteFunc(slices.Clone(e.Tests), func(operand *Expr) bool { return operand.Op != Row })
}

// Operator is how a comparison compares: LIKE and what is alike have no text.
func (e *Expr) Operator() string {
	if e.Op == Test && e.Text == "" {
		return "LIKE"
	}
	return e.Text
}

// Listed reports whether an expression is a column of rows that the statement makes up: of VALUES, a recursive WITH or
// a function.
func (e *Expr) Listed() bool {
	if e.Op == Column {
		return len(e.Got.Columns)+len(e.Got.Params) == 0 && e.Got.Unproved == ""
	}
	return slices.ContainsFunc(e.Args, (*Expr).Listed)
}

// keeping are functions that are injective in practice: a comparison of their result with `=` leaks no more than one of
// the argument.
var keeping = Set(`lower upper trim btrim coalesce ifnull nullif min max greatest least concat concat_ws iif md5 sha1 sha224 sha256 sha384 sha512
	digest hmac crypt gen_salt encode decode hex unhex convert_to convert_from quote quote_literal any_value first_value last_value lag lead nth_value
	to_json to_jsonb row_to_json json_quote json_array json_object json_build_array json_build_object jsonb_build_array jsonb_build_object
	json_group_array json_group_object json_agg jsonb_agg array_agg string_agg group_concat unnest text uuid date datetime sum total avg count`)

// Whole reports whether an expression is a value as a whole, or as good as that.
func (e *Expr) Whole() bool {
	switch e.Op {
	case Column, Field:
		return !e.Got.Part
	case Literal, Null, Given, Parameter, Star, Test, And, Or, Not, List, Asked, IsNull, NotNull, Exists:
		return true
	case Strict:
		return !slices.Contains([]string{"%", "&", "|", "<<", ">>"}, e.Text) && AllWhole(e.Args)
	case Loose:
		return slices.Contains([]string{"->", "->>", "/"}, e.Text) && AllWhole(e.Args)
	case Row, Sure, Choice:
		return AllWhole(e.Args)
	case Call:
		name := strings.ToLower(Last(e.Path))
		trims := strings.HasSuffix(name, "trim") && len(e.Args) > 1
		if name == "replace" && len(e.Args) == 3 && e.Args[0].Op == Literal && e.Args[1].Op == Literal {
			return e.Args[2].Whole() // so many times as the statement says, whatever it is
		}
		return keeping[name] && !trims && AllWhole(e.Args) || Measures[name]
	case Scalar:
		return e.Query.whole()
	}
	return false
}

// AllWhole reports whether each of several expressions is whole.
func AllWhole(list []*Expr) bool {
	return !slices.ContainsFunc(list, func(e *Expr) bool { return !e.Whole() })
}
