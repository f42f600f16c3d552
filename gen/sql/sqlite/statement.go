package sqlite

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/diag"
)

// statementProblems finds what SQLite would let pass or explain badly: an empty text, several statements,
// quotes left open, parameters written by hand, and what is no query.
func statementProblems(q Query, tokens []token.Token) []Problem {
	prepared := q.Dialect != "postgres"
	for _, find := range [...]func([]token.Token) (Problem, bool){
		func(ts []token.Token) (Problem, bool) { return badCharacter(ts, q.Text, prepared) },
		severalStatements,
		func(ts []token.Token) (Problem, bool) { return handWritten(ts, prepared) },
		func(ts []token.Token) (Problem, bool) { return postgresOnly(ts, prepared) },
		func(ts []token.Token) (Problem, bool) { return inexact(ts, prepared) },
		func(ts []token.Token) (Problem, bool) { return addedText(ts, prepared) },
		func(ts []token.Token) (Problem, bool) { return forbidden(ts, prepared) },
		func(ts []token.Token) (Problem, bool) { return notAQuery(ts, q.Text, prepared) },
	} {
		if p, ok := find(tokens); ok {
			return []Problem{p}
		}
	}
	return nil
}

// problem points at one token.
func problemAt(t token.Token, hint, format string, args ...any) (Problem, bool) {
	return problem(t.Start, t.End, fmt.Sprintf(format, args...), hint), true
}

// badCharacter finds a quote that is never closed, and, for SQLite, a character that SQL does not know.
func badCharacter(tokens []token.Token, whole string, prepared bool) (Problem, bool) {
	for _, t := range tokens {
		switch {
		case t.Kind != token.Stray:
		case strings.ContainsAny(t.Src[:1], "'\"`[") || len(t.Src) > 1 && strings.ContainsAny(t.Src[:1], "xXeE$"):
			quote := strings.Trim(t.Src[:1], "xXeE")
			return problemAt(token.Token{Start: t.Start, End: t.Start + 1}, closingMend(quote), "quote %q is never closed", quote)
		case prepared:
			return problemAt(t, cmp.Or(foreignPlaceholder(whole[t.Start:]), strayMends[t.Src]), "unexpected character %q", t.Src)
		}
	}
	return Problem{}, false
}

// strayMends say what is written in place of characters that SQL does not know.
var strayMends = map[string]string{
	"#": "write a comment as -- or /* … */", "@": "set sqlDialect to \"postgres\", where it begins an operator",
}

// closingMend says how a text or a name ends that begins with a quote.
func closingMend(quote string) string {
	switch quote {
	case "[":
		return "close it with ]"
	case "'", `"`, "`":
		return fmt.Sprintf("close it with %s; inside of it, %s is written twice: %s%s", quote, quote, quote, quote)
	}
	return ""
}

// severalStatements finds a second statement, which SQLite would silently leave out.
func severalStatements(tokens []token.Token) (Problem, bool) {
	ended := false
	for i, t := range tokens {
		if ended && !t.Is(";") {
			if tokens[0].Is("BEGIN", "START") {
				return problemAt(tokens[0], queryMend(tokens[0], ""), "several statements in one query")
			}
			return problemAt(t, "use one SQL node for each statement", "second statement in one query")
		}
		ended = ended || i > 0 && t.Is(";")
	}
	return Problem{}, false
}

// handWritten finds parameters that stand for no placeholder. The placeholders' own are $1, $2 and so on, each
// once and in order. For PostgreSQL only $n counts: it has operators that look like SQLite's other parameters.
func handWritten(tokens []token.Token, prepared bool) (Problem, bool) {
	next := 1
	for _, t := range tokens {
		n := paramNumber(t)
		switch {
		case t.Kind != token.Param || n == 0 && !prepared:
		case n == next && t.Src[1] != '0':
			next++
		default:
			return problemAt(t, "write `{{name}}` where the value belongs", "parameter %q is written by hand", t.Src)
		}
	}
	return Problem{}, false
}

// postgresOnly finds PostgreSQL's own notations in a query that SQLite must understand too.
func postgresOnly(tokens []token.Token, prepared bool) (Problem, bool) {
	for _, t := range tokens {
		switch {
		case !prepared:
			return Problem{}, false
		case t.Is("::"):
			return problemAt(t, "write `CAST(x AS type)`, or set sqlDialect to \"postgres\"", "`::` is a cast in PostgreSQL only")
		case t.Kind == token.Text && strings.ContainsAny(t.Src[:1], "eE$"):
			return problemAt(t, "write '…', or set sqlDialect to \"postgres\"", "this kind of text is PostgreSQL's only")
		}
	}
	return Problem{}, false
}

