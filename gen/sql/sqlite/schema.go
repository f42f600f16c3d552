package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// table is a table, view or virtual table of the schema.
type table struct {
	name    string
	columns []column // hidden ones are left out, as `*` leaves them out
	rowid   bool     // rowid may be selected
	view    string   // of a view: its CREATE VIEW statement
}

// column is one column of a table.
type column struct {
	name      string
	typ       types.Type
	generated bool // computed by the database: an INSERT does not count it
}

// find returns the column called name, as SQL compares names.
func (t *table) find(name string) (types.Type, bool) {
	for _, c := range t.columns {
		if strings.EqualFold(c.name, name) {
			return c.typ, true
		}
	}
	if t.rowid && isRowid(name) {
		return types.Of(types.Int), true
	}
	return types.Type{}, false
}

func isRowid(name string) bool {
	return strings.EqualFold(name, "rowid") || strings.EqualFold(name, "oid") || strings.EqualFold(name, "_rowid_")
}

// catalog is the schema by lower-case table name.
type catalog map[string]*table

func (c catalog) table(name string) *table { return c[strings.ToLower(name)] }

// names returns the names of all tables, for "did you mean".
func (c catalog) names() []string {
	var names []string
	for _, t := range c {
		names = append(names, t.name)
	}
	return names
}

// loadTables lists the tables, and which of them have a rowid.
const loadTables = `
SELECT l.name, l.type NOT IN ('view', 'virtual') AND NOT l.wr, CASE WHEN l.type = 'view' THEN m.sql ELSE '' END
FROM pragma_table_list l LEFT JOIN sqlite_schema m ON m.name = l.name AND m.type = l.type
WHERE l.schema = 'main'`

// loadColumns lists all visible columns. A column is never null where it is declared so, and where it is
// the table's rowid: an INTEGER PRIMARY KEY that needed no index of its own (with DESC it does).
const loadColumns = `
SELECT t.name, c.name, c.type, c."notnull" OR (
	c.pk AND upper(c.type) = 'INTEGER'
	AND 1 = (SELECT count(*) FROM pragma_table_info(t.name) WHERE pk)
	AND NOT EXISTS (SELECT 1 FROM pragma_index_list(t.name) WHERE origin = 'pk')),
	c.hidden <> 0
FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
WHERE t.schema = 'main' AND c.hidden <> 1
ORDER BY t.name, c.cid`

// loadCatalog reads the schema back from the database that ran it.
func loadCatalog(ctx context.Context, conn *sql.Conn) (catalog, error) {
	cat := catalog{}
	err := each(ctx, conn, loadTables, func(rows *sql.Rows) error {
		var t table
		var view sql.NullString
		err := rows.Scan(&t.name, &t.rowid, &view)
		t.view = view.String
		cat[strings.ToLower(t.name)] = &t
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing the tables of the schema: %w", err)
	}
	err = each(ctx, conn, loadColumns, func(rows *sql.Rows) error {
		var in, name, declared string
		var notNull, generated bool
		if err := rows.Scan(&in, &name, &declared, &notNull, &generated); err != nil {
			return err
		}
		typ := typeOf(declared)
		typ.Nullable = !notNull
		t := cat.table(in)
		t.columns = append(t.columns, column{name, typ, generated})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing the columns of the schema: %w", err)
	}
	return cat, nil
}

// each calls fn with every row of a query.
func each(ctx context.Context, conn *sql.Conn, query string, fn func(*sql.Rows) error) error {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
