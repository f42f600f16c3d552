package lineage

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
)

// everything is what flows into a value that can't be followed: all parameters, all columns of every table that the
// text names, and every name in it, as it may be one of a table that schema.sql does not declare; and all that the
// schema has where a function reads what the text does not name.
func (r *resolver) everything(tokens []token.Token) statement.Value {
	all := statement.Value{Null: true}
	var calls []string
	for i, t := range tokens {
		switch name := t.Name(); {
		case t.Is("U") && i+2 < len(tokens) && tokens[i+1].Is("&") && tokens[i+2].Kind == token.Quoted:
			r.reaches = true // a name whose letters are written as numbers
		case t.Kind == token.Param:
			n, _ := strconv.Atoi(t.Src[1:])
			all.Params = statement.Union(all.Params, []int{n}, func(a, b int) int { return a - b })
		case name != "":
			all = all.Carrying(statement.Value{Columns: []statement.Column{{Name: name}}})
			for _, declared := range r.schema.Namesakes(name) {
				all = all.Carrying(r.declared(declared).whole())
			}
			if i+1 < len(tokens) && tokens[i+1].Is("(") {
				calls = append(calls, strings.ToLower(name))
			}
		}
	}
	for _, name := range calls {
		all = all.Carrying(r.ran(name, all))
	}
	if r.reaches {
		for _, t := range r.schema.Tables() {
			all = all.Carrying(r.declared(t).whole())
		}
	}
	return all
}

// reading are the words that begin a statement which only reads, unless it holds one that changes something.
var reading = []string{"SELECT", "VALUES", "WITH", "TABLE", "EXPLAIN", "SHOW", "("}

// writes reports whether a statement changes anything: what begins with another word than those that read does, and
// what holds an INSERT, UPDATE, DELETE or MERGE, or a SELECT that makes a table. `FOR [NO KEY] UPDATE` only locks.
func writes(tokens []token.Token) bool {
	if len(tokens) > 0 && !tokens[0].Is(reading...) {
		return true
	}
	for i, t := range tokens[:max(0, len(tokens)-1)] {
		next := tokens[i+1]
		switch {
		case t.Is("INSERT", "REPLACE", "MERGE") && next.Is("INTO", "OR"), t.Is("DELETE") && next.Is("FROM"), t.Is("INTO"):
			return true
		case t.Is("UPDATE") && next.Name() != "" && !tokens[max(0, i-1)].Is("FOR", "KEY", "."):
			return true
		}
	}
	return false
}

// alters reports whether a statement of a routine changes something: INTO is that of a variable there.
func alters(tokens []token.Token) bool {
	if len(tokens) > 0 && tokens[0].Is("TRUNCATE", "DROP", "ALTER", "CREATE", "COPY", "GRANT", "REVOKE", "EXECUTE", "NOTIFY") {
		return true
	}
	into := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE") })
	return into >= 0 && writes(slices.DeleteFunc(slices.Concat([]token.Token{{Kind: token.Word, Src: "SELECT"}}, tokens), func(t token.Token) bool { return t.Is("STRICT") }))
}
