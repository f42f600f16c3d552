package sqlite

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/diag"
)

// An author who knows PostgreSQL or MySQL writes what SQLite does not have. In a statement that SQLite has rejected, it
// is reported at its place, with SQLite's equivalent.

// foreignFunctions are functions of other engines, in small letters, with what is written in their place.
var foreignFunctions = map[string]string{
	"now": "CURRENT_TIMESTAMP, or {{now()}}", "getdate": "CURRENT_TIMESTAMP, or {{now()}}", "sysdate": "CURRENT_TIMESTAMP, or {{now()}}",
	"curdate": "CURRENT_DATE", "gen_random_uuid": "{{uuid()}}", "uuid": "{{uuid()}}", "uuid_generate_v4": "{{uuid()}}", "newid": "{{uuid()}}",
	"greatest": "max(a, b)", "least": "min(a, b)", "nvl": "coalesce(a, b)", "isnull": "coalesce(a, b), or a IS NULL",
	"json_agg": "json_group_array(x)", "jsonb_agg": "json_group_array(x)", "array_agg": "json_group_array(x)",
	"json_build_object": "json_object('name', x)", "jsonb_build_object": "json_object('name', x)", "json_object_agg": "json_group_object(name, x)",
	"to_char": "strftime('%Y-%m-%d', t)", "date_format": "strftime('%Y-%m-%d', t)", "date_trunc": "strftime('%Y-%m-%d', t)",
	"year": "strftime('%Y', t)", "month": "strftime('%m', t)", "day": "strftime('%d', t)",
	"left": "substr(text, 1, n)", "strpos": "instr(text, part)", "char_length": "length(text)", "len": "length(text)",
	"today": "CURRENT_DATE", "contains": "instr(text, part) > 0", "regexp": "LIKE, or GLOB: patterns of regular expressions are for a Condition on matches(text, '^…$')",
	"int": "CAST(x AS INTEGER)", "toint": "CAST(x AS INTEGER)", "str": "CAST(x AS TEXT)", "tostring": "CAST(x AS TEXT)", "convert": "CAST(x AS type)",
	"rand": "random()", "sha256": "{{sha256(x)}}", "digest": "{{sha256(x)}}",
}

// foreignWords are words and signs of other engines' grammar, in capitals, with what is written in their place.
var foreignWords = map[string]string{
	"ILIKE": "write LIKE: in SQLite it takes A to Z for a to z", "INTERVAL": aTime,
	"FOR": "remove FOR UPDATE: a Transaction keeps others from writing meanwhile", "TOP": "write LIMIT at the end",
	"FETCH": "write LIMIT, with the number of rows behind it", "&": "write AND", "!": "write NOT", "%": aValue, "{": aValue,
	"IGNORE": "write INSERT OR IGNORE INTO", "DUPLICATE": "write ON CONFLICT (…) DO UPDATE SET …", "OUTPUT": "write RETURNING, behind the values",
	"ISNULL": "write x IS NULL", "~": "write LIKE, or GLOB", "REGEXP": "write LIKE, or GLOB",
}

// grammar are words that statements are made of, of which others are misspellings.
var grammar = []string{
	"SELECT", "FROM", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "OFFSET", "INSERT", "INTO", "VALUES", "UPDATE", "DELETE", "RETURNING",
	"INNER", "LEFT", "JOIN", "UNION", "EXISTS", "BETWEEN", "CONFLICT", "DISTINCT",
}

// postgresWords are what only PostgreSQL knows in a CREATE TABLE, in capitals.
var postgresWords = []string{"IDENTITY", "TIMESTAMPTZ", "JSONB", "BYTEA", "SERIAL", "BIGSERIAL", "SMALLSERIAL", "UUID", "EXTENSION", "ENUM", "NOW", "::"}

// aTable says where a schema of PostgreSQL belongs: SQLite reads schema.sql and the folder migrations.
const aTable = "SQLite reads this: write what both engines take (INTEGER PRIMARY KEY, TIMESTAMP DEFAULT CURRENT_TIMESTAMP), and what only PostgreSQL takes " +
	"in schema.postgres.sql, or the folder migrations.postgres"

// tableMend says where a statement of a schema belongs that is written for PostgreSQL, or "".
func tableMend(tokens []token.Token) string {
	if slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is(postgresWords...) }) {
		return aTable
	}
	return ""
}

const aValue = "write the value itself as a placeholder, such as {{id}}: that becomes a parameter"

const aTime = `write the time as a placeholder: {{addDuration(now(), "-1d")}}`

// functionMend says what SQLite has for a function of another engine, or "".
func functionMend(name string) string {
	if mend := foreignFunctions[strings.ToLower(name)]; mend != "" {
		return "write " + mend
	}
	return ""
}

// syntaxMend says what SQLite has for what the parser refused, or for the word before it, or "".
func (f *failure) syntaxMend(at token.Token) string {
	i := slices.IndexFunc(f.tokens, func(t token.Token) bool { return t.Start == at.Start })
	if i < 0 {
		return ""
	}
	if before := token.At(f.tokens, i-1); before.Is(",") && at.Is("FROM", "WHERE", ")", "RETURNING", "ORDER", "GROUP") {
		return "remove the comma before it"
	}
	if mend := f.uncomma(i); mend != "" {
		return mend
	}
	if mend := f.sequenceMend(i); mend != "" {
		return mend
	}
	for _, i := range []int{i, i - 1, i - 2} {
		word := token.At(f.tokens, i)
		if slices.Contains(grammar, strings.ToUpper(word.Src)) {
			continue
		}
		if near := diag.Nearest(strings.ToUpper(word.Src), grammar); near != "" && foreignWords[strings.ToUpper(word.Src)] == "" && len(word.Src) > 3 && !f.names(word) {
			return "did you mean " + near + "?"
		}
	}
	for _, i := range []int{i, i - 1} {
		word := token.At(f.tokens, i)
		if word.Is("FOR") && !token.At(f.tokens, i+1).Is("UPDATE", "SHARE") {
			continue
		}
		if mend := foreignWords[strings.ToUpper(word.Src)]; mend != "" {
			return mend
		}
	}
	return ""
}

