package sqlite

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/diag"
)

// failure is a statement that SQLite refused. SQLite names the offending word and not its place: explain finds it.
type failure struct {
	text    string
	tokens  []token.Token // of text
	catalog catalog
	prepare func(text string) error
	syntax  bool // set by explain: the statement is wrong whatever the schema
	any     bool // the statement is for both engines
}

// explain turns SQLite's message into ours, at the place of the word that it names.
func (f *failure) explain(err error) Problem {
	message := plain(err)
	for _, read := range [...]func(string) (Problem, bool){f.syntaxError, f.missing, f.misused} {
		if p, ok := read(message); ok {
			return f.orDialect(p)
		}
	}
	start, end := f.tokens[0].Start, f.tokens[len(f.tokens)-1].End
	if i := slices.IndexFunc(f.tokens, func(t token.Token) bool { return t.Is("VALUES") }); i >= 0 && strings.Contains(message, "values") {
		start, end = f.tokens[i].Start, f.tokens[i].End // N values for M columns
	}
	return problem(start, end, lowerFirst(message), "")
}

// plain takes off what the driver writes around SQLite's message: "SQL logic error: no such table: x (1)".
func plain(err error) string {
	message := err.Error()
	if i := strings.LastIndex(message, " ("); i >= 0 {
		message = message[:i]
	}
	if _, after, ok := strings.Cut(message, ": "); ok {
		message = after
	}
	return message
}

