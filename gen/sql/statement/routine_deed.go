package statement

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// deed is what a routine does, whatever its arguments are. Params in it are its own, and anyParam.
type deed struct {
	reads   Value // all that it names
	returns Value
	rows    []output // its columns, where each can be followed
	writes  []Move
	acts    bool // it changes something
	tells   []Tell
}

// anyParam stands for all that a routine is given, in a value of it that can't be followed.
const anyParam = 0

// run follows what a routine of the schema does with what it is given. Who calls it gets what it returns, and the
// columns that it writes get what it writes there.
func (r *resolver) run(name string, given func(n int) Value) (Value, bool) {
	if r.schema == nil || r.schema.routines[name] == nil {
		return Value{}, false
	}
	d := r.done(name)
	r.acts = r.acts || d.acts
	for _, w := range d.writes {
		r.moves = append(r.moves, Move{w.To, w.Value.where(given)})
	}
	if r.schema.routines[name].asks {
		return Value{Null: true}, true
	}
	return d.returns.where(given).nullable(), true
}

// runs is what a call gives, if that is a routine of the schema.
func (r *resolver) runs(e *expr) (Value, bool) {
	name := strings.ToLower(last(e.path))
	if r.schema == nil || r.schema.routines[name] == nil {
		return Value{}, false
	}
	f := r.schema.routines[name]
	left := r.defaults(f, e)
	return r.run(name, func(n int) Value {
		if n == anyParam || n > len(e.args) || e.mixed {
			return f.argument(n, e).carrying(left)
		}
		return f.argument(n, e)
	})
}

// defaults are what stands in for what a call leaves out: what the functions do and give that are called there.
func (r *resolver) defaults(f *routine, e *expr) Value {
	var v Value
	for i, t := range f.takes {
		if len(e.args) < len(f.params) && i+1 < len(f.takes) && f.takes[i+1].Is("(") && t.Name() != "" {
			v = v.carrying(r.ran(strings.ToLower(t.Name()), Value{}))
		}
	}
	return v
}

// where is a value of a routine where that is called: what is given stands for its parameters.
func (v Value) where(given func(n int) Value) Value {
	params := v.Params
	v.Params, v.NullWith = nil, nil
	for _, n := range params {
		v = v.carrying(given(n))
	}
	return v
}

// ran is all that a function may give which a statement names that can't be followed.
func (r *resolver) ran(name string, all Value) Value {
	r.reaches = r.reaches || reads[name]
	r.acts = r.acts || isEffect(name)
	v, _ := r.run(name, func(int) Value { return all })
	return v
}

