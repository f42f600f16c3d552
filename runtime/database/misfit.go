package database

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// From says which field of the request a parameter, from 1, comes from: who sent what the database does not take there
// is told so.
func From(parameter int, field string) Option {
	return func(p *prepared) {
		if p.from == nil {
			p.from = map[int]string{}
		}
		p.from[parameter] = field
	}
}

// Own names the parameters that no caller sent: one that the database does not take is a fault of the service.
func Own(parameters ...int) Option {
	return func(p *prepared) { p.own = parameters }
}

// Given says that all which the statement puts into columns is what a caller sent: what does not fit there is his.
func Given() Option {
	return func(p *prepared) { p.given = true }
}

// fault says which parameters a caller sent one of which the server refuses by some codes.
type fault struct {
	codes      []string
	parameters []int
}

// Divisor names the parameters one of which is 0 where something is divided by 0.
func Divisor(parameters ...int) Option { return faulty(parameters, "22012") }

// Pattern names those one of which is no pattern of LIKE.
func Pattern(parameters ...int) Option { return faulty(parameters, "22025", "22019", "2200C") }

// Regexp names those one of which is no regular expression.
func Regexp(parameters ...int) Option { return faulty(parameters, "2201B", "22023") }

// Length names those one of which is a length that no text has.
func Length(parameters ...int) Option { return faulty(parameters, "22011", "22023", "54000") }

// Syntax names those one of which is a text that can't be read as what it has to be, such as a tsquery.
func Syntax(parameters ...int) Option { return faulty(parameters, "42601", "22023") }

// Operand names those one of which can't be computed with for any other reason.
func Operand(parameters ...int) Option { return faulty(parameters, otherReasons) }

const otherReasons = "" // no code of the server's

func faulty(parameters []int, codes ...string) Option {
	return func(p *prepared) { p.faults = append(p.faults, fault{codes, parameters}) }
}

// misfitError is a value that a type of PostgreSQL, a text or a LIMIT does not take: a parameter's or, where that is 0,
// one that is made when the statement runs, perhaps of stored data.
type misfitError struct {
	parameter int
	what      string // is wrong with it, for the caller
	code      string // of the server's answer; "" where it was not asked
	inside    bool   // of a routine or trigger, which computes with values of its own
	err       error
}

func (e *misfitError) Error() string { return e.err.Error() }

func (e *misfitError) Unwrap() error { return e.err }

// What is wrong with a value.
const (
	isMalformed = "is malformed"
	isTooLarge  = "is out of range"
	isBelowZero = "is below zero"
	isZero      = "must not be 0"
	isUnfit     = "does not fit the database"
	isRefused   = "is not allowed"
	holdsNUL    = "must not have the character NUL"
)

// misfits are the codes of PostgreSQL for values that a type does not take.
var misfits = map[string]string{
	"22P02": isMalformed,   // invalid_text_representation
	"22007": isMalformed,   // invalid_datetime_format
	"22008": isTooLarge,    // datetime_field_overflow
	"22003": isTooLarge,    // numeric_value_out_of_range
	"22001": "is too long", // string_data_right_truncation
}

// faults are the codes for values that nothing can be computed of, beside all of class 22.
var faults = map[string]string{
	"22012": isZero,      // division_by_zero
	"22025": isMalformed, // invalid_escape_sequence
	"22019": isMalformed, // invalid_escape_character
	"2201B": isMalformed, // invalid_regular_expression
	"2200C": isMalformed, // invalid_use_of_escape_character
	"22011": isTooLarge,  // substring_error
	"22023": isMalformed, // invalid_parameter_value
	"42601": isMalformed, // syntax_error, of a tsquery or jsonpath: that of a statement is about no value
	"54000": isTooLarge,  // program_limit_exceeded
}

// misfitOf is a value that does not fit.
func misfitOf(err *PostgresError) *misfitError {
	return &misfitError{
		parameter: parameterOf(err), what: cmp.Or(misfits[err.Code], faults[err.Code], isUnfit), code: err.Code,
		inside: strings.Contains(err.Where, "function "), err: err,
	}
}

// parameterOf reads which parameter it was of the context of an error, "unnamed portal parameter $1 = '…'": 0 where it
// was none.
func parameterOf(err *PostgresError) int {
	_, after, _ := strings.Cut(err.Where, "parameter $")
	digits, _, _ := strings.Cut(after+" ", " ")
	n, _ := strconv.Atoi(strings.TrimRight(digits, ":="))
	return n
}

// faulty are the parameters one of which has the fault.
func (p *prepared) faulty(e *misfitError) (parameters []int) {
	if e.parameter > 0 {
		return []int{e.parameter}
	}
	code := e.code
	if faults[code] == "" {
		code = otherReasons
	}
	for _, f := range p.faults {
		if !e.inside && slices.Contains(f.codes, code) {
			parameters = append(parameters, f.parameters...)
		}
	}
	return parameters
}

// unsentMisfit tells a value that the driver of PostgreSQL can't write for the type that the server asks for, as 2^31
// for an INTEGER, from one of which it can write none. The driver has only texts for both: "failed to encode args[0]:
// …".
func unsentMisfit(err error) *misfitError {
	text := err.Error()
	_, after, found := strings.Cut(text, "failed to encode args[")
	if !found || strings.Contains(text, "cannot find encode plan") {
		return nil
	}
	digits, _, _ := strings.Cut(after, "]")
	n, _ := strconv.Atoi(digits)
	return &misfitError{parameter: n + 1, what: isTooLarge, err: err}
}

// misfit makes a value that does not fit a failure of the request, if it is what the caller sent.
func (p *prepared) misfit(e *misfitError, nul string) error {
	parameters, fields := p.faulty(e), map[string]string{}
	for _, n := range parameters {
		if field, known := p.from[n]; known {
			fields[field] = e.what
		}
	}
	if e.what == holdsNUL && nul != "" {
		fields = map[string]string{nul: e.what}
	}
	given := p.given && misfits[e.code] != ""
	switch {
	case len(parameters) == 0 && !given, slices.Contains(p.own, e.parameter):
		return e
	case len(fields) > 0:
		return &rt.Error{Status: http.StatusBadRequest, Detail: "the request has wrong fields", Fields: fields, Err: e}
	case e.what == holdsNUL:
		return &rt.Error{Status: http.StatusBadRequest, Detail: "a text of the request " + holdsNUL, Err: e}
	}
	return unfit(e)
}
