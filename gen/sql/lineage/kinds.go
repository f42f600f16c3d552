package lineage

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
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

// typeSize is what a type has in parentheses.
var typeSize = regexp.MustCompile(`\s*\([^)]*\)`)

// kind is that of a type as written.
func (s *Schema) kind(written string) string {
	name := strings.ToLower(strings.TrimSpace(typeSize.ReplaceAllString(written, "")))
	zoned := strings.HasSuffix(name, "with time zone")
	name = strings.TrimPrefix(strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(name, "with time zone"), "without time zone")), "pg_catalog.")
	if strings.HasSuffix(name, "]") || strings.HasSuffix(name, " array") {
		return "array"
	}
	first, _, _ := strings.Cut(name, " ") // double precision, character varying
	kind := kindsOf[first]
	if kind == "" && s != nil {
		kind = s.domains[strings.Trim(name, `"`)]
	}
	if zoned {
		kind += "tz"
	}
	if s.ofSQLite() {
		return stored[kind]
	}
	return kind
}

// stored are the kinds that SQLite has for those of PostgreSQL.
var stored = map[string]string{
	"text": "text", "int": "int", "float": "float", "numeric": "numeric", "bool": "int", "bytea": "bytea", "uuid": "text", "json": "text",
	"date": "text", "time": "text", "timestamp": "text", "timestamptz": "text",
}

func (s *Schema) ofSQLite() bool { return s == nil || !s.postgres }

// kind is that of an expression that was followed.
func (r *resolver) kind(e *tree.Expr) string {
	switch e.Op {
	case tree.Literal:
		return r.literalKind(e)
	case tree.Parameter, tree.Null:
		if r.schema.ofSQLite() {
			return ""
		}
		return tree.Untyped
	case tree.Test, tree.And, tree.Or, tree.Not, tree.List, tree.Asked, tree.IsNull, tree.NotNull, tree.Exists:
		if r.schema.ofSQLite() {
			return "int"
		}
		return "bool"
	case tree.Choice:
		return commonKind(e.Args)
	case tree.Strict, tree.Loose:
		return r.operated(e)
	}
	return e.Got.Kind
}

// literalKind is that of a value as written.
func (r *resolver) literalKind(e *tree.Expr) string {
	word := strings.ToLower(e.Text)
	switch {
	case tree.IsNumber(e.Text) && strings.ContainsAny(word, ".e") && !strings.HasPrefix(word, "0x"):
		return "numeric"
	case tree.IsNumber(e.Text):
		return "int"
	case strings.HasPrefix(word, "x'"):
		return "bytea"
	case word == "true", word == "false":
		return r.schema.kind("bool")
	case tree.WrittenTimes[word] != "":
		return r.schema.kind(tree.WrittenTimes[word])
	case kindsOf[word] != "": // DATE '2026-01-31'
		return r.schema.kind(word)
	case r.schema.ofSQLite():
		return "text"
	}
	return tree.Untyped
}

// operated is the kind of what an operator makes.
func (r *resolver) operated(e *tree.Expr) string {
	if e.As != "" {
		return r.schema.kind(e.As)
	}
	if len(e.Args) != 2 {
		return r.moved(e)
	}
	left, right := e.Args[0].Got.Kind, e.Args[1].Got.Kind
	number := func(kind string) bool { return tree.IsKind(kind, "number") && kind != "" }
	switch {
	case e.Text == "->>", e.Text == "#>>":
		return "text"
	case e.Text == "||" && (left == "text" || right == "text"):
		return "text"
	case left == right || right == tree.Untyped:
		if e.Text == "-" && (left == "date" || left == "timestamp" || left == "timestamptz") {
			return ""
		}
		return left
	case left == tree.Untyped:
		return right
	case number(left) && number(right):
		return "number"
	case (e.Text == "+" || e.Text == "-") && right == "interval" && left != "date", (e.Text == "+" || e.Text == "-") && left == "date" && right == "int":
		return left
	case (e.Text == "+" || e.Text == "-") && left == "date" && right == "interval":
		return "timestamp"
	}
	return ""
}

// moved is the kind of what a sign, a collation, or AT TIME ZONE gives.
func (r *resolver) moved(e *tree.Expr) string {
	kind := ""
	if len(e.Args) == 1 {
		kind = e.Args[0].Got.Kind
	}
	switch {
	case e.Text != "AT TIME ZONE":
		return kind
	case kind == "timestamptz":
		return "timestamp"
	case kind == "timestamp":
		return "timestamptz"
	}
	return ""
}

// commonKind is the kind of one of several expressions.
func commonKind(list []*tree.Expr) string {
	kind := tree.Untyped
	for _, e := range list {
		switch got := e.Got.Kind; {
		case e.Op == tree.Null, got == tree.Untyped:
		case kind == tree.Untyped:
			kind = got
		case kind != got:
			return ""
		}
	}
	if kind == tree.Untyped {
		return "text"
	}
	return kind
}

// kindOf is that of a column.
func (s *Schema) kindOf(c *Declared) string {
	if c.array {
		return "array"
	}
	return s.kind(c.Type)
}

// infinite reports whether tokens hold a text that is an infinite time.
func infinite(tokens []token.Token) bool {
	return slices.ContainsFunc(tokens, func(t token.Token) bool {
		return t.Kind == token.Text && strings.Contains(strings.ToLower(t.Src), "infinity")
	})
}

func (s *Schema) runsOnPostgres() bool { return s != nil && (s.postgres || s.foreign) }

// functions are those of the engine that runs the statement.
func (r *resolver) functions() tree.Functions {
	if r.schema.runsOnPostgres() {
		return tree.PostgresFunctions()
	}
	return tree.SQLiteFunctions()
}
