package lineage

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// deed is what a routine does, whatever its arguments are. Params in it are its own, and anyParam.
type deed struct {
	reads   statement.Value // all that it names
	returns statement.Value
	rows    []output // its columns, where each can be followed
	writes  []statement.Move
	acts    bool // it changes something
	leaks   []statement.Leak
}

// anyParam stands for all that a routine is given, in a value of it that can't be followed.
const anyParam = 0

// run follows what a routine of the schema does with its arguments. It returns the value of the call, and assigns what
// the routine writes to the columns.
func (r *resolver) run(name string, given func(n int) statement.Value) (statement.Value, bool) {
	if r.schema.Schema == nil || r.schema.Routines[name] == nil {
		return statement.Value{}, false
	}
	d := r.done(name)
	r.acts = r.acts || d.acts
	for _, w := range d.writes {
		r.moves = append(r.moves, statement.Move{To: w.To, Value: w.Value.Substitute(given)})
	}
	if r.schema.Routines[name].Asks {
		return statement.Value{Null: true}, true
	}
	return d.returns.Substitute(given).Nullable(), true
}

// runs is what a call gives, if that is a routine of the schema.
func (r *resolver) runs(e *tree.Expr) (statement.Value, bool) {
	name := strings.ToLower(tree.Last(e.Path))
	if r.schema.Schema == nil || r.schema.Routines[name] == nil {
		return statement.Value{}, false
	}
	f := r.schema.Routines[name]
	left := r.defaults(f, e)
	return r.run(name, func(n int) statement.Value {
		if n == anyParam || n > len(e.Args) || e.Mixed {
			return argumentOf(f, n, e).Carrying(left)
		}
		return argumentOf(f, n, e)
	})
}

// defaults are what stands in for what a call leaves out: what the functions do and give that are called there.
func (r *resolver) defaults(f *ddl.Routine, e *tree.Expr) statement.Value {
	var v statement.Value
	for i, t := range f.Takes {
		if len(e.Args) < len(f.Params) && i+1 < len(f.Takes) && f.Takes[i+1].Is("(") && t.Name() != "" {
			v = v.Carrying(r.ran(strings.ToLower(t.Name()), statement.Value{}))
		}
	}
	return v
}

// ran is all that a function may give which a statement names that can't be followed.
func (r *resolver) ran(name string, all statement.Value) statement.Value {
	r.reaches = r.reaches || reads[name]
	r.acts = r.acts || tree.IsEffect(name)
	v, _ := r.run(name, func(int) statement.Value { return all })
	return v
}

// done is what a routine of the schema does.
func (r *resolver) done(name string) deed {
	if known, begun := r.deeds[name]; begun {
		return known
	}
	f := r.schema.Routines[name]
	called := r.schema.called(name)
	switch {
	case !slices.Contains(called, name):
		r.deeds[name] = r.deed(f)
	case slices.ContainsFunc(called, func(other string) bool { return other != name && slices.Contains(r.schema.called(other), name) }):
		r.deeds[name] = r.tangled(f, called)
	default:
		r.deeds[name] = r.repeated(f, name)
	}
	return r.deeds[name]
}

// repeated is what a routine does that calls itself: it is followed until nothing is found that was not, each time with
// what it did before where it is called.
func (r *resolver) repeated(f *ddl.Routine, name string) deed {
	var d deed
	for range maxRounds {
		r.deeds[name] = d
		next := r.deed(f)
		if next.equal(d) {
			return next
		}
		d = next
	}
	return r.tangled(f, []string{name})
}

// tangled is what a routine does that is called by what it calls: what all of these do, of all that any of them reads
// or is given.
func (r *resolver) tangled(f *ddl.Routine, called []string) deed {
	in := &resolver{schema: r.schema, views: r.views, scopes: r.scopes, deeds: maps.Clone(r.deeds), steps: r.steps}
	for _, name := range called {
		in.deeds[name] = deed{}
	}
	all := in.deed(f)
	for _, name := range called {
		d := in.lost(r.schema.Routines[name])
		all.reads, all.acts = all.reads.Carrying(d.reads), all.acts || d.acts
		all.writes = append(all.writes, d.writes...)
	}
	all.rows, all.returns = nil, all.reads
	all.returns.Params = []int{anyParam}
	for i := range all.writes {
		all.writes[i].Value = all.writes[i].Value.Carrying(all.returns)
	}
	all.writes, r.steps = joined(all.writes), in.steps
	return all
}

// called are the routines that one calls, by way of others too, as far as its text names them.
func (s *Schema) called(name string) []string {
	var list []string
	left := []string{name}
	for len(left) > 0 {
		f := s.Routines[left[0]]
		left = left[1:]
		for _, tokens := range f.Text {
			for i, t := range tokens[:max(0, len(tokens)-1)] {
				called := strings.ToLower(t.Name())
				if s.Routines[called] != nil && tokens[i+1].Is("(") && !slices.Contains(list, called) {
					list, left = append(list, called), append(left, called)
				}
			}
		}
	}
	return list
}

// equal reports whether as much is known of two deeds.
func (d deed) equal(e deed) bool {
	same := func(a, b statement.Move) bool { return a.To == b.To && a.Value.Equal(b.Value) }
	rows := func(a, b output) bool { return a.name == b.name && a.Value.Equal(b.Value) }
	return d.acts == e.acts && len(d.leaks) == len(e.leaks) && d.returns.Equal(e.returns) &&
		slices.EqualFunc(d.rows, e.rows, rows) && slices.EqualFunc(d.writes, e.writes, same)
}

