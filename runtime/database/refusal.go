package database

import (
	"errors"
	"slices"
	"strings"
)

// Sent names the columns that are given what a caller sent and may refuse it, and the domains that it is made a value
// of: it is the caller's fault then, and no fault of the service.
func Sent(columns ...string) Option {
	return func(p *prepared) { p.sent = columns }
}

// refusalError is a violated NOT NULL, of a column, or a violated CHECK.
type refusalError struct {
	column string // "" of a CHECK
	err    error
}

func (e *refusalError) Error() string { return e.err.Error() }

func (e *refusalError) Unwrap() error { return e.err }

// nullColumn is the column that SQLite names: "NOT NULL constraint failed: users.email (1299)".
func nullColumn(text string) string {
	_, name, _ := strings.Cut(text, "NOT NULL constraint failed: ")
	_, name, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, " (")
	return name
}

// blamed makes a refusal of what a caller sent a failure of the request; nul is the field of it that has that
// character.
func (p *prepared) blamed(err error, nul string) error {
	var misfit *misfitError
	if errors.As(err, &misfit) {
		return p.misfit(misfit, nul)
	}
	var refusal *refusalError
	if !errors.As(err, &refusal) || !p.mayBeOf(refusal) {
		return err
	}
	return unfit(err)
}

// mayBeOf reports whether a refused value may be the caller's. Which column a CHECK refused, no engine says.
func (p *prepared) mayBeOf(r *refusalError) bool {
	named := func(c string) bool { return strings.EqualFold(c, r.column) }
	return len(p.sent) > 0 && (r.column == "" || slices.ContainsFunc(p.sent, named))
}
