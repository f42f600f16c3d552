package postgres

// Table is a table or view as a server has it.
type Table struct {
	Text    string // Hash of what the schema says of it
	View    bool
	Columns []TableColumn // in their order
	Keys    []Key         // of a table, sorted
}

// TableColumn is a column of a Table.
type TableColumn struct {
	Name      string `json:"name"`
	Type      string `json:"type"` // as format_type writes it
	NotNull   bool   `json:"notNull,omitzero"`
	Default   bool   `json:"default,omitzero"`   // something else than NULL
	Identity  bool   `json:"identity,omitzero"`  // GENERATED … AS IDENTITY
	Generated bool   `json:"generated,omitzero"` // computed by the database
}

// Key is a key of a Table: of all rows, and of columns alone.
type Key struct {
	Kind    string   `json:"kind"` // "primary", "unique" or "foreign"
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Of      string   `json:"of,omitzero"` // the table that a foreign one refers to, with its schema
	Refers  []string `json:"refers,omitzero"`
}
