package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sqltoken"
)

// What a routine of the schema tells of what it reads, by what it is given: a LIKE in a function is one in the statement that calls it.

// betrays are the tells of a routine, reads all that it names. Params in them are its own.
func (r *resolver) betrays(f *routine, reads Value) []Tell {
	in := &resolver{schema: r.schema, views: r.views, deeds: r.deeds, steps: r.steps, inside: &reads}
	w := &watch{r: in, f: f, given: &relation{name: f.name, columns: f.given()}, reads: reads}
	w.scope = &scope{relations: []*relation{w.given}}
	w.follow(f.text)
	r.steps = in.steps
	return in.tells
}

// follow follows the statements of a routine until no variable gets what it did not hold: a loop may assign what is read before.
func (w *watch) follow(text [][]token) {
	for range maxRounds {
		w.grown = false
		for _, tokens := range text {
			w.does(tokens)
		}
		if !w.grown {
			return
		}
	}
}

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
	if n <= len(e.args) && n < len(f.params) && !e.mixed && !f.mixed {
		return e.args[n-1].got
	}
	var v Value
	first := min(n, len(f.params)) - 1 // the last one may be VARIADIC
	for i, arg := range e.args {
		if i >= first || e.mixed || f.mixed {
			v = v.carrying(arg.got)
		}
	}
	return v
}

// watch follows a routine for what it tells. Variables are columns of what it was given.
type watch struct {
	r     *resolver
	f     *routine
	scope *scope
	given *relation
	reads Value
	grown bool // a variable has got what it did not hold
}

// does follows one statement of a routine, with the conditions under which it runs.
func (w *watch) does(tokens []token) {
	for len(tokens) > 0 {
		switch first := tokens[0]; {
		case first.Is("END", "EXCEPTION", "RAISE", "NULL", "EXIT", "CONTINUE", "GET", "CLOSE"):
			return
		case first.Is("BEGIN", "ELSE", "LOOP", "DECLARE"):
			tokens = tokens[1:]
		case first.Is("IF", "ELSIF", "ELSEIF", "WHILE", "WHEN"):
			end := branch(tokens)
			w.asks(tokens[1:end])
			tokens = tokens[min(end+1, len(tokens)):]
		case first.Is("FOR", "FOREACH"):
			end := branch(tokens)
			w.loops(tokens[1:end])
			tokens = tokens[min(end+1, len(tokens)):]
		case first.Is("CASE"):
			when := slices.IndexFunc(tokens, func(t token) bool { return t.Is("WHEN") })
			if when < 0 {
				return
			}
			tokens = tokens[when:]
		default:
			w.statement(tokens)
			return
		}
	}
}

// branch is where the THEN or LOOP of a condition stands, and not one of a CASE in it.
func branch(tokens []token) int {
	depth := 0
	for i, t := range tokens {
		switch {
		case t.Is("CASE"):
			depth++
		case t.Is("END"):
			depth--
		case depth == 0 && t.Is("THEN", "LOOP"):
			return i
		}
	}
	return len(tokens)
}

// statement follows one that runs on no condition.
func (w *watch) statement(tokens []token) {
	switch first := tokens[0]; {
	case first.Is("RETURN"):
		w.returns(tokens[1:])
	case first.Is("PERFORM"):
		w.query(append([]token{{Kind: sqltoken.Word, Src: "SELECT"}}, tokens[1:]...))
	case first.Is("CALL"):
		w.asks(tokens[1:])
	case first.Is("EXECUTE"):
		w.executes(tokens[1:])
	case first.Is("OPEN", "FETCH"):
		i := slices.IndexFunc(tokens, func(t token) bool { return t.Is("FOR", "INTO") })
		switch {
		case i < 0:
		case tokens[i].Is("INTO"):
			w.assign([]token{tokens[min(i+1, len(tokens)-1)]}, w.reads)
		default:
			w.query(tokens[i+1:])
		}
	case newParser(tokens).atQuery(0), first.Is("MERGE"):
		w.query(tokens)
	default:
		w.declares(tokens)
	}
}

func (w *watch) returns(tokens []token) {
	switch {
	case len(tokens) > 1 && tokens[0].Is("QUERY") && tokens[1].Is("EXECUTE"):
		w.executes(tokens[2:])
	case len(tokens) > 1 && tokens[0].Is("QUERY"):
		w.query(tokens[1:])
	case len(tokens) > 0 && tokens[0].Is("NEXT"):
		w.asks(tokens[1:])
	default:
		w.asks(tokens)
	}
}

// asks follows an expression: what is a condition tells what it compares.
func (w *watch) asks(tokens []token) Value {
	if len(tokens) == 0 {
		return Value{}
	}
	e := newParser(tokens).whole()
	w.r.ask(e, w.scope)
	return w.r.value(e, w.scope)
}

// query follows a query, and gives what it finds to the variables behind INTO.
func (w *watch) query(tokens []token) {
	tokens, into := targets(tokens)
	p, q := parse(tokens)
	found := w.r.query(q, w.scope)
	if p.lost != "" {
		w.unread(tokens)
	}
	for _, c := range q.cores {
		for _, it := range c.items {
			if w.f.asks { // nothing of it flows on
				w.r.tellLeaf(it.value)
			}
		}
	}
	switch {
	case len(into) == 1 && len(found.columns) > 1:
		w.record(into[0], found.columns)
	case len(into) == len(found.columns) && p.lost == "":
		for i, target := range into {
			w.assign(target, found.columns[i].Value)
		}
		return
	}
	for _, target := range into {
		all := Value{}
		for _, o := range found.columns {
			all = all.carrying(o.Value)
		}
		if p.lost != "" || found.partial {
			all = w.reads
		}
		w.assign(target, all)
	}
}

