package postgres

// Table is a table or view as a server has it.
type Table struct {
	Schema, Name string
	View         bool
	Columns      []TableColumn // in their order
	Keys         []Key         // of a table, in no order
}

// TableColumn is a column of a Table.
type TableColumn struct {
	Name      string
	Type      string // as format_type writes it
	NotNull   bool
	Default   bool // something else than NULL
	Identity  bool // GENERATED … AS IDENTITY
	Generated bool // computed by the database
}

// Key is a key of a Table: of all rows, and of columns alone.
type Key struct {
	Kind          string // "primary", "unique" or "foreign"
	Columns       []string
	Schema, Table string   // that a foreign key refers to
	Refers        []string // the columns of that
}
