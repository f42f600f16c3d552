package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// A call of a routine leaks what the routine does: a LIKE in a function is one in the statement that calls it.

// paramsOf are the routine's parameters as columns.
func paramsOf(f *ddl.Routine) []output {
	var list []output
	for i, name := range f.Params {
		list = append(list, output{name: name, Value: statement.Value{Params: []int{i + 1}, Null: true}})
	}
	return list
}

// betray adds the leaks of a call of a routine, with its arguments for the parameters.
func (r *resolver) betray(e *tree.Expr) {
	name := strings.ToLower(tree.Last(e.Path))
	if r.schema.Schema == nil || r.schema.Routines[name] == nil {
		return
	}
	f := r.schema.Routines[name]
	for _, t := range r.done(name).leaks {
		leak := statement.Leak{Of: statement.Value{Columns: t.Of.Columns}, With: t.With, Whole: t.Whole, Alike: t.Alike, Place: statement.Place{Start: e.Start, End: e.End}}
		for _, n := range t.Of.Params {
			leak.Of = leak.Of.Carrying(argumentOf(f, n, e))
		}
		for _, n := range t.By {
			leak.By = statement.Union(leak.By, argumentOf(f, n, e).Params, func(a, b int) int { return a - b })
		}
		if len(t.With) == 0 && !f.Mixed && !e.Mixed && len(t.By) <= len(e.Args) {
			var given []*tree.Expr
			for _, n := range t.By {
				given = append(given, e.Args[min(n, len(e.Args))-1])
			}
			leak.With = r.sides(given)
		}
		r.leak(leak)
	}
}

// argumentOf is what a call gives parameter n: any of its arguments, where these are not in the order of the parameters.
func argumentOf(f *ddl.Routine, n int, e *tree.Expr) statement.Value {
	if n > 0 && n <= len(e.Args) && n < len(f.Params) && !e.Mixed && !f.Mixed {
		return e.Args[n-1].Got
	}
	var v statement.Value
	first := min(n, len(f.Params)) - 1 // the last one may be VARIADIC
	for i, arg := range e.Args {
		if f.Mixed || takes(e, i, n, f) || !e.Mixed && i >= first {
			v = v.Carrying(arg.Got)
		}
	}
	return v
}

// takes reports whether argument i of a call that names some of them may be for parameter n.
func takes(e *tree.Expr, i, n int, f *ddl.Routine) bool {
	switch {
	case !e.Mixed:
		return false
	case n == anyParam || i >= len(e.Names):
		return true
	case e.Names[i] == "":
		return i == n-1
	}
	return n <= len(f.Params) && strings.EqualFold(e.Names[i], f.Params[n-1])
}

// executes follows a text that is run as a statement. An argument of the routine in that text may become any statement,
// so that it leaks all tables.
func (w *watch) executes(tokens []token.Token) {
	w.lost = true
	end := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("INTO", "USING") })
	if end < 0 {
		end = len(tokens)
	}
	var inside []token.Token
	for _, t := range tokens[:end] {
		if t.Kind == token.Text {
			inside = append(inside, token.Split(t.Text())...)
		}
	}
	w.unread(slices.Concat(inside, tokens[end:]))
	if text := w.asks(tokens[:end]); len(text.Params) > 0 && !escapes(tokens[:end]) {
		all := statement.Value{}
		for _, t := range w.r.schema.Tables() {
			all = all.Carrying(w.r.declared(t).whole())
		}
		all.Unproved = ""
		w.r.leak(statement.Leak{Of: all, By: text.Params, Place: statement.Place{Start: tokens[0].Start, End: tokens[0].End}})
	}
	if end < len(tokens) && tokens[end].Is("INTO") {
		_, into := targets(tokens)
		for _, target := range into {
			w.assign(target, w.reads)
		}
	}
}

// escapes reports whether a text that is put together writes its values so that they stay values.
func escapes(tokens []token.Token) bool {
	return slices.ContainsFunc(tokens, func(t token.Token) bool {
		return t.Is("quote_literal", "quote_ident", "quote_nullable") || t.Kind == token.Text && (strings.Contains(t.Src, "%L") || strings.Contains(t.Src, "%I")) && !strings.Contains(t.Src, "%s")
	})
}

// unread adds what a statement may leak that is not followed, where it compares by more than `=`.
func (w *watch) unread(tokens []token.Token) {
	if !slices.ContainsFunc(tokens, compares) {
		return
	}
	all := w.r.everything(tokens)
	by := all.Params
	for i, name := range w.f.Params {
		if slices.ContainsFunc(tokens, func(t token.Token) bool { return strings.EqualFold(t.Name(), name) }) {
			by = statement.Union(by, []int{i + 1}, func(a, b int) int { return a - b })
		}
	}
	if len(tokens) > 0 {
		at := statement.Place{Start: tokens[0].Start, End: tokens[0].End}
		w.r.leak(statement.Leak{Of: statement.Value{Columns: all.Columns}, By: by, Place: at})
	}
}

// compares reports whether a token compares the order, a part or a pattern of values.
func compares(t token.Token) bool {
	return t.Is("<", ">", "<=", ">=", "~", "~*", "!~", "!~*", "~~", "~~*", "^@", "LIKE", "ILIKE", "SIMILAR", "BETWEEN", "SUBSTR", "SUBSTRING", "LEFT",
		"RIGHT", "ASCII", "STRPOS", "POSITION", "STARTS_WITH", "GET_BYTE", "SPLIT_PART", "OVERLAY")
}
