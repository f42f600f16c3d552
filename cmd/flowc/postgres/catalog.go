package postgres

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// Of tables and partitioned ones, and of views; what extensions bring is none of the schema's.
const tableColumns = `
SELECT c.oid, n.nspname::text, c.relname::text, c.relkind IN ('v', 'm'), coalesce(a.attname::text, ''),
	coalesce(format_type(a.atttypid, a.atttypmod), ''), coalesce(a.attnotnull, false),
	coalesce(pg_get_expr(d.adbin, d.adrelid) !~ '^NULL(::|$)' AND a.attgenerated = '', false),
	coalesce(a.attidentity <> '', false), coalesce(a.attgenerated <> '', false)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
	LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
	AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
ORDER BY n.nspname, c.relname, a.attnum`

// Of whole rows, and of nothing but columns.
const tableKeys = `
SELECT i.indrelid, CASE WHEN i.indisprimary THEN 'primary' ELSE 'unique' END, x.relname::text,
	ARRAY(SELECT a.attname::text FROM unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY k (num, at)
		JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num ORDER BY k.at),
	'', ARRAY[]::text[]
FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indrelid = ANY($1)
UNION ALL
SELECT f.conrelid, 'foreign', f.conname::text,
	ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY k (num, at)
		JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.num ORDER BY k.at),
	n.nspname || '.' || t.relname,
	ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY k (num, at)
		JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.num ORDER BY k.at)
FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid JOIN pg_namespace n ON n.oid = t.relnamespace
WHERE f.contype = 'f' AND f.conrelid = ANY($1)
ORDER BY 1, 2, 3`

// catalog returns the tables of the database, as it has them, by their names with their schemas.
func (r *room) catalog(ctx context.Context) (map[string]postgres.Table, error) {
	tables := map[string]postgres.Table{}
	names := map[uint32]string{}
	var oids []uint32
	rows, err := r.own.Query(ctx, tableColumns)
	if err != nil {
		return nil, fmt.Errorf("asking PostgreSQL for the columns of tables: %w", err)
	}
	var oid uint32
	var schema, table string
	var view bool
	var c postgres.TableColumn
	into := []any{&oid, &schema, &table, &view, &c.Name, &c.Type, &c.NotNull, &c.Default, &c.Identity, &c.Generated}
	_, err = pgx.ForEachRow(rows, into, func() error {
		if names[oid] == "" {
			oids, names[oid] = append(oids, oid), schema+"."+table
		}
		t := tables[names[oid]]
		if t.View = view; c.Name != "" {
			t.Columns = append(t.Columns, c)
		}
		tables[names[oid]] = t
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the columns of tables: %w", err)
	}
	if rows, err = r.own.Query(ctx, tableKeys, oids); err != nil {
		return nil, fmt.Errorf("asking PostgreSQL for the keys of tables: %w", err)
	}
	_, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (k postgres.Key, err error) {
		err = row.Scan(&oid, &k.Kind, &k.Name, &k.Columns, &k.Of, &k.Refers)
		if len(k.Refers) == 0 {
			k.Refers = nil
		}
		t := tables[names[oid]]
		t.Keys = append(t.Keys, k)
		tables[names[oid]] = t
		return k, err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the keys of tables: %w", err)
	}
	return tables, nil
}

// named returns those of the tables that statements name.
func named(tables map[string]postgres.Table, statements []string) map[string]postgres.Table {
	words := map[string]bool{}
	for _, text := range statements {
		for _, t := range token.Split(text) {
			words[strings.ToLower(t.Name())] = true
		}
	}
	maps.DeleteFunc(tables, func(name string, _ postgres.Table) bool {
		return !words[strings.ToLower(name[strings.IndexByte(name, '.')+1:])]
	})
	return tables
}