// done is what a routine of the schema does.
func (r *resolver) done(name string) deed {
	if known, begun := r.deeds[name]; begun {
		return known
	}
	f := r.schema.routines[name]
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
func (r *resolver) repeated(f *routine, name string) deed {
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
func (r *resolver) tangled(f *routine, called []string) deed {
	in := &resolver{schema: r.schema, views: r.views, deeds: maps.Clone(r.deeds), steps: r.steps}
	for _, name := range called {
		in.deeds[name] = deed{}
	}
	all := in.deed(f)
	for _, name := range called {
		d := in.lost(r.schema.routines[name])
		all.reads, all.acts = all.reads.carrying(d.reads), all.acts || d.acts
		all.writes = append(all.writes, d.writes...)
	}
	all.rows, all.returns = nil, all.reads
	all.returns.Params = []int{anyParam}
	for i := range all.writes {
		all.writes[i].Value = all.writes[i].Value.carrying(all.returns)
	}
	all.writes, r.steps = joined(all.writes), in.steps
	return all
}

// called are the routines that one calls, by way of others too, as far as its text names them.
func (s *Schema) called(name string) []string {
	var list []string
	left := []string{name}
	for len(left) > 0 {
		f := s.routines[left[0]]
		left = left[1:]
		for _, tokens := range f.text {
			for i, t := range tokens[:max(0, len(tokens)-1)] {
				called := strings.ToLower(t.Name())
				if s.routines[called] != nil && tokens[i+1].Is("(") && !slices.Contains(list, called) {
					list, left = append(list, called), append(left, called)
				}
			}
		}
	}
	return list
}

// equal reports whether as much is known of two deeds.
func (d deed) equal(e deed) bool {
	same := func(a, b Move) bool { return a.To == b.To && a.Value.equal(b.Value) }
	rows := func(a, b output) bool { return a.name == b.name && a.Value.equal(b.Value) }
	return d.acts == e.acts && len(d.tells) == len(e.tells) && d.returns.equal(e.returns) &&
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
		steps := !has(tokens, "LANGUAGE") || has(tokens, "plpgsql")
		d := r.deed(&routine{body: script(body), text: statements(body), steps: steps})
		for _, w := range d.writes {
			r.moves = append(r.moves, Move{w.To, w.Value.where(func(int) Value { return Value{} })})
		}
	}
}

// deed is what a routine does that nobody has asked about.
func (r *resolver) deed(f *routine) deed {
	d := r.lost(f)
	in := &resolver{schema: r.schema, views: r.views, deeds: r.deeds, steps: r.steps, inside: &d.reads}
	w := &watch{r: in, f: f, given: &relation{name: f.name, columns: f.given()}, reads: d.reads}
	w.scope = &scope{relations: []*relation{w.given}}
	w.follow(f.text)
	in.reacted()
	r.steps, d.tells = in.steps, in.tells
	if writes, followed := w.wrote(); followed {
		d.writes = writes
		if given, rows := w.gives(); given.Unproved == "" {
			d.returns, d.rows = given, rows
		}
	}
	return d
}

// lost is what a routine does as far as can be told of one that is not followed: what it returns and writes is made of
// all that it reads and is given.
func (r *resolver) lost(f *routine) deed {
	in := &resolver{schema: r.schema, views: r.views, deeds: r.deeds, steps: r.steps}
	d := deed{acts: f.foreign}
	for _, tokens := range f.body {
		tokens = performed(tokens)
		all := in.everything(tokens)
		all.Params = nil
		d.reads = d.reads.carrying(all)
		d.acts = d.acts || alters(tokens)
		_, q := parse(tokens)
		in.query(q, nil)
	}
	all := d.reads
	all.Params = []int{anyParam}
	d.returns = all
	for _, c := range in.changes {
		for _, a := range c.Assigned {
			if r.schema.Table(c.Table) != nil { // else INTO a variable
				d.writes = append(d.writes, all.to(Column{c.Table, a.Column}, a.Value.Part))
			}
		}
	}
	for _, m := range in.moves {
		d.writes = append(d.writes, all.to(m.To, m.Value.Part))
	}
	d.writes = joined(d.writes)
	d.acts = d.acts || in.acts
	r.steps = in.steps
	return d
}

// joined are moves with one for each column.
func joined(list []Move) []Move {
	var all []Move
	for _, m := range list {
		i := slices.IndexFunc(all, func(known Move) bool { return known.To == m.To })
		if i < 0 {
			all = append(all, Move{m.To, Value{}})
			i = len(all) - 1
		}
		all[i].Value = all[i].Value.carrying(m.Value)
	}
	return all
}

// to is what a column gets, and whether that is a part of something.
func (v Value) to(c Column, part bool) Move {
	v.Part = v.Part || part
	return Move{c, v}
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
func (w *watch) wrote() (list []Move, followed bool) {
	if w.lost || !w.f.plain && !w.f.steps {
		return nil, false
	}
	for _, c := range w.r.changes {
		for _, a := range c.Assigned {
			if w.r.schema.Table(c.Table) != nil {
				list = append(list, Move{Column{c.Table, a.Column}, a.Value})
			}
		}
	}
	list = joined(append(list, w.r.moves...))
	return list, !slices.ContainsFunc(list, func(m Move) bool { return m.Value.Unproved != "" })
}

// gives is what a routine that was followed returns, column by column too where it gives several.
func (w *watch) gives() (all Value, rows []output) {
	back := w.back
	switch {
	case w.f.plain && w.latest != nil:
		back = append(back, w.latest)
	case w.f.outs != nil:
		back = append(back, w.holding(w.f.outs))
	}
	names := w.f.names(w.r.schema)
	for _, name := range names {
		rows = append(rows, output{name: name})
	}
	for _, columns := range back {
		for i, o := range columns {
			if all = all.carrying(o.Value); len(columns) == len(rows) {
				rows[i].Value = rows[i].carrying(o.Value)
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

// names are those of the columns that a routine gives.
func (f *routine) names(s *Schema) []string {
	switch of := s.Table(f.of); {
	case f.rows != nil:
		return f.rows
	case f.outs != nil:
		return f.outs
	case of != nil:
		return of.names()
	}
	return nil
}