// loops follows what a FOR or FOREACH runs over.
func (w *watch) loops(tokens []token) {
	in := slices.IndexFunc(tokens, func(t token) bool { return t.Is("IN") })
	if in < 1 {
		return
	}
	name, over := tokens[:1], tokens[in+1:]
	switch {
	case len(over) == 0:
	case over[0].Is("EXECUTE"):
		w.executes(over[1:])
		w.assign(name, w.reads)
	case newParser(over).atQuery(0):
		w.query(slices.Concat(over, []token{{Kind: sqltoken.Word, Src: "INTO"}}, name))
	case over[0].Is("ARRAY", "REVERSE"):
		w.assign(name, w.asks(over[1:]))
	default:
		w.assign(name, w.asks(over[:span(over, "..")]))
	}
}

// span is where the token stands before which a part ends.
func span(tokens []token, end string) int {
	if i := slices.IndexFunc(tokens, func(t token) bool { return strings.Contains(t.Src, end) }); i >= 0 {
		return i
	}
	return len(tokens)
}

// targets takes INTO and what follows it out of a SELECT, or out of a RETURNING.
func targets(tokens []token) (rest []token, into [][]token) {
	at := -1
	for i, t := range tokens {
		if t.Is("INTO") && i > 0 && !tokens[i-1].Is("INSERT", "MERGE", "REPLACE", "IGNORE") {
			at = i
			break
		}
	}
	if at < 0 {
		return tokens, nil
	}
	p := newParser(tokens)
	p.at = at + 1
	p.accept("STRICT")
	for more := true; more; more = p.accept(",") {
		from := p.at
		p.pathOf()
		into = append(into, tokens[from:p.at])
	}
	return slices.Concat(tokens[:at], tokens[p.at:]), into
}

// declares follows `name := value`, and the declaration of a variable with or without one. Of others nothing is known.
func (w *watch) declares(tokens []token) {
	for i, t := range tokens {
		if i > 0 && t.Is(":=", "=", "DEFAULT") {
			w.assign(tokens[:1], w.asks(tokens[i+1:]))
			return
		}
	}
	if len(tokens) > 1 && tokens[0].Name() != "" {
		w.assign(tokens[:1], Value{})
	}
}

// assign gives a variable what flows into it, beside what it held. That it can't be followed is said of what is asked of it.
func (w *watch) assign(target []token, v Value) {
	if len(target) == 0 || target[0].Name() == "" {
		return
	}
	if v.Unproved != "" {
		v = w.reads
	}
	v = Value{Null: true, Columns: v.Columns, Params: v.Params}
	name := target[0].Name()
	i := slices.IndexFunc(w.given.columns, func(o output) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		i = len(w.given.columns)
		w.given.columns = append(w.given.columns, output{name: name, Value: Value{Null: true}})
		w.scope.relations = append(w.scope.relations, &relation{name: name, hidden: true, open: &Value{Null: true}})
	}
	all := w.given.columns[i].carrying(v)
	if !all.equal(w.given.columns[i].Value) {
		w.given.columns[i].Value, w.grown = all, true
	}
	if row := w.scope.relation(name); row != nil && row.open != nil && row.columns == nil {
		*row.open = all
	}
}

// record gives a variable a row, whose columns are read by name.
func (w *watch) record(target []token, columns []output) {
	w.assign(target, Value{})
	if row := w.scope.relation(target[0].Name()); row != nil && row.columns == nil {
		for _, o := range columns {
			if o.Unproved != "" {
				return
			}
		}
		row.columns, w.grown = slices.Clone(columns), true
	}
}

// executes follows a text that is run as a statement. Where one is made of what the routine was given, whoever chooses that asks whatever
// he likes.
func (w *watch) executes(tokens []token) {
	end := slices.IndexFunc(tokens, func(t token) bool { return t.Is("INTO", "USING") })
	if end < 0 {
		end = len(tokens)
	}
	var inside []token
	for _, t := range tokens[:end] {
		if t.Kind == sqltoken.Text {
			inside = append(inside, sqltoken.Split(t.Text())...)
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
func escapes(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		return t.Is("quote_literal", "quote_ident", "quote_nullable") || t.Kind == sqltoken.Text && (strings.Contains(t.Src, "%L") || strings.Contains(t.Src, "%I")) && !strings.Contains(t.Src, "%s")
	})
}

// unread notes what a statement may tell that is not followed, where it compares by more than `=`.
func (w *watch) unread(tokens []token) {
	if !slices.ContainsFunc(tokens, compares) {
		return
	}
	all := w.r.everything(tokens)
	by := all.Params
	for i, name := range w.f.params {
		if slices.ContainsFunc(tokens, func(t token) bool { return strings.EqualFold(t.Name(), name) }) {
			by = union(by, []int{i + 1}, func(a, b int) int { return a - b })
		}
	}
	if len(tokens) > 0 {
		w.r.tell(Tell{Of: Value{Columns: all.Columns}, By: by, Place: Place{tokens[0].Start, tokens[0].End}})
	}
}

// compares reports whether a token compares the order, a part or a pattern of values.
func compares(t token) bool {
	return t.Is("<", ">", "<=", ">=", "~", "~*", "!~", "!~*", "~~", "~~*", "^@", "LIKE", "ILIKE", "SIMILAR", "BETWEEN", "SUBSTR", "SUBSTRING", "LEFT",
		"RIGHT", "ASCII", "STRPOS", "POSITION", "STARTS_WITH", "GET_BYTE", "SPLIT_PART", "OVERLAY")
}
