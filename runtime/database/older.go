package database

import (
	"context"
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// columnsOf are the columns of a table with what is declared of each.
const columnsOf = `SELECT name, lower(type), "notnull" FROM pragma_table_xinfo($1)`

// older makes the tables of schema.sql in a database of its own, and compares those that statements name.
func (sqliteEngine) older(ctx context.Context, h *handle) (string, error) {
	if strings.TrimSpace(h.schema) == "" {
		return "", nil
	}
	fresh, err := openSQLitePool(sqlite.Memory, 1, "_txlock=immediate")
	if err != nil {
		return "", err
	}
	defer fresh.Close()
	if _, err := fresh.db.ExecContext(ctx, h.schema); err != nil {
		return "", err
	}
	var differences []string
	for _, table := range tablesOf(h.schema, h.statements) {
		want, err := declared(ctx, fresh, table)
		if err != nil {
			return "", err
		}
		have, err := declared(ctx, h.readers, table)
		if err != nil {
			return "", err
		}
		if d := difference(table, want, have); d != "" {
			differences = append(differences, d)
		}
	}
	return strings.Join(differences, "; "), nil
}

// columnDeclared is a column as a table declares it.
type columnDeclared struct {
	name, as string
	notNull  bool
}

// declared are the columns of a table; none where there is no such table.
func declared(ctx context.Context, pool Pool, table string) ([]columnDeclared, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	rows, err := conn.Query(ctx, columnsOf, []any{table})
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []columnDeclared
	for rows.Next() {
		var c columnDeclared
		if err := rows.Scan(&c.name, &c.as, &c.notNull); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// difference says in what a table is not as it is wanted, "" where it is. Columns that are not wanted do no harm.
func difference(table string, want, have []columnDeclared) string {
	if len(have) == 0 {
		return "there is no table " + table
	}
	known := map[string]columnDeclared{}
	for _, c := range have {
		known[strings.ToLower(c.name)] = c
	}
	var list []string
	for _, c := range want {
		has, ok := known[strings.ToLower(c.name)]
		switch {
		case !ok:
			list = append(list, fmt.Sprintf("%s has no column %s", table, c.name))
		case has.as != c.as:
			list = append(list, fmt.Sprintf("%s.%s is %s and not %s", table, c.name, has.as, c.as))
		case has.notNull != c.notNull:
			list = append(list, fmt.Sprintf("%s.%s is %s", table, c.name, map[bool]string{true: "NOT NULL", false: "not NOT NULL"}[has.notNull]))
		}
	}
	return strings.Join(list, "; ")
}
