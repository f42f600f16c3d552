package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// watch follows a routine, statement by statement, for its leaks, its writes and its result. Its variables are columns
// of its arguments.
type watch struct {
	r      *resolver
	f      *ddl.Routine
	of     *ddl.Table                 // of a trigger: the table whose rows it may change
	fields []string                   // the columns of those
	loose  map[string]statement.Value // what a variable got as a whole, which may be in any column of it
	scope  *scope
	given  *relation
	reads  statement.Value
	grown  bool       // a variable has got what it did not hold
	lost   bool       // something flows that is not followed
	back   [][]output // what each RETURN gives
	latest []output   // what the last query gives
}

// follow follows the statements of a routine until no variable gets what it did not hold: a loop may assign what is
// read before.
func (w *watch) follow(text [][]token.Token) {
	for _, name := range slices.Concat(w.f.Outs, w.f.Rows, []string{"found", "sqlstate"}) {
		w.assign([]token.Token{{Kind: token.Word, Src: name}}, statement.Value{})
	}
	for range maxRounds {
		w.grown, w.back, w.r.changes, w.r.moves = false, nil, nil, nil
		for _, tokens := range text {
			w.does(tokens)
		}
		if !w.grown {
			return
		}
	}
	w.lost = true
}

// does follows one statement of a routine, with the conditions under which it runs.
func (w *watch) does(tokens []token.Token) {
	for len(tokens) > 0 {
		switch first := tokens[0]; {
		case first.Is("END", "RAISE", "NULL", "EXIT", "CONTINUE", "GET", "CLOSE"):
			w.lost = w.lost || ddl.HasWord(tokens, "STACKED")
			return
		case first.Is("BEGIN", "ELSE", "LOOP", "DECLARE"):
			tokens = tokens[1:]
		case first.Is("<<"): // a label
			tokens = tokens[min(3, len(tokens)):]
		case first.Is("EXCEPTION"):
			tokens = tokens[min(ddl.Branch(tokens)+1, len(tokens)):]
		case first.Is("IF", "ELSIF", "ELSEIF", "WHILE", "WHEN"):
			end := ddl.Branch(tokens)
			w.asks(tokens[1:end])
			tokens = tokens[min(end+1, len(tokens)):]
		case first.Is("FOR", "FOREACH"):
			end := ddl.Branch(tokens)
			w.loops(tokens[1:end])
			tokens = tokens[min(end+1, len(tokens)):]
		case first.Is("CASE"):
			when := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("WHEN") })
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

// statement follows one that runs on no condition.
func (w *watch) statement(tokens []token.Token) {
	switch first := tokens[0]; {
	case first.Is("RETURN"):
		w.returns(tokens[1:])
	case first.Is("PERFORM"):
		w.query(append([]token.Token{{Kind: token.Word, Src: "SELECT"}}, tokens[1:]...))
	case first.Is("CALL"):
		called := w.r.schema.Routines[strings.ToLower(tree.Last(tree.NewParser(tokens[1:]).PathOf()))]
		w.lost = w.lost || called == nil || called.Outs != nil
		w.asks(tokens[1:])
	case first.Is("EXECUTE"):
		w.executes(tokens[1:])
	case first.Is("OPEN", "FETCH"):
		w.lost = true
		i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("FOR", "INTO") })
		switch {
		case i < 0:
		case tokens[i].Is("INTO"):
			w.assign([]token.Token{tokens[min(i+1, len(tokens)-1)]}, w.reads)
		default:
			w.query(tokens[i+1:])
		}
	case tree.NewParser(tokens).AtQuery(0), first.Is("MERGE"):
		w.query(tokens)
	case first.Is("CREATE", "ALTER", "COPY", "MOVE", "NOTIFY", "PREPARE", "REFRESH", "#"):
		w.lost = true
	default:
		w.declares(tokens)
	}
}

// returns follows what stands behind RETURN, or what variables hold then.
func (w *watch) returns(tokens []token.Token) {
	switch {
	case len(tokens) > 1 && tokens[0].Is("QUERY") && tokens[1].Is("EXECUTE"):
		w.executes(tokens[2:])
	case len(tokens) > 1 && tokens[0].Is("QUERY"):
		w.query(tokens[1:])
		w.back = append(w.back, w.latest)
	case len(tokens) > 1 && tokens[0].Is("NEXT"):
		w.back = append(w.back, w.row(tokens[1:]))
	case len(tokens) == 1 && tokens[0].Is("NEXT"):
		w.back = append(w.back, w.holding(w.f.Rows))
	case len(tokens) > 0:
		w.back = append(w.back, w.row(tokens))
	}
	if w.of != nil && len(tokens) > 0 && !tokens[0].Is("NEW", "OLD", "NULL") { // the row that is written
		w.becomes([]token.Token{{Kind: token.Word, Src: "NEW"}}, tokens)
	}
}

