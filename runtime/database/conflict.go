package database

import (
	"errors"
	"strings"

	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// ErrConflict is a violated unique or foreign key, or an EXCLUDE of PostgreSQL's.
var ErrConflict = errors.New("conflict with a unique or foreign key, or with an exclusion")

func isConflict(err error) bool { return errors.Is(err, ErrConflict) }

// Conflict says what refused a statement.
type Conflict struct {
	Kind   *string `json:"kind"`   // "unique", "foreignKey" or "exclusion"
	Column *string `json:"column"` // of the key; nil where it has several, where the engine does not say which it was, and of an exclusion
}

// ConflictOf returns the conflict that err is, of a Query or a Statement; nil for any other error.
func ConflictOf(err error) *Conflict {
	var conflict *conflictError
	if !errors.As(err, &conflict) {
		return nil
	}
	return &conflict.Conflict
}

// The kinds of conflicts.
const (
	unique     = "unique"
	foreignKey = "foreignKey"
	exclusion  = "exclusion" // EXCLUDE, which PostgreSQL has: of bookings that overlap
)

// Unique names a unique key that the statement may violate, with its columns. PostgreSQL tells the names of keys only.
func Unique(name string, columns ...string) Option { return named(key{unique, name, columns}) }

// ForeignKey is Unique for a foreign key. SQLite does not tell which it was: the only one of the statement is known
// even so.
func ForeignKey(name string, columns ...string) Option { return named(key{foreignKey, name, columns}) }

func named(k key) Option {
	return func(p *prepared) { p.keys = append(p.keys, k) }
}

// key is a key that a statement may violate.
type key struct {
	kind, name string
	columns    []string
}

// conflictError is a violated key, as an engine tells it.
type conflictError struct {
	Conflict
	name string // of the key, "" where that is not told
	err  error
}

func (e *conflictError) Error() string { return ErrConflict.Error() + ": " + e.err.Error() }

// Conflicted is true: an attempt of a Retry that makes another key may do better.
func (e *conflictError) Conflicted() bool { return true }

func (e *conflictError) Unwrap() []error { return []error{ErrConflict, e.err} }

// conflictOfSQLite reads "constraint failed: UNIQUE constraint failed: users.email (2067)". Of an index over what is
// made of columns there is its name instead: "index 'users_mail'".
func conflictOfSQLite(err error) *conflictError {
	if sqlite.Code(err) == sqlite.ConstraintForeignKey {
		return conflict(foreignKey, "", "", err)
	}
	_, what, _ := strings.Cut(err.Error(), "UNIQUE constraint failed: ")
	what, _, _ = strings.Cut(what, " (")
	if name, ok := strings.CutPrefix(what, "index '"); ok {
		return conflict(unique, strings.TrimSuffix(name, "'"), "", err)
	}
	if strings.Contains(what, ", ") {
		return conflict(unique, "", "", err)
	}
	_, column, _ := strings.Cut(what, ".")
	return conflict(unique, "", column, err)
}

func conflictOfPostgres(err *PostgresError) *conflictError {
	kind := unique
	switch err.Code {
	case "23503": // foreign_key_violation
		kind = foreignKey
	case "23P01": // exclusion_violation
		kind = exclusion
	}
	return conflict(kind, err.Constraint, "", err)
}

func conflict(kind, name, column string, err error) *conflictError {
	e := &conflictError{Conflict: Conflict{Kind: &kind}, name: name, err: err}
	if column != "" {
		e.Column = &column
	}
	return e
}

// locate finds the column of a conflict of which the engine has told none, by the keys that the statement may violate.
func (p *prepared) locate(e *conflictError) {
	if e.Column != nil {
		return
	}
	var found []key
	for _, k := range p.keys {
		if k.kind == *e.Kind && (strings.EqualFold(k.name, e.name) || e.name == "" && k.kind == foreignKey) {
			found = append(found, k)
		}
	}
	if len(found) == 1 && len(found[0].columns) == 1 {
		e.Column = &found[0].columns[0]
	}
}
