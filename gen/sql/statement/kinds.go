package statement

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// A kind is a type as far as the engines' lists of functions ask for it: "text" of all texts, "int" of all whole
// numbers, "" where it is not known. Of SQLite, where any column may hold any value, it is what is declared.

// untyped is the kind of what has none of its own: of a parameter, of NULL and, in PostgreSQL, of a text as written.
const untyped = "unknown"

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

// wider are the kinds that a kind is one of, or is made one of, when a function wants that.
var wider = map[string][]string{
	"int": {"number", "numeric", "float"}, "numeric": {"number", "float"}, "float": {"number"}, "number": {"int", "numeric", "float"},
	"date": {"timestamp", "timestamptz"}, "timestamp": {"timestamptz"}, "time": {"interval", "timetz"}, "bool": {}, "text": {},
}

// isKind reports whether a value of a kind may stand for another kind. One of which nothing is known may stand for any.
func isKind(kind, of string) bool {
	return kind == "" || of == "any" || kind == of || slices.Contains(wider[kind], of)
}

// kind is that of an expression that was followed.
func (r *resolver) kind(e *expr) string {
	switch e.op {
	case literal:
		return r.literalKind(e)
	case parameter, null:
		if r.schema.ofSQLite() {
			return ""
		}
		return untyped
	case test, and, or, not, list, asked, isNull, notNull, exists:
		if r.schema.ofSQLite() {
			return "int"
		}
		return "bool"
	case choice:
		return commonKind(e.args)
	case strict, loose:
		return r.operated(e)
	}
	return e.got.kind
}

// literalKind is that of a value as written.
func (r *resolver) literalKind(e *expr) string {
	word := strings.ToLower(e.text)
	switch {
	case isNumber(e.text) && strings.ContainsAny(word, ".e") && !strings.HasPrefix(word, "0x"):
		return "numeric"
	case isNumber(e.text):
		return "int"
	case strings.HasPrefix(word, "x'"):
		return "bytea"
	case word == "true", word == "false":
		return r.schema.kind("bool")
	case writtenTimes[word] != "":
		return r.schema.kind(writtenTimes[word])
	case kindsOf[word] != "": // DATE '2026-01-31'
		return r.schema.kind(word)
	case r.schema.ofSQLite():
		return "text"
	}
	return untyped
}

// writtenTimes are the types of words that stand for a time.
var writtenTimes = map[string]string{
	"current_date": "date", "current_time": "timetz", "current_timestamp": "timestamptz", "localtime": "time", "localtimestamp": "timestamp",
}

// operated is the kind of what an operator makes.
func (r *resolver) operated(e *expr) string {
	if e.as != "" {
		return r.schema.kind(e.as)
	}
	if len(e.args) != 2 {
		return r.moved(e)
	}
	left, right := e.args[0].got.kind, e.args[1].got.kind
	number := func(kind string) bool { return isKind(kind, "number") && kind != "" }
	switch {
	case e.text == "->>", e.text == "#>>":
		return "text"
	case e.text == "||" && (left == "text" || right == "text"):
		return "text"
	case left == right || right == untyped:
		if e.text == "-" && (left == "date" || left == "timestamp" || left == "timestamptz") {
			return ""
		}
		return left
	case left == untyped:
		return right
	case number(left) && number(right):
		return "number"
	case (e.text == "+" || e.text == "-") && right == "interval" && left != "date", (e.text == "+" || e.text == "-") && left == "date" && right == "int":
		return left
	case (e.text == "+" || e.text == "-") && left == "date" && right == "interval":
		return "timestamp"
	}
	return ""
}

// moved is the kind of what a sign, a collation, or AT TIME ZONE gives.
func (r *resolver) moved(e *expr) string {
	kind := ""
	if len(e.args) == 1 {
		kind = e.args[0].got.kind
	}
	switch {
	case e.text != "AT TIME ZONE":
		return kind
	case kind == "timestamptz":
		return "timestamp"
	case kind == "timestamp":
		return "timestamptz"
	}
	return ""
}

// commonKind is the kind of one of several expressions.
func commonKind(list []*expr) string {
	kind := untyped
	for _, e := range list {
		switch got := e.got.kind; {
		case e.op == null, got == untyped:
		case kind == untyped:
			kind = got
		case kind != got:
			return ""
		}
	}
	if kind == untyped {
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
func (r *resolver) functions() functions {
	if r.schema.runsOnPostgres() {
		return postgresFunctions()
	}
	return sqliteFunctions()
}
