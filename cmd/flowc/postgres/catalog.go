package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/flowc-dev/flowc/gen/postgres"
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
SELECT i.indrelid, CASE WHEN i.indisprimary THEN 'primary' ELSE 'unique' END,
	ARRAY(SELECT a.attname::text FROM unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY k (num, at)
		JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num ORDER BY k.at),
	'', '', ARRAY[]::text[]
FROM pg_index i WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indrelid = ANY($1)
UNION ALL
SELECT f.conrelid, 'foreign',
	ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY k (num, at)
		JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.num ORDER BY k.at),
	n.nspname::text, t.relname::text,
	ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY k (num, at)
		JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.num ORDER BY k.at)
FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid JOIN pg_namespace n ON n.oid = t.relnamespace
WHERE f.contype = 'f' AND f.conrelid = ANY($1)`

// catalog returns the tables of the database, as it has them.
func (r *room) catalog(ctx context.Context) ([]postgres.Table, error) {
	var tables []postgres.Table
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
		if len(oids) == 0 || oids[len(oids)-1] != oid {
			oids, tables = append(oids, oid), append(tables, postgres.Table{Schema: schema, Name: table, View: view})
		}
		if c.Name != "" {
			t := &tables[len(tables)-1]
			t.Columns = append(t.Columns, c)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the columns of tables: %w", err)
	}
	at := map[uint32]int{}
	for i, oid := range oids {
		at[oid] = i
	}
	if rows, err = r.own.Query(ctx, tableKeys, oids); err != nil {
		return nil, fmt.Errorf("asking PostgreSQL for the keys of tables: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (k postgres.Key, err error) {
		err = row.Scan(&oid, &k.Kind, &k.Columns, &k.Schema, &k.Table, &k.Refers)
		if i, known := at[oid]; err == nil && known {
			tables[i].Keys = append(tables[i].Keys, k)
		}
		return k, err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the %d keys of tables: %w", len(all), err)
	}
	return tables, nil
}