// inexact finds a whole number of more than 64 bits, which SQLite would make a float without a word. PostgreSQL's are
// exact.
func inexact(tokens []token.Token, prepared bool) (Problem, bool) {
	for i, t := range tokens {
		if !prepared || t.Kind != token.Number || strings.ContainsAny(t.Src, ".eExX") {
			continue
		}
		n, ok := new(big.Int).SetString(strings.ReplaceAll(t.Src, "_", ""), 10)
		before := token.At(tokens, i-2)
		least := token.At(tokens, i-1).Is("-") && (!before.EndsOperand() || before.Is("SELECT", "WHERE", "ON", "HAVING", "BY", "LIMIT", "RETURNING"))
		if ok && least {
			n.Neg(n)
		}
		if ok && !n.IsInt64() {
			return problemAt(t, "write it as a text, or with a decimal point where not all digits matter", "%s is no whole number of 64 bits, and a float would not hold all of its digits", t.Src)
		}
	}
	return Problem{}, false
}

// forbidden finds a function that SQLite knows and refuses whenever it is called, as no program lets it load what is no
// part of it.
func forbidden(tokens []token.Token, prepared bool) (Problem, bool) {
	for i, t := range tokens {
		if prepared && t.Is("load_extension") && token.At(tokens, i+1).Is("(") {
			return problemAt(t, "remove it", "SQLite refuses to call %q: a query loads no code", t.Src)
		}
	}
	return Problem{}, false
}

// addedText finds a text that is added by +: SQLite takes it for the number 0, so that a pattern made in this way is
// one. Others refuse it.
func addedText(tokens []token.Token, prepared bool) (Problem, bool) {
	for i, t := range tokens {
		if !prepared || !t.Is("+") {
			continue
		}
		for _, operand := range []int{i - 1, i + 1} {
			at := token.At(tokens, operand)
			path := token.At(tokens, operand-1).Is("->", "->>") // which bind more tightly in SQLite
			if at.Kind != token.Text || at.Src[0] != '\'' || path {
				continue
			}
			if _, err := strconv.ParseFloat(strings.Trim(at.Src, "' "), 64); err != nil {
				return problemAt(t, "write ||, which puts texts together", "+ adds numbers, and takes the text %s for 0", at.Src)
			}
		}
	}
	return Problem{}, false
}

// notAQuery finds an empty text and statements that do not belong into a request. SQLite runs a PRAGMA while it
// prepares it, so that one must not get that far.
func notAQuery(tokens []token.Token, whole string, prepared bool) (Problem, bool) {
	first := token.At(tokens, 0)
	switch {
	case len(tokens) == 0 || first.Is(";"):
		return problem(0, len(whole), "the query is empty", "write one SQL statement"), true
	case !prepared || first.Is("SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE"):
		return Problem{}, false
	case first.Is("CREATE", "ALTER", "DROP"):
		return problemAt(first, "write it into schema.sql", "%q changes the schema, which a query can't", first.Src)
	}
	return problemAt(first, queryMend(first, whole), "%q begins no query, want one of DELETE, INSERT, REPLACE, SELECT, UPDATE, VALUES, WITH", first.Src)
}

// queryMend says what to write in place of a text that begins no query.
func queryMend(first token.Token, whole string) string {
	switch {
	case strings.HasSuffix(strings.ToLower(strings.TrimSpace(whole)), ".sql"):
		return "write the statement itself: it is not read from a file"
	case first.Is("BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT"):
		return "put a Transaction node around what is done together"
	case first.Is("TRUNCATE"):
		return "write DELETE FROM and the table's name"
	case first.Is("MERGE", "UPSERT"):
		return "write INSERT INTO … ON CONFLICT (…) DO UPDATE SET …"
	}
	return diag.DidYouMean(strings.ToUpper(first.Src), []string{"DELETE", "INSERT", "REPLACE", "SELECT", "UPDATE", "VALUES", "WITH"})
}

// otherPlaceholder matches a placeholder as other languages write it: ${x}, {x}, #{x}, $x.
var otherPlaceholder = regexp.MustCompile(`^(?:[$#]?\{\s*([A-Za-z_][\w.]*)\s*\}|\$([A-Za-z_][\w.]*))`)

// foreignPlaceholder says how a placeholder is written here with which a text begins as other languages write it, or
// "".
func foreignPlaceholder(text string) string {
	m := otherPlaceholder.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return "write {{" + m[1] + m[2] + "}}"
}
