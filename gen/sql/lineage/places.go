package lineage

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// What a database keeps outside of its tables is followed like columns of the tables that PostgreSQL shows it in.

// keeps are functions that keep what they are given, by where they do.
var keeps = map[string]string{
	"set_config": "pg_settings", "lo_from_bytea": "pg_largeobject", "lo_put": "pg_largeobject", "lowrite": "pg_largeobject",
}

// gives are those that give it.
var gives = map[string]string{"current_setting": "pg_settings", "lo_get": "pg_largeobject", "loread": "pg_largeobject"}

// keep notes what a call keeps.
func (r *resolver) keep(e *tree.Expr, args statement.Value) {
	r.moves = append(r.moves, statement.Move{To: e.Place(keeps[strings.ToLower(tree.Last(e.Path))]), Value: args})
}

// samples are tables of PostgreSQL's that hold values of other tables' columns, texts of statements or passwords of
// servers.
var samples = tree.Set("pg_user_mapping pg_user_mappings pg_stat_activity pg_stats pg_stats_ext pg_stats_ext_exprs pg_statistic pg_statistic_ext_data")
