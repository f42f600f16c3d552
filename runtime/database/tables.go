package database

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// createTable finds the names of the tables that a schema creates, in quotes or without.
var createTable = regexp.MustCompile("(?i)\\bCREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?[\"`\\[]?(\\w+)")

// word finds what may be the name of a table in a statement.
var word = regexp.MustCompile(`\w+`)

// tablesOf returns the tables that schema creates and a statement names, in the order of the schema. A schema is of one
// database: what statements do not name may be another one's.
func tablesOf(schema string, statements []*prepared) []string {
	named := map[string]bool{}
	for _, s := range statements {
		for _, name := range word.FindAllString(s.text, -1) {
			named[strings.ToLower(name)] = true
		}
	}
	var tables []string
	for _, match := range createTable.FindAllStringSubmatch(schema, -1) {
		if name := strings.ToLower(match[1]); named[name] && !slices.Contains(tables, name) {
			tables = append(tables, name)
		}
	}
	return tables
}

// inspect says what tables are missing: each request that needs them would fail.
func (h *handle) inspect(ctx context.Context, env string) error {
	if h.sessions != nil {
		if err := h.sessions(ctx); err != nil {
			return err
		}
	}
	if err := h.pending(ctx, env); err != nil {
		return err
	}
	if older, err := h.engine.older(ctx, h); err != nil || older != "" {
		return outdated(env, older, err)
	}
	var missing []string
	for _, table := range tablesOf(h.schema, h.statements) {
		var found bool
		if err := queryRow(ctx, h.readers, h.engine.hasTable(), []any{table}, &found); err != nil {
			return fmt.Errorf("look for the tables of %s: %w", env, classify(ctx, err))
		}
		if !found {
			missing = append(missing, table)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("the database of %s has no table %s: apply %s", env, strings.Join(missing, ", "), h.engine.schemaFile())
}

// outdated says what to do about a database whose tables are older than schema.sql.
func outdated(env, what string, err error) error {
	if err != nil {
		return fmt.Errorf("compare the tables of %s with schema.sql: %w", env, classify(context.Background(), err))
	}
	return fmt.Errorf("the database of %s is older than schema.sql, which makes the tables of an empty one and changes none: %s. Where nothing in it "+
		"is worth keeping, delete its file; else go over to migrations, by flowc migrate new and flowc migrate baseline", env, what)
}
