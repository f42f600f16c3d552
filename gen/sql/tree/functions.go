package tree

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Set is the set of names that a text lists.
func Set(names string) map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}

// Measures say too little of their arguments to carry them.
var Measures = Set("count length char_length octet_length row_number rank dense_rank cume_dist percent_rank ntile typeof json_type json_valid")

// Aggregates are the names of aggregates: those of the engines' lists, and others that these leave out.
var Aggregates = sync.OnceValue(func() map[string]bool {
	all := Set("median percentile xmlagg json_arrayagg json_objectagg")
	for _, f := range []Functions{SQLiteFunctions(), PostgresFunctions()} {
		for name, list := range f {
			all[name] = all[name] || slices.ContainsFunc(list, func(s signature) bool { return s.role == "rows" || s.role == "within" })
		}
	}
	return all
})

// Role is what a call is, as lists of functions have it.
func (e *Expr) Role() string {
	switch {
	case e.within:
		return "within"
	case e.Over && numbers[strings.ToLower(Last(e.Path))]:
		return "over"
	case e.Over || e.IsAggregate():
		return "rows"
	}
	return ""
}

// numbers are functions that only windows have, and that say of a row which it is.
var numbers = Set("row_number rank dense_rank percent_rank cume_dist ntile")

// Counted reports whether an aggregate is never null, be there no row.
func (e *Expr) Counted(f Functions) bool {
	list := f.Fitting(e, e.Role())
	return !slices.ContainsFunc(list, func(s signature) bool { return !s.Never })
}

// compares reports whether an expression is SQLite's min(a, b), which is no aggregate.
func (e *Expr) compares() bool {
	name := strings.ToLower(Last(e.Path))
	return (name == "min" || name == "max") && len(e.Args) > 1
}

// Aggregated reports whether a SELECT has an aggregate outside of a window.
func Aggregated(c *Core) bool {
	found := c.United || c.Having != nil && Folds(c.Having) || slices.ContainsFunc(c.By, Folds)
	for _, it := range c.Items {
		found = found || Folds(it.Value)
	}
	return found
}

// Folds reports whether an expression holds an aggregate.
func Folds(e *Expr) bool {
	if e.IsAggregate() {
		return true
	}
	return slices.ContainsFunc(e.Args, Folds) || slices.ContainsFunc(e.Tests, Folds) || slices.ContainsFunc(e.Beside, Folds)
}

// IsAggregate reports whether an expression is an aggregate outside of a window.
func (e *Expr) IsAggregate() bool {
	name := strings.ToLower(Last(e.Path))
	known := Aggregates()[name] || strings.HasSuffix(name, "_agg") || strings.HasPrefix(name, "regr_")
	return e.Op == Call && !e.Over && !e.compares() && (known || e.Filter || e.within || e.Distinct || e.Folds)
}

// modifier is what moves a date and is always valid.
var modifier = regexp.MustCompile(`(?i)^'([+-]?\d+(\.\d+)? (second|minute|hour|day|month|year)s?|start of (day|month|year)|utc|localtime|subsec|subsecond)'$`)

// clocks are functions that give the time.
var clocks = Set("now clock_timestamp statement_timestamp transaction_timestamp")

// Moves reports whether an expression is what a column holds, more or less a literal, or the time.
func (e *Expr) Moves(column string) bool {
	switch name := strings.ToLower(Last(e.Path)); {
	case e.Op == Literal:
		return WrittenTimes[strings.ToLower(e.Text)] != ""
	case e.Op == Call:
		return clocks[name] || len(e.Args) > 0 && Dated(name, e.Args)
	}
	return (e.Text == "+" || e.Text == "-") && len(e.Args) == 2 && strings.EqualFold(Last(e.Args[0].Path), column) && e.Args[1].Op == Literal
}

// Dated reports whether a call gives a date for certain: of now, moved by what is valid.
func Dated(name string, args []*Expr) bool {
	switch name {
	case "date", "time", "datetime", "julianday", "unixepoch":
	case "strftime":
		if len(args) == 0 || args[0].Op != Literal {
			return false
		}
		args = args[1:]
	default:
		return false
	}
	for i, arg := range args {
		if arg.Op != Literal || i == 0 && !strings.EqualFold(arg.Text, "'now'") || i > 0 && !modifier.MatchString(arg.Text) {
			return false
		}
	}
	return true
}

// effects are functions of PostgreSQL and SQLite that change something, as their names say.
var effects = Set(`nextval setval pg_notify lo_import lo_export lo_unlink lo_put lo_create lo_creat lo_from_bytea lo_truncate lo_truncate64
	lowrite pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_switch_wal pg_promote pg_create_restore_point
	pg_logical_emit_message pg_stat_reset pg_stat_reset_shared pg_stat_reset_single_table_counters pg_stat_statements_reset
	pg_advisory_lock pg_advisory_lock_shared pg_try_advisory_lock pg_try_advisory_lock_shared pg_advisory_unlock
	pg_advisory_unlock_shared pg_advisory_unlock_all dblink_exec dblink_send_query load_extension writefile setseed lo_open
	pg_logical_slot_get_changes pg_logical_slot_get_binary_changes pg_export_snapshot pg_start_backup pg_stop_backup
	pg_import_system_collations pg_log_backend_memory_contexts gin_clean_pending_list brin_summarize_new_values brin_desummarize_range`)

// acting are how the names of families of such functions begin.
var acting = []string{"pg_create_", "pg_drop_", "pg_copy_", "pg_replication_origin_", "pg_replication_slot_advance", "pg_file_", "pg_backup_", "pg_wal_replay_"}

// IsEffect reports whether a function changes something, by its name.
func IsEffect(name string) bool {
	return effects[name] || slices.ContainsFunc(acting, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// Changes reports whether a call changes something: the settings of a connection, which others use after this one, too,
// but those of a transaction alone.
func (e *Expr) Changes() bool {
	name := strings.ToLower(Last(e.Path))
	if name == "set_config" {
		return len(e.Args) != 3 || !strings.EqualFold(e.Args[2].Text, "true")
	}
	return IsEffect(name)
}
