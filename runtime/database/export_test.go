package database

import "database/sql"

// RowBySQL reads the first row of database/sql into a T, as a Query did before it had connections of its own.
func RowBySQL[T any](rows *sql.Rows) (row T, err error) {
	defer rows.Close()
	s, on := newShape[T](), sqliteCursor{rows}
	if !on.Next() {
		return row, on.Err()
	}
	targets := s.targets(&row)
	if err := tellTypes(targets, on); err != nil {
		return row, err
	}
	return row, on.Scan(targets...)
}
