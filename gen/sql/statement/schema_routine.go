package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// routine is a function or procedure that the schema declares.
type routine struct {
	name    string
	params  []string        // the names of those that it is given; what is declared without one has its type's
	outs    []string        // those that it gives back: of OUT and INOUT
	takes   []token.Token   // its parameters, as written
	mixed   bool            // arguments may be in another order: of a procedure with OUT parameters, or one of several of its name
	rows    []string        // the columns of the table that it returns
	of      string          // the type that it returns, or returns a set of: of the rows of a table, its name
	body    [][]token.Token // its statements
	text    [][]token.Token // these with what says when they run
	plain   bool            // its language is SQL: it returns what its last statement gives
	steps   bool            // its language is PL/pgSQL: it returns what RETURN says
	asks    bool            // it returns a truth value or nothing, of which nothing flows on
	several bool            // it returns any number of rows
	foreign bool            // its language is neither of these, and nothing says that it changes nothing
}

// routine reads CREATE FUNCTION or PROCEDURE, whose body is a text, RETURN or BEGIN ATOMIC.
func (s *Schema) routine(p *parser) {
	procedure := p.ahead(-1).Is("PROCEDURE")
	f := &routine{name: last(p.pathOf()), plain: true}
	at := p.at
	f.params, f.outs = p.parameters()
	f.takes = p.tokens[at:p.at]
	defer s.overload(f)
	defer func() { f.mixed = len(f.outs) > 0 && (procedure || f.numbers()) }()
	for ; p.peek().Kind != token.None; p.at++ {
		switch next := p.ahead(1); {
		case p.peek().Is("RETURNS"):
			f.returns(p)
		case p.peek().Is("LANGUAGE"):
			language := strings.Trim(next.Src, "'")
			f.plain, f.steps = strings.EqualFold(language, "sql"), strings.EqualFold(language, "plpgsql")
			f.foreign = !f.plain && !f.steps && !has(p.tokens, "IMMUTABLE") && !has(p.tokens, "STABLE")
		case p.peek().Is("AS") && next.Kind == token.Text:
			f.write(token.Split(next.Text()))
		case p.peek().Is("BEGIN") && next.Is("ATOMIC"):
			f.write(p.tokens[p.at+2:])
			return
		case p.peek().Is("RETURN"):
			f.body = [][]token.Token{p.tokens[p.at:]}
			f.text = f.body
			return
		}
	}
}

// returns reads what stands behind RETURNS.
func (f *routine) returns(p *parser) {
	next := p.ahead(1)
	f.asks, f.several = next.Is("BOOLEAN", "BOOL", "VOID"), next.Is("TABLE", "SETOF")
	switch {
	case next.Is("TABLE"):
		p.at += 2
		f.rows, _ = p.parameters()
		p.at--
	case next.Is("SETOF"):
		f.of = p.pathAhead(2)
	default:
		f.of = p.pathAhead(1)
	}
}

// pathAhead is the last name of a path that begins some tokens ahead: public.users. It reads nothing.
func (p *parser) pathAhead(n int) string {
	for p.ahead(n + 1).Is(".") {
		n += 2
	}
	return p.ahead(n).Name()
}

// numbers reports whether the routine names a parameter by its number, which counts those that it only gives back, too.
func (f *routine) numbers() bool {
	return slices.ContainsFunc(slices.Concat(f.body...), func(t token.Token) bool { return t.Kind == token.Param })
}

// write takes the statements of the routine's body.
func (f *routine) write(tokens []token.Token) {
	f.body, f.text = script(tokens), append(f.text, statements(tokens)...)
}

// statements are those of a body, with what says when they run.
func statements(tokens []token.Token) [][]token.Token {
	var all [][]token.Token
	for len(tokens) > 0 {
		end := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is(";") })
		if end < 0 {
			end = len(tokens)
		}
		all = append(all, tokens[:end])
		tokens = tokens[min(end+1, len(tokens)):]
	}
	return all
}

// overload adds a routine to the schema. Which of several of a name is called is for the types to say: it does what any
// of them does.
func (s *Schema) overload(f *routine) {
	name := strings.ToLower(f.name)
	same := func(a, b token.Token) bool { return strings.EqualFold(a.Src, b.Src) }
	if old := s.routines[name]; old != nil && !slices.EqualFunc(old.takes, f.takes, same) {
		f.params = slices.Concat(f.params, old.params)
		f.body, f.text = slices.Concat(old.body, f.body), slices.Concat(old.text, f.text)
		f.plain, f.steps, f.asks, f.mixed, f.rows = false, false, f.asks && old.asks, true, nil
		f.foreign = f.foreign || old.foreign
	}
	s.routines[name] = f
}

// parameters reads the names of a routine's parameters: of those that it is given, and of those that it gives back.
func (p *parser) parameters() (given, outs []string) {
	if !p.accept("(") {
		return nil, nil
	}
	for p.peek().Kind != token.None && !p.peek().Is(")") {
		mode := p.peek()
		p.acceptOne("IN", "OUT", "INOUT", "VARIADIC")
		if p.ahead(-1).Is("IN") && p.accept("OUT") {
			mode = token.Token{Kind: token.Word, Src: "INOUT"}
		}
		name := p.peek().Name()
		if p.ahead(1).Is("OUT", "INOUT") { // PostgreSQL lets it stand there, too
			mode = p.ahead(1)
		}
		if !mode.Is("OUT") {
			given = append(given, name)
		}
		if mode.Is("OUT", "INOUT") {
			outs = append(outs, name)
		}
		p.skipTo(func(t token.Token) bool { return t.Is(",", ")") })
		p.accept(",")
	}
	p.accept(")")
	return given, outs
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

// changes reports whether a call changes something: the settings of a connection, which others use after this one, too,
// but those of a transaction alone.
func (e *expr) changes() bool {
	name := strings.ToLower(last(e.path))
	if name == "set_config" {
		return len(e.args) != 3 || !strings.EqualFold(e.args[2].text, "true")
	}
	return isEffect(name)
}

// alters reports whether a statement of a routine changes something: INTO is that of a variable there.
func alters(tokens []token.Token) bool {
	if len(tokens) > 0 && tokens[0].Is("TRUNCATE", "DROP", "ALTER", "CREATE", "COPY", "GRANT", "REVOKE", "EXECUTE", "NOTIFY") {
		return true
	}
	into := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE") })
	return into >= 0 && writes(slices.DeleteFunc(slices.Concat([]token.Token{{Kind: token.Word, Src: "SELECT"}}, tokens), func(t token.Token) bool { return t.Is("STRICT") }))
}
