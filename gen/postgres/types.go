package postgres

import (
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// kinds are the types of columns, of those that have one here. Names are pg_type's.
var kinds = map[string]types.Kind{
	"bool": types.Bool,
	"int2": types.Int, "int4": types.Int, "int8": types.Int, "oid": types.Int,
	"float4": types.Float, "float8": types.Float,
	"text": types.String, "varchar": types.String, "bpchar": types.String, "name": types.String, "citext": types.String, "char": types.String,
	"uuid": types.String, "enum": types.String, "interval": types.String,
	"numeric": types.String, // exact, as decimal text
	"inet":    types.String, "cidr": types.String, "macaddr": types.String, "time": types.String, "timetz": types.String,
	"tsvector": types.String, "tsquery": types.String,
	"timestamptz": types.Time, "timestamp": types.Time, "date": types.Time,
	"bytea": types.Bytes,
}

// TypeOf is the type of a column of a PostgreSQL type: any for JSON, lists and what has no type here.
func TypeOf(name string) types.Type {
	if k, ok := kinds[name]; ok {
		return types.Of(k)
	}
	return types.Of(types.Any)
}

// Takes is the type that a parameter of a PostgreSQL type wants; any where values of several types do, and for what is not known.
// A text may stand for most, and is read by the server.
func Takes(name string) types.Type {
	switch name {
	case "numeric", "date", "interval", "uuid", "json", "jsonb", "void", "unknown":
		return types.Of(types.Any)
	}
	return TypeOf(name)
}

// readable are the types of PostgreSQL that a value of a kind can be read from.
var readable = map[types.Kind][]string{
	types.Int:   {"int2", "int4", "int8", "oid", "numeric"},
	types.Float: {"float4", "float8", "int2", "int4", "int8", "numeric"},
	types.Bool:  {"bool", "int2", "int4", "int8"},
	types.Time:  {"timestamptz", "timestamp", "date", "text", "varchar", "bpchar"},
	types.Bytes: {"bytea", "text", "varchar", "bpchar"},
}

// Readable reports whether what PostgreSQL returns as a type can be read as one that another engine has given the column.
func Readable(name string, as types.Type) bool {
	names, limited := readable[as.Kind]
	if !limited {
		return as.Kind != types.String || !strings.HasSuffix(name, "[]") && name != "bool"
	}
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
