package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/spf13/cobra"
)

func baselineCommand(m *migration) *cobra.Command {
	var to int64
	cmd := &cobra.Command{
		Use:   "baseline [DIR]",
		Short: "Record migrations of a database that has their tables already",
		Long: `Baseline records the first migration as run on a database that has what it makes, as one has that schema.sql made: up runs the
others. It changes no table, and records nothing where the database lacks a table or a column of it. DIR is the folder of
workflows, where there are several.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return m.on(args, func(ctx context.Context, d database, list []migrate.Migration) error {
				return m.baseline(ctx, d, upTo(list, to))
			})
		},
	}
	cmd.Flags().StringVar(&m.variable, "database", "DATABASE_URL", "the variable with the database's URL")
	cmd.Flags().Int64Var(&to, "to", 0, "number of the last migration that the database has (default: the first)")
	return cmd
}

// upTo are the migrations up to a number, or the first.
func upTo(list []migrate.Migration, to int64) []migrate.Migration {
	for i, m := range list {
		if m.Version > to && i > 0 {
			return list[:i]
		}
	}
	return list
}

func (m *migration) baseline(ctx context.Context, d database, list []migrate.Migration) error {
	if d.Absent() {
		return fmt.Errorf("there is no %s: only what a database has can be recorded as run", project.Nearby(d.File))
	}
	db, err := d.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	lacking, err := lacks(ctx, db, d.Engine, list)
	switch {
	case err != nil:
		return d.Named(err)
	case len(lacking) > 0:
		return fmt.Errorf("the database lacks %s: only what it has can be recorded as run", strings.Join(lacking, ", "))
	}
	if err := migrate.Baseline(ctx, db, d.Engine, list); err != nil {
		return d.Named(err)
	}
	for _, done := range list {
		m.Printf("%s/%s\n", d.Engine, done.Name)
	}
	return nil
}

// tableColumns are the columns of all tables and views of a database, in small letters.
var tableColumns = map[string]string{
	migrate.SQLite:   `SELECT lower(m.name), lower(p.name) FROM sqlite_schema m, pragma_table_xinfo(m.name) p WHERE m.type IN ('table', 'view')`,
	migrate.Postgres: `SELECT lower(table_name), lower(column_name) FROM information_schema.columns WHERE table_schema = ANY (current_schemas(false))`,
}

// lacks are the tables and columns that migrations make and a database does not have.
func lacks(ctx context.Context, db *sql.DB, engine string, list []migrate.Migration) ([]string, error) {
	has, err := columnsIn(ctx, db, engine)
	if err != nil {
		return nil, fmt.Errorf("looking for the tables: %w", err)
	}
	var script strings.Builder
	for _, m := range list {
		script.WriteString(m.Up + "\n")
	}
	var lacking []string
	for _, t := range ddl.Read(ddl.Script{Text: script.String()}).Tables() {
		columns, ok := has[strings.ToLower(t.Name)]
		if !ok {
			lacking = append(lacking, t.Name)
			continue
		}
		for _, c := range t.Columns {
			if !columns[strings.ToLower(c.Name)] {
				lacking = append(lacking, t.Name+"."+c.Name)
			}
		}
	}
	return lacking, nil
}

func columnsIn(ctx context.Context, db *sql.DB, engine string) (map[string]map[string]bool, error) {
	rows, err := db.QueryContext(ctx, tableColumns[engine])
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	has := map[string]map[string]bool{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			return nil, err
		}
		if has[table] == nil {
			has[table] = map[string]bool{}
		}
		has[table][column] = true
	}
	return has, rows.Err()
}
