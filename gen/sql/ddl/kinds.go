package ddl

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// A kind is a type as far as the engines' lists of functions ask for it: "text" of all texts, "int" of all whole
// numbers, "" where it is not known. Of SQLite, where any column may hold any value, it is what is declared.

// kindsOf are the names of types, in small letters, by their kinds.
var kindsOf = byName(map[string]string{
	"text":    "text varchar char character bpchar citext name nchar nvarchar clob",
	"int":     "int integer smallint bigint int2 int4 int8 serial bigserial smallserial oid tinyint mediumint",
	"float":   "float real double float4 float8",
	"numeric": "numeric decimal dec", "bool": "bool boolean", "date": "date", "time": "time", "timetz": "timetz",
	"timestamp": "timestamp datetime", "timestamptz": "timestamptz", "interval": "interval", "uuid": "uuid", "bytea": "bytea blob",
	"json": "json", "jsonb": "jsonb", "jsonpath": "jsonpath", "inet": "inet cidr", "tsvector": "tsvector", "tsquery": "tsquery",
	"bit": "bit varbit", "range": "int4range int8range numrange tsrange tstzrange daterange",
	"multirange": "int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange",
})

func byName(kinds map[string]string) map[string]string {
	all := map[string]string{}
	for kind, names := range kinds {
		for _, name := range strings.Fields(names) {
			all[name] = kind
		}
	}
	return all
}

// IsType reports whether a word is the name of a type.
func IsType(word string) bool { return kindsOf[word] != "" }

// typeSize is what a type has in parentheses.
var typeSize = regexp.MustCompile(`\s*\([^)]*\)`)

// Kind is that of a type as written.
func (s *Schema) Kind(written string) string {
	name := strings.ToLower(strings.TrimSpace(typeSize.ReplaceAllString(written, "")))
	zoned := strings.HasSuffix(name, "with time zone")
	name = strings.TrimPrefix(strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(name, "with time zone"), "without time zone")), "pg_catalog.")
	if strings.HasSuffix(name, "]") || strings.HasSuffix(name, " array") {
		return "array"
	}
	first, _, _ := strings.Cut(name, " ") // double precision, character varying
	kind := kindsOf[first]
	if kind == "" && s != nil {
		kind = s.Domains[strings.Trim(name, `"`)]
	}
	if zoned {
		kind += "tz"
	}
	if s.OfSQLite() {
		return stored[kind]
	}
	return kind
}

// stored are the kinds that SQLite has for those of PostgreSQL.
var stored = map[string]string{
	"text": "text", "int": "int", "float": "float", "numeric": "numeric", "bool": "int", "bytea": "bytea", "uuid": "text", "json": "text",
	"date": "text", "time": "text", "timestamp": "text", "timestamptz": "text",
}

// OfSQLite reports whether a schema is SQLite's, as one that declares nothing is.
func (s *Schema) OfSQLite() bool { return s == nil || !s.Postgres }

// KindOf is that of a column.
func (s *Schema) KindOf(c *Column) string {
	if c.array {
		return "array"
	}
	return s.Kind(c.Type)
}

// Infinite reports whether tokens hold a text that is an infinite time.
func Infinite(tokens []token.Token) bool {
	return slices.ContainsFunc(tokens, func(t token.Token) bool {
		return t.Kind == token.Text && strings.Contains(strings.ToLower(t.Src), "infinity")
	})
}

// RunsOnPostgres reports whether PostgreSQL runs the statements over a schema.
func (s *Schema) RunsOnPostgres() bool { return s != nil && (s.Postgres || s.foreign) }

// Bounded reports whether a column is NOT NULL and of a type that has infinity or NaN, where JSON has neither.
func (c *Column) Bounded() bool {
	if c == nil || !c.NotNull || c.array {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(typeSize.ReplaceAllString(c.Type, " ")), " ")
	return slices.Contains([]string{"date", "timestamp", "timestamptz", "float", "numeric"}, kindsOf[first])
}

// IsEndless reports whether a value as written is infinity or NaN, or may be.
func IsEndless(tokens []token.Token) bool {
	return slices.ContainsFunc(tokens, func(t token.Token) bool {
		return slices.Contains([]string{"infinity", "inf", "nan"}, strings.TrimLeft(strings.ToLower(t.Text()), "+-"))
	})
}
