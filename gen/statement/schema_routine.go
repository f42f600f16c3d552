package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sqltoken"
)

// routine is a function or procedure that the schema declares.
type routine struct {
	name   string
	params []string  // their names; what is declared without one has its type's
	takes  []token   // its parameters, as written
	mixed  bool      // arguments may be in another order: it has OUT parameters, or is one of several of its name
	rows   []string  // the columns of the table that it returns
	body   [][]token // its statements
	text   [][]token // these with what says when they run
	plain  bool      // its language is SQL: it returns what its last statement gives
	asks   bool      // it returns a truth value or nothing, of which nothing flows on
}

// routine reads CREATE FUNCTION or PROCEDURE, whose body is a text, RETURN or BEGIN ATOMIC.
func (s *Schema) routine(p *parser) {
	f := &routine{name: last(p.pathOf()), plain: true}
	at := p.at
	f.params = p.parameters()
	f.takes = p.tokens[at:p.at]
	f.mixed = slices.ContainsFunc(f.takes, func(t token) bool { return t.Is("OUT", "INOUT") })
	defer s.overload(f)
	for ; p.peek().Kind != sqltoken.None; p.at++ {
		switch next := p.ahead(1); {
		case p.peek().Is("RETURNS"):
			f.asks = next.Is("BOOLEAN", "BOOL", "VOID")
			if next.Is("TABLE") {
				p.at += 2
				f.rows = p.parameters()
				p.at--
			}
		case p.peek().Is("LANGUAGE"):
			f.plain = strings.EqualFold(strings.Trim(next.Src, "'"), "sql")
		case p.peek().Is("AS") && next.Kind == sqltoken.Text:
			f.write(sqltoken.Split(next.Text()))
		case p.peek().Is("BEGIN") && next.Is("ATOMIC"):
			f.write(p.tokens[p.at+2:])
			return
		case p.peek().Is("RETURN"):
			f.body = [][]token{p.tokens[p.at:]}
			f.text = f.body
			return
		}
	}
}

// write takes the statements of the routine's body.
func (f *routine) write(tokens []token) {
	f.body, f.text = script(tokens), append(f.text, statements(tokens)...)
}

// statements are those of a body, with what says when they run.
func statements(tokens []token) [][]token {
	var all [][]token
	for len(tokens) > 0 {
		end := slices.IndexFunc(tokens, func(t token) bool { return t.Is(";") })
		if end < 0 {
			end = len(tokens)
		}
		all = append(all, tokens[:end])
		tokens = tokens[min(end+1, len(tokens)):]
	}
	return all
}

// overload adds a routine to the schema. Which of several of a name is called is for the types to say: it does what any of them does.
func (s *Schema) overload(f *routine) {
	name := strings.ToLower(f.name)
	same := func(a, b token) bool { return strings.EqualFold(a.Src, b.Src) }
	if old := s.routines[name]; old != nil && !slices.EqualFunc(old.takes, f.takes, same) {
		f.params = slices.Concat(f.params, old.params)
		f.body, f.text = slices.Concat(old.body, f.body), slices.Concat(old.text, f.text)
		f.plain, f.asks, f.mixed, f.rows = false, f.asks && old.asks, true, nil
	}
	s.routines[name] = f
}

// parameters reads the names of a routine's parameters.
func (p *parser) parameters() []string {
	if !p.accept("(") {
		return nil
	}
	var names []string
	for p.peek().Kind != sqltoken.None && !p.peek().Is(")") {
		p.acceptOne("IN", "OUT", "INOUT", "VARIADIC")
		names = append(names, p.peek().Name())
		p.skipTo(func(t token) bool { return t.Is(",", ")") })
		p.accept(",")
	}
	p.accept(")")
	return names
}

// effects are functions of PostgreSQL and SQLite that change something, as their names say.
var effects = set(`nextval setval pg_notify lo_import lo_export lo_unlink lo_put lo_create lo_creat lo_from_bytea lo_truncate lo_truncate64
	lowrite pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_switch_wal pg_promote pg_create_restore_point
	pg_logical_emit_message pg_stat_reset pg_stat_reset_shared pg_stat_reset_single_table_counters pg_stat_statements_reset
	pg_advisory_lock pg_advisory_lock_shared pg_try_advisory_lock pg_try_advisory_lock_shared pg_advisory_unlock
	pg_advisory_unlock_shared pg_advisory_unlock_all dblink_exec dblink_send_query load_extension writefile setseed lo_open
	pg_logical_slot_get_changes pg_logical_slot_get_binary_changes pg_export_snapshot pg_start_backup pg_stop_backup
	pg_import_system_collations pg_log_backend_memory_contexts gin_clean_pending_list brin_summarize_new_values brin_desummarize_range`)

// acting are how the names of families of such functions begin.
var acting = []string{"pg_create_", "pg_drop_", "pg_copy_", "pg_replication_origin_", "pg_replication_slot_advance", "pg_file_", "pg_backup_", "pg_wal_replay_"}

