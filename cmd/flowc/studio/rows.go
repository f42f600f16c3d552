package studio

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/databases"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/assist"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// What is shown of a table at most.
const (
	rowsTime = 2 * time.Second
	maxRows  = 100
	maxCell  = 200 // characters
)

// rowsView are the first rows of a table, by its key.
type rowsView struct {
	Columns []string `json:"columns"`
	Rows    [][]cell `json:"rows"`
	More    bool     `json:"more"`  // there are others
	Order   []string `json:"order"` // columns of the key, none where there is no key
	Took    float64  `json:"took"`  // milliseconds
}

// cell is a value of a row. A hidden one never left the database.
type cell struct {
	Kind   string `json:"kind"`   // "null", "hidden", "bytes" or "value"
	Text   string `json:"text"`   // at most maxCell characters of a value
	Length int64  `json:"length"` // characters, or bytes
}

// showing returns the database that rows of a table may be shown of, or why they may not.
func (s *Studio) showing(f *project.Folder, t assist.Table) (databases.Database, string) {
	variable := "DATABASE_URL"
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	if use := tableUses(p, f)[strings.ToLower(t.Name)]; use != nil {
		variable = cmp.Or(use.variable, variable)
	}
	if t.View {
		return databases.Database{}, "rows of a view are those of its tables"
	}
	return s.shownDatabase(variable)
}

// shownDatabase returns the database of a variable, if rows of it may be shown, or why not.
func (s *Studio) shownDatabase(variable string) (databases.Database, string) {
	var none databases.Database
	d, err := s.databaseNamed(variable)
	switch {
	case s.config.Log != "":
		return none, "a log is looked at, and nothing runs"
	case s.config.Foreign:
		return none, "the program around the workflows has an environment of its own"
	case err != nil:
		return none, err.Error()
	case !d.Local():
		return none, variable + " names a server that is not on this machine"
	case d.Absent():
		return none, fmt.Sprintf("there is no %s yet: the server makes it when it starts", project.Nearby(d.File))
	}
	return d, ""
}

// databaseNamed is the database that a variable names. That of production is an error.
func (s *Studio) databaseNamed(variable string) (databases.Database, error) {
	vars, err := rt.Environ(s.config.Dir)
	switch {
	case err != nil:
		return databases.Database{}, fmt.Errorf("the environment can't be read: %w", err)
	case vars["FLOWC_ENV"].Value == "production":
		return databases.Database{}, errors.New("FLOWC_ENV is production")
	}
	d, err := databases.Parse(cmp.Or(vars[variable].Value, knownVariables()[variable].Default), s.config.Dir)
	if err != nil {
		return databases.Database{}, fmt.Errorf("%s %w", variable, err)
	}
	return d, nil
}

func (s *Studio) serveRows(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Dir, Table string }
	if !readBody(w, r, 1<<16, &asked) {
		return
	}
	v, err := s.rows(r.Context(), asked.Dir, asked.Table)
	if err != nil {
		refuse(w, err)
		return
	}
	reply(w, v)
}

// rows reads the first rows of a table that the schema declares.
func (s *Studio) rows(ctx context.Context, dir, table string) (rowsView, error) {
	f, t := s.table(dir, table)
	if f == nil {
		return rowsView{}, fmt.Errorf("the schema has no table %q", table)
	}
	d, why := s.showing(f, t)
	if why != "" {
		return rowsView{}, errors.New(why)
	}
	ctx, cancel := context.WithTimeout(ctx, rowsTime)
	defer cancel()
	began := time.Now()
	v, err := readRows(ctx, d, t)
	v.Took = float64(time.Since(began).Microseconds()) / 1000
	return v, err
}

// table is the folder and table of a name; nil where there is none.
func (s *Studio) table(dir, table string) (*project.Folder, assist.Table) {
	if f := s.folderNamed(dir); f != nil {
		for _, t := range assist.Tables(&f.Folder, f.Analysis.Program) {
			if t.Name == table {
				return f, t
			}
		}
	}
	return nil, assist.Table{}
}

func readRows(ctx context.Context, d databases.Database, t assist.Table) (rowsView, error) {
	v := rowsView{Columns: []string{}, Rows: [][]cell{}, Order: append([]string{}, t.Key...)}
	for _, c := range t.Columns {
		v.Columns = append(v.Columns, c.Name)
	}
	err := v.read(ctx, d, selectRows(d.Engine, t))
	v.cut(maxRows)
	return v, err
}

// cut leaves the first rows.
func (v *rowsView) cut(most int) {
	if len(v.Rows) > most {
		v.Rows, v.More = v.Rows[:most], true
	}
}

// read adds the rows of a statement that gives the kind, the text and the length of each column.
func (v *rowsView) read(ctx context.Context, d databases.Database, statement string, args ...any) error {
	err := readOnly(ctx, d, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, statement, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scanRow(rows, len(v.Columns))
			if err != nil {
				return err
			}
			v.Rows = append(v.Rows, row)
		}
		return rows.Err()
	})
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("it takes longer than %s", rowsTime)
	}
	return d.Named(err)
}

// readOnly runs do in a transaction that changes nothing and is rolled back.
func readOnly(ctx context.Context, d databases.Database, do func(tx *sql.Tx) error) error {
	db, err := d.OpenReadOnly(rowsTime)
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: d.Engine == migrate.Postgres}) // SQLite's connection only reads
	if err != nil {
		return err
	}
	return errors.Join(do(tx), tx.Rollback())
}

// selectRows is a statement for the kind, the text and the length of each column. What is hidden is cut out by the
// database.
func selectRows(engine string, t assist.Table) string {
	var parts, keys []string
	for _, c := range t.Columns {
		parts = append(parts, selectCell(engine, c.SQL, c.Hidden))
		if slices.ContainsFunc(t.Key, func(k string) bool { return strings.EqualFold(k, c.Name) }) {
			keys = append(keys, c.SQL)
		}
	}
	text := "SELECT " + strings.Join(parts, ", ") + " FROM " + t.SQL
	if len(keys) > 0 {
		text += " ORDER BY " + strings.Join(keys, ", ")
	}
	return fmt.Sprintf("%s LIMIT %d", text, maxRows+1)
}

func selectCell(engine, name string, hidden bool) string {
	bytes, text, length := "typeof("+name+") = 'blob'", "CAST("+name+" AS TEXT)", "length("+name+")"
	if engine == migrate.Postgres {
		bytes, text = "pg_typeof("+name+") = 'bytea'::regtype", name+"::text"
		length = fmt.Sprintf("CASE WHEN %s THEN (length(%s) - 2) / 2 ELSE length(%s) END", bytes, text, text) // \\x and two digits each
	}
	if hidden {
		return fmt.Sprintf("CASE WHEN %s IS NULL THEN 'null' ELSE 'hidden' END, NULL, %s", name, length)
	}
	return fmt.Sprintf("CASE WHEN %s IS NULL THEN 'null' WHEN %s THEN 'bytes' ELSE 'value' END, CASE WHEN %s THEN NULL ELSE substr(%s, 1, %d) END, %s",
		name, bytes, bytes, text, maxCell, length)
}

func scanRow(rows *sql.Rows, columns int) ([]cell, error) {
	row := make([]cell, columns)
	texts, lengths := make([]sql.NullString, columns), make([]sql.NullInt64, columns)
	var into []any
	for i := range row {
		into = append(into, &row[i].Kind, &texts[i], &lengths[i])
	}
	if err := rows.Scan(into...); err != nil {
		return nil, err
	}
	for i := range row {
		row[i].Text, row[i].Length = texts[i].String, lengths[i].Int64
	}
	return row, nil
}
