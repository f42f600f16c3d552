package database

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// From says which field of the request a parameter, from 1, comes from: who sent what the database does not take there is told so.
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

// misfitError is a value that a type of PostgreSQL, a text or a LIMIT does not take: a parameter's or, where that is 0, one that is made
// when the statement runs, perhaps of stored data.
type misfitError struct {
	parameter int
	what      string // is wrong with it, for the caller
	err       error
}

func (e *misfitError) Error() string { return e.err.Error() }

func (e *misfitError) Unwrap() error { return e.err }

// What is wrong with a value.
const (
	isMalformed = "is malformed"
	isTooLarge  = "is out of range"
	isBelowZero = "is below zero"
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

// misfitOf reads which parameter it was of the context of an error: "unnamed portal parameter $1 = '…'".
func misfitOf(err *PostgresError) *misfitError {
	e := &misfitError{what: misfits[err.Code], err: err}
	if _, after, found := strings.Cut(err.Where, "parameter $"); found {
		digits, _, _ := strings.Cut(after+" ", " ")
		e.parameter, _ = strconv.Atoi(strings.TrimRight(digits, ":="))
	}
	return e
}

// unsentMisfit tells a value that the driver of PostgreSQL can't write for the type that the server asks for, as 2^31 for an
// INTEGER, from one of which it can write none. The driver has only texts for both: "failed to encode args[0]: …".
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
	field, known := p.from[e.parameter]
	if e.what == holdsNUL && nul != "" {
		field, known = nul, true
	}
	switch {
	case e.parameter == 0 && !p.given, slices.Contains(p.own, e.parameter):
		return e
	case known && e.parameter > 0:
		return &rt.Error{
			Status: http.StatusBadRequest, Detail: "the request has wrong fields", Fields: map[string]string{field: e.what}, Err: e,
		}
	case e.what == holdsNUL:
		return &rt.Error{Status: http.StatusBadRequest, Detail: "a text of the request " + holdsNUL, Err: e}
	}
	return unfit(e)
}