// isEffect reports whether a function changes something, by its name.
func isEffect(name string) bool {
	return effects[name] || slices.ContainsFunc(acting, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// changes reports whether a call changes something: the settings of a connection, which others use after this one, too, but those
// of a transaction alone.
func (e *expr) changes() bool {
	name := strings.ToLower(last(e.path))
	if name == "set_config" {
		return len(e.args) != 3 || !strings.EqualFold(e.args[2].text, "true")
	}
	return isEffect(name)
}

// run follows what a routine of the schema does with its arguments. Who calls it gets what it returns, and the columns that it
// writes get what it is given and what it reads.
func (r *resolver) run(name string, args Value) (Value, bool) {
	if r.schema == nil || r.schema.routines[name] == nil {
		return Value{}, false
	}
	d := r.done(name)
	r.acts = r.acts || d.acts
	for _, w := range d.writes {
		r.moves = append(r.moves, w.of(args.carrying(d.reads)))
	}
	if r.schema.routines[name].asks {
		return Value{}, true
	}
	return args.carrying(d.returns).nullable(), true
}

// ran is all that a function may give which a statement names that can't be followed.
func (r *resolver) ran(name string, args Value) Value {
	r.reaches = r.reaches || reads[name]
	r.acts = r.acts || isEffect(name)
	v, _ := r.run(name, args)
	return v
}

// deed is what a routine does, whatever its arguments are.
type deed struct {
	reads   Value // all that it names
	returns Value
	rows    []output // its columns, where each can be followed
	writes  []filled
	acts    bool // it changes something
	tells   []Tell
}

// filled is a column that a routine writes, and whether that is a part of something.
type filled struct {
	to   Column
	part bool
}

// of is what is written, made of v.
func (w filled) of(v Value) Move {
	v.Part = v.Part || w.part
	return Move{w.to, v}
}

// done is what a routine of the schema does. What calls itself adds nothing by that.
func (r *resolver) done(name string) deed {
	if known, begun := r.deeds[name]; begun {
		return known
	}
	r.deeds[name] = deed{}
	d := r.deed(r.schema.routines[name])
	r.deeds[name] = d
	return d
}

// does follows the text that DO runs.
func (r *resolver) does(tokens []token) {
	if len(tokens) == 0 || !tokens[0].Is("DO") {
		return
	}
	for _, t := range tokens {
		if t.Kind != sqltoken.Text {
			continue
		}
		d := r.deed(&routine{body: script(sqltoken.Split(t.Text()))})
		for _, w := range d.writes {
			r.moves = append(r.moves, w.of(d.reads))
		}
	}
}

// deed is what a routine does that nobody has asked about.
func (r *resolver) deed(f *routine) deed {
	in := &resolver{schema: r.schema, views: r.views, deeds: r.deeds, steps: r.steps}
	var d deed
	for i, tokens := range f.body {
		tokens = performed(tokens)
		all := in.everything(tokens)
		all.Params = nil
		d.reads = d.reads.carrying(all)
		d.acts = d.acts || alters(tokens)
		if given, rows, followed := in.gives(f, tokens); i == len(f.body)-1 && followed && f.plain {
			d.returns, d.rows = given, rows
		} else if i == len(f.body)-1 || !f.plain {
			d.returns = d.returns.carrying(all)
		}
	}
	for _, c := range in.changes {
		for _, a := range c.Assigned {
			if r.schema.Table(c.Table) != nil { // else INTO a variable
				d.writes = append(d.writes, filled{Column{c.Table, a.Column}, a.Value.Part})
			}
		}
	}
	for _, m := range in.moves {
		d.writes = append(d.writes, filled{m.To, m.Value.Part})
	}
	d.acts = d.acts || in.acts
	r.steps = in.steps
	d.tells = r.betrays(f, d.reads)
	return d
}

// performed is a statement of a routine as a SELECT, where it is one whose result nobody takes, and one that EXECUTE has in its text
// as that.
func performed(tokens []token) []token {
	switch {
	case len(tokens) == 0:
		return nil
	case tokens[0].Is("PERFORM"):
		return append([]token{{Kind: sqltoken.Word, Src: "SELECT"}}, tokens[1:]...)
	case len(tokens) == 2 && tokens[0].Is("EXECUTE") && tokens[1].Kind == sqltoken.Text:
		return sqltoken.Split(tokens[1].Text())
	}
	return tokens
}

// gives is what a statement of a routine gives, column by column too, and whether that can be followed.
func (r *resolver) gives(f *routine, tokens []token) (v Value, rows []output, followed bool) {
	given := &relation{name: "given"}
	for _, name := range f.params {
		given.columns = append(given.columns, output{name: name, Value: Value{Null: true}})
	}
	s := &scope{relations: []*relation{given}}
	if len(tokens) > 0 && tokens[0].Is("RETURN") {
		v = r.value(newParser(tokens[1:]).whole(), s)
		v.Params = nil
		return v, nil, v.Unproved == ""
	}
	p, q := parse(tokens)
	found := r.query(q, s)
	for i, o := range found.columns {
		o.Params, o.NullWith = nil, nil
		v = v.with(o.Value)
		if len(f.rows) == len(found.columns) {
			rows = append(rows, output{name: f.rows[i], Value: o.nullable()})
		}
	}
	return v, rows, p.lost == "" && !found.partial && v.Unproved == ""
}

// alters reports whether a statement of a routine changes something: INTO is that of a variable there.
func alters(tokens []token) bool {
	if len(tokens) > 0 && tokens[0].Is("TRUNCATE", "DROP", "ALTER", "CREATE", "COPY", "GRANT", "REVOKE", "EXECUTE", "NOTIFY") {
		return true
	}
	into := slices.IndexFunc(tokens, func(t token) bool { return t.Is("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE") })
	return into >= 0 && writes(slices.DeleteFunc(slices.Concat([]token{{Kind: sqltoken.Word, Src: "SELECT"}}, tokens), func(t token) bool { return t.Is("STRICT") }))
}