// row are the columns of a row that an expression names, or its value.
func (w *watch) row(tokens []token.Token) []output {
	if row := w.named(tokens); row != nil {
		return row
	}
	return []output{{Value: w.asks(tokens)}}
}

// named are the columns of the row that an expression is nothing but the name of.
func (w *watch) named(tokens []token.Token) []output {
	if len(tokens) != 1 || tokens[0].Name() == "" {
		return nil
	}
	if row := w.scope.relation(tokens[0].Name()); row != nil {
		return slices.Clone(row.columns)
	}
	return nil
}

// holding are variables as they are.
func (w *watch) holding(names []string) []output {
	var list []output
	for _, name := range names {
		v, _ := w.given.find(name)
		list = append(list, output{name: name, Value: v})
	}
	return list
}

// asks follows an expression, and adds the leaks of the conditions in it.
func (w *watch) asks(tokens []token.Token) statement.Value {
	if len(tokens) == 0 {
		return statement.Value{}
	}
	p := tree.NewParser(tokens)
	e := p.Whole()
	w.r.ask(e, w.scope)
	v := w.r.value(e, w.scope)
	if p.Peek().Kind != token.None { // name := max(a) FROM t
		return statement.Unfollowed("what follows is not followed")
	}
	return v
}

// query follows a query, and gives what it finds to the variables behind INTO.
func (w *watch) query(tokens []token.Token) {
	tokens, into := targets(tokens)
	p, q := tree.Parse(tokens)
	found := w.r.query(q, w.scope)
	w.latest = found.columns
	if p.Lost != "" {
		w.unread(tokens)
	}
	w.lost = w.lost || p.Lost != "" || found.partial
	for _, c := range q.Cores {
		for _, it := range c.Items {
			if w.f.Asks { // nothing of it flows on
				w.r.leakValue(it.Value)
			}
		}
	}
	switch {
	case len(into) == 1 && len(found.columns) > 1:
		w.record(into[0], found.columns)
		return
	case len(into) == len(found.columns) && p.Lost == "":
		for i, target := range into {
			w.assign(target, found.columns[i].Value)
		}
		return
	}
	for _, target := range into {
		all := statement.Value{}
		for _, o := range found.columns {
			all = all.Carrying(o.Value)
		}
		if p.Lost != "" || found.partial {
			all = w.reads
		}
		w.assign(target, all)
	}
}

// loops follows what a FOR or FOREACH runs over.
func (w *watch) loops(tokens []token.Token) {
	in := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("IN") })
	if in < 1 {
		return
	}
	name, over := tokens[:in], tokens[in+1:]
	switch {
	case len(over) == 0:
	case over[0].Is("EXECUTE"):
		w.executes(over[1:])
		w.assign(name, w.reads)
	case tree.NewParser(over).AtQuery(0):
		w.query(slices.Concat(over, []token.Token{{Kind: token.Word, Src: "INTO"}}, name))
	case over[0].Is("ARRAY", "REVERSE"):
		w.assign(name, w.asks(over[1:]))
	default:
		w.assign(name, w.asks(over[:span(over, "..")]))
	}
}

// span is where the token stands before which a part ends.
func span(tokens []token.Token, end string) int {
	if i := slices.IndexFunc(tokens, func(t token.Token) bool { return strings.Contains(t.Src, end) }); i >= 0 {
		return i
	}
	return len(tokens)
}

// targets takes INTO and what follows it out of a SELECT, or out of a RETURNING.
func targets(tokens []token.Token) (rest []token.Token, into [][]token.Token) {
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
	p := tree.NewParser(tokens)
	p.At = at + 1
	p.Accept("STRICT")
	for more := true; more; more = p.Accept(",") {
		from := p.At
		p.PathOf()
		into = append(into, tokens[from:p.At])
	}
	return slices.Concat(tokens[:at], tokens[p.At:]), into
}
