package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// What a routine of the schema tells of what it reads, by what it is given: a LIKE in a function is one in the
// statement that calls it.

// given are the routine's parameters as columns.
func (f *routine) given() []output {
	var list []output
	for i, name := range f.params {
		list = append(list, output{name: name, Value: Value{Params: []int{i + 1}, Null: true}})
	}
	return list
}

// betray notes what a call of a routine tells: what it is given stands for its parameters.
func (r *resolver) betray(e *expr) {
	name := strings.ToLower(last(e.path))
	if r.schema == nil || r.schema.routines[name] == nil {
		return
	}
	f := r.schema.routines[name]
	for _, t := range r.done(name).tells {
		told := Tell{Of: Value{Columns: t.Of.Columns}, With: t.With, Whole: t.Whole, Alike: t.Alike, Place: Place{e.start, e.end}}
		for _, n := range t.Of.Params {
			told.Of = told.Of.carrying(f.argument(n, e))
		}
		for _, n := range t.By {
			told.By = union(told.By, f.argument(n, e).Params, func(a, b int) int { return a - b })
		}
		if len(t.With) == 0 && !f.mixed && !e.mixed && len(t.By) <= len(e.args) {
			var given []*expr
			for _, n := range t.By {
				given = append(given, e.args[min(n, len(e.args))-1])
			}
			told.With = r.sides(given)
		}
		r.tell(told)
	}
}

// argument is what a call gives parameter n: any of its arguments, where these are not in the order of the parameters.
func (f *routine) argument(n int, e *expr) Value {
	if n > 0 && n <= len(e.args) && n < len(f.params) && !e.mixed && !f.mixed {
		return e.args[n-1].got
	}
	var v Value
	first := min(n, len(f.params)) - 1 // the last one may be VARIADIC
	for i, arg := range e.args {
		if f.mixed || e.takes(i, n, f) || !e.mixed && i >= first {
			v = v.carrying(arg.got)
		}
	}
	return v
}

// takes reports whether argument i of a call that names some of them may be for parameter n.
func (e *expr) takes(i, n int, f *routine) bool {
	switch {
	case !e.mixed:
		return false
	case n == anyParam || i >= len(e.names):
		return true
	case e.names[i] == "":
		return i == n-1
	}
	return n <= len(f.params) && strings.EqualFold(e.names[i], f.params[n-1])
}

// executes follows a text that is run as a statement. Where one is made of what the routine was given, whoever chooses
// that asks whatever he likes.
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
		all := Value{}
		for _, t := range w.r.schema.Tables() {
			all = all.carrying(w.r.declared(t).whole())
		}
		all.Unproved = ""
		w.r.tell(Tell{Of: all, By: text.Params, Place: Place{tokens[0].Start, tokens[0].End}})
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

// unread notes what a statement may tell that is not followed, where it compares by more than `=`.
func (w *watch) unread(tokens []token.Token) {
	if !slices.ContainsFunc(tokens, compares) {
		return
	}
	all := w.r.everything(tokens)
	by := all.Params
	for i, name := range w.f.params {
		if slices.ContainsFunc(tokens, func(t token.Token) bool { return strings.EqualFold(t.Name(), name) }) {
			by = union(by, []int{i + 1}, func(a, b int) int { return a - b })
		}
	}
	if len(tokens) > 0 {
		w.r.tell(Tell{Of: Value{Columns: all.Columns}, By: by, Place: Place{tokens[0].Start, tokens[0].End}})
	}
}

// compares reports whether a token compares the order, a part or a pattern of values.
func compares(t token.Token) bool {
	return t.Is("<", ">", "<=", ">=", "~", "~*", "!~", "!~*", "~~", "~~*", "^@", "LIKE", "ILIKE", "SIMILAR", "BETWEEN", "SUBSTR", "SUBSTRING", "LEFT",
		"RIGHT", "ASCII", "STRPOS", "POSITION", "STARTS_WITH", "GET_BYTE", "SPLIT_PART", "OVERLAY")
}
