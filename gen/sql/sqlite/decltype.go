package sqlite

import (
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// typeOf is the type of a column by its declared type. DATE is a day: both drivers return a time.Time for it.
func typeOf(declared string) types.Type {
	t := types.Of(kindOf(declared))
	if strings.EqualFold(strings.TrimSpace(declared), "DATE") {
		t.Format = types.Date
	}
	return t
}

// kindOf maps a column's declared type to the kind that both engines hand over for it. The words that
// people use come first; what is left falls under SQLite's affinity rules (sqlite.org/datatype3.html, 3.1).
func kindOf(declared string) types.Kind {
	name := strings.ToUpper(declared)
	if i := strings.IndexByte(name, '('); i >= 0 {
		name = name[:i] // VARCHAR(20), NUMERIC(10,2)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(name), " ") // TIMESTAMP WITH TIME ZONE, DOUBLE PRECISION
	switch first {
	case "BOOLEAN", "BOOL":
		return types.Bool
	case "TIMESTAMP", "TIMESTAMPTZ", "DATETIME", "DATE":
		return types.Time
	case "UUID", "TIME", "CITEXT":
		return types.String
	case "NUMERIC", "DECIMAL", "DEC":
		return types.Float
	case "SERIAL", "BIGSERIAL", "SMALLSERIAL":
		return types.Int
	case "BYTEA":
		return types.Bytes
	case "", "JSON", "JSONB", "ANY":
		return types.Any
	}
	return affinity(name)
}

// castKind is the kind of what CAST makes of a value of another kind. A type without one of SQLite's syllables, as
// BOOLEAN and UUID are, makes a number there.
func castKind(declared string, of types.Kind) types.Kind {
	kind := kindOf(declared)
	switch {
	case kind != types.Bool && kind != types.String && kind != types.Bytes || affinity(strings.ToUpper(declared)) != types.Any:
		return kind
	case of == types.Bool && kind == types.Bool, of == types.Int:
		return of
	case of == types.Bool:
		return types.Int
	}
	return types.Float
}

// affinity looks for SQLite's syllables in their order. A name without any is any, where SQLite would say
// numeric: it is a mistake or a type of some other engine, and nothing is certain about its values.
func affinity(name string) types.Kind {
	for _, rule := range [...]struct {
		part string
		kind types.Kind
	}{
		{"INT", types.Int},
		{"CHAR", types.String}, {"CLOB", types.String}, {"TEXT", types.String},
		{"BLOB", types.Bytes},
		{"REAL", types.Float}, {"FLOA", types.Float}, {"DOUB", types.Float},
	} {
		if strings.Contains(name, rule.part) {
			return rule.kind
		}
	}
	return types.Any
}