// does follows the text that DO runs.
func (r *resolver) does(tokens []token.Token) {
	if len(tokens) == 0 || !tokens[0].Is("DO") {
		return
	}
	for _, t := range tokens {
		if t.Kind != token.Text {
			continue
		}
		body := token.Split(t.Text())
		steps := !ddl.HasWord(tokens, "LANGUAGE") || ddl.HasWord(tokens, "plpgsql")
		d := r.deed(&ddl.Routine{Body: ddl.Body(body), Text: ddl.Statements(body), Steps: steps})
		for _, w := range d.writes {
			nothing := func(int) statement.Value { return statement.Value{} }
			r.moves = append(r.moves, statement.Move{To: w.To, Value: w.Value.Substitute(nothing)})
		}
	}
}

// deed is what a routine does that nobody has asked about.
func (r *resolver) deed(f *ddl.Routine) deed {
	d := r.lost(f)
	in := &resolver{schema: r.schema, views: r.views, scopes: r.scopes, deeds: r.deeds, steps: r.steps, inside: &d.reads}
	w := &watch{r: in, f: f, given: &relation{name: f.Name, columns: paramsOf(f)}, reads: d.reads}
	w.scope = &scope{relations: []*relation{w.given}}
	w.follow(f.Text)
	in.reacted()
	r.steps, d.leaks = in.steps, in.leaks
	if writes, followed := w.wrote(); followed {
		d.writes = writes
		if given, rows := w.gives(); given.Unproved == "" {
			d.returns, d.rows = given, rows
		}
	}
	return d
}

// lost returns the worst case of a routine that is not followed: what it returns and writes is made of all that it
// reads and of all its arguments.
func (r *resolver) lost(f *ddl.Routine) deed {
	in := &resolver{schema: r.schema, views: r.views, scopes: r.scopes, deeds: r.deeds, steps: r.steps}
	d := deed{acts: f.Foreign}
	for _, tokens := range f.Body {
		tokens = performed(tokens)
		all := in.everything(tokens)
		all.Params = nil
		d.reads = d.reads.Carrying(all)
		d.acts = d.acts || alters(tokens)
		_, q := tree.Parse(tokens)
		in.query(q, nil)
	}
	all := d.reads
	all.Params = []int{anyParam}
	d.returns = all
	for _, c := range in.changes {
		for _, a := range c.Assigned {
			if r.schema.Table(c.Table) != nil { // else INTO a variable
				d.writes = append(d.writes, moveTo(statement.Column{Table: c.Table, Name: a.Column}, all, a.Value.Part))
			}
		}
	}
	for _, m := range in.moves {
		d.writes = append(d.writes, moveTo(m.To, all, m.Value.Part))
	}
	d.writes = joined(d.writes)
	d.acts = d.acts || in.acts
	r.steps = in.steps
	return d
}

// joined are moves with one for each column.
func joined(list []statement.Move) []statement.Move {
	var all []statement.Move
	for _, m := range list {
		i := slices.IndexFunc(all, func(known statement.Move) bool { return known.To == m.To })
		if i < 0 {
			all = append(all, statement.Move{To: m.To, Value: statement.Value{}})
			i = len(all) - 1
		}
		all[i].Value = all[i].Value.Carrying(m.Value)
	}
	return all
}

// moveTo is what a column gets, and whether that is a part of something.
func moveTo(c statement.Column, v statement.Value, part bool) statement.Move {
	v.Part = v.Part || part
	return statement.Move{To: c, Value: v}
}

// performed is a statement of a routine as a SELECT, where it is one whose result nobody takes, and one that EXECUTE
// has in its text as that.
func performed(tokens []token.Token) []token.Token {
	switch {
	case len(tokens) == 0:
		return nil
	case tokens[0].Is("PERFORM"):
		return append([]token.Token{{Kind: token.Word, Src: "SELECT"}}, tokens[1:]...)
	case len(tokens) == 2 && tokens[0].Is("EXECUTE") && tokens[1].Kind == token.Text:
		return token.Split(tokens[1].Text())
	}
	return tokens
}

// wrote is what a routine writes, and whether all of its statements could be followed, so far as anything of them flows
// on.
func (w *watch) wrote() (list []statement.Move, followed bool) {
	if w.lost || !w.f.Plain && !w.f.Steps {
		return nil, false
	}
	for _, c := range w.r.changes {
		for _, a := range c.Assigned {
			if w.r.schema.Table(c.Table) != nil {
				list = append(list, statement.Move{To: statement.Column{Table: c.Table, Name: a.Column}, Value: a.Value})
			}
		}
	}
	list = joined(append(list, w.r.moves...))
	return list, !slices.ContainsFunc(list, func(m statement.Move) bool { return m.Value.Unproved != "" })
}

// gives is what a routine that was followed returns, column by column too where it gives several.
func (w *watch) gives() (all statement.Value, rows []output) {
	back := w.back
	switch {
	case w.f.Plain && w.latest != nil:
		back = append(back, w.latest)
	case w.f.Outs != nil:
		back = append(back, w.holding(w.f.Outs))
	}
	names := namesGiven(w.f, w.r.schema)
	for _, name := range names {
		rows = append(rows, output{name: name})
	}
	for _, columns := range back {
		for i, o := range columns {
			if all = all.Carrying(o.Value); len(columns) == len(rows) {
				rows[i].Value = rows[i].Carrying(o.Value)
			}
		}
		if len(columns) != len(rows) {
			names = nil
		}
	}
	if names == nil {
		return all, nil
	}
	return all, rows
}

// namesGiven are those of the columns that a routine gives.
func namesGiven(f *ddl.Routine, s *Schema) []string {
	switch of := s.Table(f.Of); {
	case f.Rows != nil:
		return f.Rows
	case f.Outs != nil:
		return f.Outs
	case of != nil:
		return of.Names()
	}
	return nil
}
