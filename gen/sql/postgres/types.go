package postgres

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// kinds are the types of columns, of those that have one here. Names are pg_type's.
var kinds = map[string]types.Kind{
	"bool": types.Bool,
	"int2": types.Int, "int4": types.Int, "int8": types.Int, "oid": types.Int,
	"float4": types.Float, "float8": types.Float,
	"text": types.String, "varchar": types.String, "bpchar": types.String, "name": types.String, "citext": types.String, "char": types.String,
	"uuid": types.String, "interval": types.String,
	"numeric": types.String, // exact, as decimal text
	"inet":    types.String, "cidr": types.String, "macaddr": types.String, "time": types.String, "timetz": types.String,
	"tsvector": types.String, "tsquery": types.String,
	"timestamptz": types.Time, "timestamp": types.Time, "date": types.Time,
	"bytea": types.Bytes,
}

// formats are those of types that are narrower than their kind.
var formats = map[string]types.Format{"uuid": types.UUID, "date": types.Date}

// TypeOf is the type of a column of a PostgreSQL type: any for JSON and for what has no type here. Elements of a list
// may be null, as no array of PostgreSQL says that they never are.
func (f *Facts) TypeOf(name string) types.Type {
	if elem, ok := strings.CutSuffix(name, "[]"); ok {
		return f.listOf(elem)
	}
	if labels, ok := f.Enums[name]; ok {
		t := types.Of(types.String)
		t.Enum = labels
		return t
	}
	if k, ok := kinds[name]; ok {
		t := types.Of(k)
		t.Format = formats[name]
		return t
	}
	return types.Of(types.Any)
}

// listOf returns the type of an array. Days are texts in it, as a time does not record that it is written as a day. A
// list of lists, which only a domain can be, has no type here.
func (f *Facts) listOf(elem string) types.Type {
	t := f.TypeOf(elem)
	switch {
	case t.Kind == types.List:
		return types.Of(types.Any)
	case t.Format == types.Date:
		t.Kind = types.String
	}
	return types.ListOf(t.OrNull())
}

// Takes is the type that a parameter of a PostgreSQL type wants; any where values of several types do, and for what is
// not known. A text may stand for most, and is read by the server.
func (f *Facts) Takes(name string) types.Type {
	switch name {
	case "numeric", "date", "interval", "json", "jsonb", "void", "unknown":
		return types.Of(types.Any)
	}
	return f.TypeOf(name)
}

// readable are the types of PostgreSQL that a value of a kind can be read from.
var readable = map[types.Kind][]string{
	types.Int:   {"int2", "int4", "int8", "oid", "numeric"},
	types.Float: {"float4", "float8", "int2", "int4", "int8", "numeric"},
	types.Bool:  {"bool", "int2", "int4", "int8"},
	types.Time:  {"timestamptz", "timestamp", "date", "text", "varchar", "bpchar"},
	types.Bytes: {"bytea", "text", "varchar", "bpchar"},
}

// Readable reports whether what PostgreSQL returns as a type can be read as one that another engine has given the
// column.
func Readable(name string, as types.Type) bool {
	names, limited := readable[as.Kind]
	if !limited {
		return as.Kind != types.String || !strings.HasSuffix(name, "[]") && name != "bool"
	}
	return slices.Contains(names, name)
}
