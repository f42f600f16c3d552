package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/flowc-dev/flowc/gen/sql/postgres"
)

// names are what numbers of a database stand for, which are other ones in each.
type names struct {
	types   map[uint32]string
	enums   map[string][]string // the labels of those of the types that are enums
	notNull map[attribute]bool
}

// attribute is a column of a table: the number of its relation, and its own.
type attribute struct {
	relation uint32
	column   uint16
}

// names looks up what the descriptions name.
func (r *room) names(ctx context.Context, all []described) (*names, error) {
	n := &names{types: map[uint32]string{}, enums: map[string][]string{}, notNull: map[attribute]bool{}}
	var oids, relations []uint32
	for _, d := range all {
		oids = append(oids, d.params...)
		for _, c := range d.columns {
			oids, relations = append(oids, c.DataTypeOID), append(relations, c.TableOID)
		}
	}
	if err := n.readTypes(ctx, r.own, oids); err != nil {
		return nil, fmt.Errorf("asking PostgreSQL for the names of types: %w", err)
	}
	if err := n.readTables(ctx, r.own, relations); err != nil {
		return nil, fmt.Errorf("asking PostgreSQL which columns are NOT NULL: %w", err)
	}
	return n, nil
}

// A domain is the type below it, as that is how its values come and go, and an array that of its elements with []
// behind. The name of an enum is as statements write it: with its schema where that is not searched.
const typeNames = `
WITH RECURSIVE below (oid, base, suffix) AS (
	SELECT oid, oid, '' FROM pg_type WHERE oid = ANY($1)
	UNION ALL
	SELECT below.oid, CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.typelem END, CASE t.typtype WHEN 'd' THEN suffix ELSE suffix || '[]' END
	FROM below JOIN pg_type t ON t.oid = below.base WHERE t.typtype = 'd' OR t.typinput = 'array_in'::regproc
)
SELECT below.oid, CASE t.typtype WHEN 'e' THEN t.oid::regtype::text ELSE t.typname::text END || suffix,
	ARRAY(SELECT l.enumlabel::text FROM pg_enum l WHERE l.enumtypid = t.oid ORDER BY l.enumsortorder)
FROM below JOIN pg_type t ON t.oid = below.base
WHERE t.typtype <> 'd' AND t.typinput <> 'array_in'::regproc`

func (n *names) readTypes(ctx context.Context, c *pgx.Conn, oids []uint32) error {
	rows, err := c.Query(ctx, typeNames, oids)
	if err != nil {
		return err
	}
	var oid uint32
	var name string
	var labels []string
	_, err = pgx.ForEachRow(rows, []any{&oid, &name, &labels}, func() error {
		n.types[oid] = name
		if len(labels) > 0 {
			n.enums[strings.TrimSuffix(name, "[]")] = slices.Clone(labels)
		}
		return nil
	})
	return err
}

// Of tables only: a view's columns say nothing of null.
const notNullColumns = `
SELECT a.attrelid, a.attnum FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE a.attrelid = ANY($1) AND a.attnum > 0 AND a.attnotnull AND c.relkind IN ('r', 'p')`

func (n *names) readTables(ctx context.Context, c *pgx.Conn, relations []uint32) error {
	rows, err := c.Query(ctx, notNullColumns, relations)
	if err != nil {
		return err
	}
	var relation uint32
	var column int16
	_, err = pgx.ForEachRow(rows, []any{&relation, &column}, func() error {
		n.notNull[attribute{relation, uint16(column)}] = true
		return nil
	})
	return err
}

// statement is a description in words.
func (n *names) statement(d described) postgres.Statement {
	s := postgres.Statement{Refused: d.refused}
	for _, oid := range d.params {
		s.Params = append(s.Params, n.types[oid])
	}
	for _, c := range d.columns {
		s.Columns = append(s.Columns, postgres.Column{
			Name: c.Name, Type: n.types[c.DataTypeOID], NotNull: n.notNull[attribute{c.TableOID, c.TableAttributeNumber}],
		})
	}
	return s
}