// sequenceMend says what is written for token i, which was refused, behind the one before it, or "".
func (f *failure) sequenceMend(i int) string {
	at, before := token.At(f.tokens, i), token.At(f.tokens, i-1)
	value := parameter.MatchString(at.Src)
	switch first := f.tokens[0]; {
	case first.Is("INSERT") && i == 1 && f.names(at):
		return "write INSERT INTO " + at.Src
	case first.Is("DELETE") && i == 1 && f.names(at):
		return "write DELETE FROM " + at.Src
	case first.Is("INSERT") && at.Is("SET"):
		return "write INSERT INTO " + before.Src + " (a, b) VALUES (…, …)"
	case first.Is("SELECT") && at.Is("RETURNING"):
		return "remove it: a SELECT gives its rows by itself"
	case value && before.Is("IN"):
		return "write IN ({{a}}, {{b}}); of a list, IN (SELECT value FROM json_each({{json(ids)}}))"
	case value && before.Is("VALUES"):
		return "write parentheses around the values: VALUES (…, …)"
	case value && parameter.MatchString(before.Src):
		return "write a comma between the values"
	case at.Is("%") && before.Is("LIKE"):
		return "write LIKE '%' || … || '%', with the placeholder between"
	case at.Is("WHERE") && slices.ContainsFunc(f.tokens[:i], func(t token.Token) bool { return t.Is("WHERE") }):
		return "write AND: a statement has one WHERE"
	case at.Is(",") && token.At(f.tokens, i-2).Is("BETWEEN"):
		return "write BETWEEN a AND b"
	case at.Is("=") && (before.Is("=") || before.Is("==")):
		return "write ="
	case at.Is("/") && before.Is("/"):
		return "write a comment as -- or /* … */"
	}
	return ""
}

// uncomma says how the columns behind SELECT or RETURNING are written that have no commas between them: token i, which
// was refused, and those before it are columns; "" where they are not.
func (f *failure) uncomma(i int) string {
	column := func(i int) bool {
		return slices.ContainsFunc(f.columns(""), func(c string) bool { return strings.EqualFold(c, token.At(f.tokens, i).Name()) })
	}
	first := i
	for column(first - 1) {
		first--
	}
	if !column(i) || i-first < 2 || !token.At(f.tokens, first-1).Is("SELECT", "RETURNING", "DISTINCT", ",") {
		return ""
	}
	var names []string
	for ; column(first); first++ {
		names = append(names, f.tokens[first].Src)
	}
	return "write commas between columns: " + strings.Join(names, ", ")
}

// names reports whether a word is a table of the schema, or a column of one that the statement names.
func (f *failure) names(word token.Token) bool {
	is := func(name string) bool { return strings.EqualFold(name, word.Name()) }
	return slices.ContainsFunc(f.catalog.names(), is) || slices.ContainsFunc(f.columns(""), is)
}

// unclosed says that a parenthesis is open, or "".
func (f *failure) unclosed() string {
	open := 0
	for _, t := range f.tokens {
		if t.Is("(") {
			open++
		} else if t.Is(")") {
			open--
		}
	}
	if open > 0 {
		return "close the parenthesis"
	}
	return ""
}

// withoutSchema says how a table of the schema is called that has that of PostgreSQL before its name, or "".
func (f *failure) withoutSchema(table string) string {
	if slices.ContainsFunc(f.catalog.names(), func(name string) bool { return strings.EqualFold(name, table) }) {
		return "write " + table
	}
	return ""
}

// columnMend says what a statement lacks in which a column is not known that there is: the table, or the name that it
// has here.
func (f *failure) columnMend(at token.Token, name, column string) string {
	has := slices.ContainsFunc(f.columns(""), func(c string) bool { return strings.EqualFold(c, column) })
	of, _, qualified := strings.Cut(name, ".")
	switch {
	case f.tokens[0].Is("SELECT") && !slices.ContainsFunc(f.tokens, func(t token.Token) bool { return t.Is("FROM") }):
		return "write FROM and the table's name"
	case qualified && has && !f.calls(of):
		return "no table is called " + of + " here: write " + column + ", or give its table that name with AS " + of
	case f.before(at).Is("LIMIT", "OFFSET"):
		return "write a number"
	}
	columns := slices.Compact(slices.Sorted(slices.Values(f.columns(""))))
	if qualified || has || len(columns) == 0 || len(columns) > 12 {
		return ""
	}
	return "use one of " + strings.Join(columns, ", ") + ", or add it to the schema"
}

// before is the token ahead of another one.
func (f *failure) before(t token.Token) token.Token {
	return token.At(f.tokens, slices.IndexFunc(f.tokens, func(at token.Token) bool { return at.Start == t.Start })-1)
}

// calls reports whether the statement has a table, or another name of one, that is called so.
func (f *failure) calls(name string) bool {
	for i, t := range f.tokens {
		if strings.EqualFold(t.Name(), name) && !token.At(f.tokens, i+1).Is(".") {
			return true
		}
	}
	return false
}