// lowerFirst lowers the first letter, unless the first word is all capitals, as a keyword is.
func lowerFirst(s string) string {
	if len(s) > 1 && s[1] >= 'a' && s[1] <= 'z' {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

// parameter matches what a placeholder is in the text that SQLite gets.
var parameter = regexp.MustCompile(`^\$[0-9]+$`)

// syntaxError explains what the parser refused.
func (f *failure) syntaxError(message string) (Problem, bool) {
	f.syntax = true
	last := f.tokens[len(f.tokens)-1]
	if message == "incomplete input" {
		after := strconv.Quote(last.Src)
		if parameter.MatchString(last.Src) {
			after = "a placeholder" // which is no "$1" to its author
		}
		hint := f.unclosed()
		if last.Is(",") {
			hint = "remove it"
		}
		return problemAt(last, hint, "the statement ends too early, after %s", after)
	}
	if near := regexp.MustCompile(`(?s)^near "(.*)": syntax error$`).FindStringSubmatch(message); near != nil {
		at := f.refused(near[1], message)
		if parameter.MatchString(near[1]) {
			return problemAt(at, f.syntaxMend(at), "syntax error at a placeholder")
		}
		return problemAt(at, f.syntaxMend(at), "syntax error at %q", near[1])
	}
	if bad := regexp.MustCompile(`(?s)^unrecognized token: "(.*)"$`).FindStringSubmatch(message); bad != nil {
		at := f.refused(bad[1], message)
		return problemAt(at, f.syntaxMend(at), "%q is nothing that SQL knows", bad[1])
	}
	f.syntax = false
	return Problem{}, false
}

// refused returns the token with which the parser gave up: the first one that ends a part of the text
// refused in the same words as all of it.
func (f *failure) refused(src, message string) token.Token {
	for _, t := range f.tokens {
		if !strings.HasPrefix(t.Src, src) {
			continue
		}
		if err := f.prepare(f.text[:t.End]); err != nil && plain(err) == message {
			return t
		}
	}
	start := max(strings.Index(f.text, src), 0)
	return token.Token{Start: start, End: start + len(src)}
}

// missing explains names that do not exist, or exist twice.
func (f *failure) missing(message string) (Problem, bool) {
	message, _, _ = strings.Cut(message, " - should this be a string literal") // "no such column: "x" - …"
	if name, ok := strings.CutPrefix(message, "no such table: "); ok {
		name = strings.TrimPrefix(name, "main.")
		after := f.nameAfter(name, "FROM", "JOIN", "INTO", "UPDATE", ",", "(", "REFERENCES", "ON")
		if _, table, ok := strings.Cut(name, "."); ok && len(f.places(name)) > 0 {
			return problemAt(f.places(name)[0], f.withoutSchema(table), "no table %q in schema.sql", name)
		}
		return problemAt(after, diag.DidYouMean(name, f.catalog.names()), "no table %q in schema.sql", name)
	}
	if name, ok := strings.CutPrefix(message, "no such column: "); ok {
		return f.missingColumn(name, message)
	}
	if name, ok := strings.CutPrefix(message, "ambiguous column name: "); ok {
		return problemAt(f.suspect(name, message), "write `table.column`", "column %q is in more than one table here", name)
	}
	if m := regexp.MustCompile(`^table (.+) has no column named (.+)$`).FindStringSubmatch(message); m != nil {
		return problemAt(f.nameAfter(m[2], "(", ","), diag.DidYouMean(m[2], f.columns(m[1])), "no column %q in table %q", m[2], m[1])
	}
	return Problem{}, false
}

// missingColumn explains a column that is in none of the tables.
func (f *failure) missingColumn(name, message string) (Problem, bool) {
	hint := ""
	if unquoted := strings.Trim(name, `"`); unquoted != name {
		name, hint = unquoted, "write 'text' in single quotes"
	}
	if curly := strings.Trim(name, "\u2018\u2019\u201c\u201d\u201e"); curly != name {
		hint = "write 'text' in straight quotes"
	}
	t := f.suspect(name, message)
	column := name[strings.LastIndexByte(name, '.')+1:]
	if suggestion := diag.DidYouMean(column, f.columns("")); suggestion != "" {
		hint = suggestion
	} else if hint == "" {
		hint = f.columnMend(t, name, column)
	}
	return problemAt(t, hint, "no column %q in the tables of this query", name)
}

// misused explains functions that do not exist or are called wrongly.
func (f *failure) misused(message string) (Problem, bool) {
	if name, ok := strings.CutPrefix(message, "no such function: "); ok {
		return problemAt(f.nameBefore(name, "("), functionMend(name), "SQLite has no function %q", name)
	}
	m := regexp.MustCompile(`^(wrong number of arguments to|misuse of aggregate|misuse of window)(?::| function) (\w+)\(\)$`).FindStringSubmatch(message)
	if m == nil {
		return Problem{}, false
	}
	return problemAt(f.nameBefore(m[2], "("), "", "%s function %q", m[1], m[2])
}

// columns returns the columns of a table, or of all tables that the statement names.
func (f *failure) columns(of string) []string {
	var names []string
	for _, t := range f.tokens {
		table := f.catalog.table(t.Name())
		if table == nil || of != "" && !strings.EqualFold(table.name, of) {
			continue
		}
		for _, col := range table.columns {
			names = append(names, col.name)
		}
	}
	return names
}

// suspect returns the place of a column's name that SQLite refuses. Where the name is written several times,
// it is the first that is refused while all others are NULL.
func (f *failure) suspect(name, message string) token.Token {
	places := f.places(name)
	if len(places) == 0 {
		return token.Token{Start: f.tokens[0].Start, End: f.tokens[len(f.tokens)-1].End}
	}
	for i := range places {
		if err := f.prepare(without(f.text, slices.Delete(slices.Clone(places), i, i+1))); err != nil && strings.HasPrefix(plain(err), message) {
			return places[i]
		}
	}
	return places[0]
}

// without returns text with NULL in the given places, which are in order.
func without(text string, places []token.Token) string {
	var b strings.Builder
	at := 0
	for _, t := range places {
		b.WriteString(text[at:t.Start])
		b.WriteString("NULL")
		at = t.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// places returns where a name is written, qualified in the same way.
func (f *failure) places(name string) []token.Token {
	parts := strings.Split(name, ".")
	if slices.ContainsFunc(f.tokens, func(t token.Token) bool { return t.Kind == token.Quoted && t.Name() == name }) {
		parts = []string{name} // "a.b"
	}
	var found []token.Token
	for i := range f.tokens {
		if token.At(f.tokens, i-1).Is(".") || !f.spells(i, parts) {
			continue
		}
		last := i + 2*(len(parts)-1)
		if !token.At(f.tokens, last+1).Is(".") {
			found = append(found, token.Token{Start: f.tokens[i].Start, End: f.tokens[last].End})
		}
	}
	return found
}

// spells reports whether the tokens at i are the parts of a name with dots between them.
func (f *failure) spells(i int, parts []string) bool {
	for n, part := range parts {
		if n > 0 && !token.At(f.tokens, i+2*n-1).Is(".") || !strings.EqualFold(token.At(f.tokens, i+2*n).Name(), part) {
			return false
		}
	}
	return true
}

// nameAfter returns the first place of a name that follows one of the given words, else its first place.
func (f *failure) nameAfter(name string, words ...string) token.Token {
	return f.choose(name, func(i int) bool { return token.At(f.tokens, i-1).Is(words...) })
}

// nameBefore returns the first place of a name that is followed by the given symbol, else its first place.
func (f *failure) nameBefore(name, symbol string) token.Token {
	return f.choose(name, func(i int) bool { return token.At(f.tokens, i+1).Is(symbol) })
}

// choose returns the first place of a name that fits, else its first place, else all of the statement.
func (f *failure) choose(name string, fits func(i int) bool) token.Token {
	found := token.Token{Start: f.tokens[0].Start, End: f.tokens[len(f.tokens)-1].End}
	first := true
	for i, t := range f.tokens {
		if !strings.EqualFold(t.Name(), name) {
			continue
		}
		if fits(i) {
			return t
		}
		if first {
			found, first = t, false
		}
	}
	return found
}
