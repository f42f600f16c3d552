package database

import (
	rt "github.com/flowc-dev/flowc/runtime"
)

// Statement is a statement that returns no rows. It is safe for concurrent use.
type Statement struct {
	prepared *prepared
}

// Result is the effect of a Statement.
type Result struct {
	RowsAffected int64 `json:"rowsAffected"`
}

// NewStatement is NewQuery for a statement without rows.
func NewStatement(s *rt.Setup, env, text string, options ...Option) *Statement {
	return &Statement{prepared: prepare(s, env, text, options)}
}

// Exec runs the statement. Parameters are string, int64, float64, bool, []byte, time.Time, time.Duration (stored as
// text, "15m"), pointers to them (nil is NULL), rt.Value and lists of these. A time is stored in UTC with microseconds.
//
// The error is ErrConflict for a violated unique or foreign key; it has a method Unavailable that returns true where
// the database cannot be reached; past the deadline it is context.DeadlineExceeded.
func (st *Statement) Exec(x *rt.Exec, args ...any) (Result, error) {
	st.prepared.show(x, args)
	ctx := x.Context()
	var done Result
	err := st.prepared.runFor(x, args, func(on Session, args []any) (err error) {
		done.RowsAffected, err = on.Exec(ctx, st.prepared.text, args)
		return err
	})
	if err != nil {
		return Result{}, st.prepared.explain(ctx, x, err)
	}
	if x.Debug() {
		x.Values(done)
	}
	return done, nil
}
