// Package lineage follows the values of SQL statements through the tables that a schema declares.
//
// [ReadSchema] reads schema.sql once, and [Resolve] one statement with the parameters $1, $2, …:
//
//	s := lineage.Resolve("SELECT upper(name) AS n FROM users WHERE token_hash = $1", schema)
//	s.Columns[0].Columns  // [{users name}]: what flows into the result column n
//	s.Columns[0].Null     // true, as name may be null
//	s.Equal()             // [{Column: {users token_hash}, Param: 1, Unique: …}]
//
// Types are an engine's to say; of engines it knows which of their functions give null.
package lineage

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/sql/constraint"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/hashing"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Resolve says what a statement does. A nil schema declares nothing: then columns are known by their names only.
func Resolve(text string, schema *Schema) *statement.Statement {
	if schema == nil {
		schema = &Schema{}
	}
	tokens := token.Split(text)
	does := tokens
	explains := len(tokens) > 0 && tokens[0].Is("EXPLAIN")
	if explains {
		does = tree.Explained(tokens)
	}
	p, q := tree.Parse(does)
	r := schema.resolver()
	r.infinite = r.infinite || ddl.Infinite(does)
	schema.markAggregates(q)
	found := r.query(q, nil)
	if explains { // what comes is its plan
		p.Lose("%q is not followed", tokens[0].Src)
		found = result{partial: true, open: statement.Place{Start: tokens[0].Start, End: tokens[0].End}, returns: true}
		found.Loose = true
	}
	s := r.resolved(found)
	s.Writes, s.Loose, s.Limits = writes(does), found.Loose || r.beside(q), p.Limits
	s.Endless, s.Keys = constraint.Endless(schema.Schema, text, s), ddl.KeysOf(r.tables)
	if p.Lost == "" {
		s.Lacks = r.strangers
		follow(s, q, r)
	} else {
		guess(s, tokens, p.Lost)
	}
	r.does(tokens)
	if len(tokens) > 1 && tokens[0].Is("CALL") && p.Lost != "" {
		call(s, tokens, r)
	}
	moves := len(r.moves)
	s.Complete(r.everything(tokens))
	if p.Lost == "" {
		r.moves = r.moves[:moves] // what can't be followed may call what it names
	}
	s.Moves, s.Writes = r.moves, s.Writes || r.acts
	s.Access = statement.Access{Reads: true, Adds: true}
	if p.Lost == "" && !explains && q != nil && len(q.Cores) > 0 {
		s.Access = schema.access(q, s.Writes, p.Locks)
		s.Access.Adds = adds(s)
	}
	return s
}

// resolved returns what a query and the resolving of it say of a statement.
func (r *resolver) resolved(found result) *statement.Statement {
	s := &statement.Statement{
		Partial: found.partial, Open: found.open, Returns: found.returns, Sure: found.sure, Single: found.single,
		Changes: r.changes, Met: found.Met, Calls: r.calls, Spelled: r.spellings(), Unnamed: r.unnamed,
		Renamed: r.renamed, Bounds: r.bounds, Skips: r.skips,
	}
	for _, o := range found.columns {
		s.Columns = append(s.Columns, statement.Result{Name: o.name, Value: o.Value, Place: o.Place})
	}
	return s
}

// call adds the leaks of the routine of a CALL, and the columns that it hashes.
func call(s *statement.Statement, tokens []token.Token, r *resolver) {
	aside := *r
	called := tree.NewParser(tokens[1:]).Whole()
	aside.value(called, &scope{})
	s.Leaks, s.Crypted = aside.leaks, hashing.Hashed(r.schema.Schema, called)
}

// adds reports whether a statement adds rows, or may.
func adds(s *statement.Statement) bool {
	inserts := func(c statement.Change) bool { return c.Verb == statement.Insert }
	return len(s.Moves) > 0 || slices.ContainsFunc(s.Changes, inserts)
}

// follow adds what is known of a statement only where all of it was followed: its comparisons, hashed columns and
// leaks.
func follow(s *statement.Statement, q *tree.Query, r *resolver) {
	schema := r.schema
	compare(s, q, schema)
	compareAll(s, q)
	s.Faults = r.faultsOf(q)
	for _, c := range s.Changes {
		s.Crypted = append(s.Crypted, hashing.Guarded(schema.Schema, c)...)
	}
	r.reacted()
	s.Leaks = r.leaks
	if schema.Schema != nil && schema.Routines["crypt"] != nil { // that is another one
		s.Crypted = nil
	}
}

// guess says of a statement that can't be followed what its words alone do.
func guess(s *statement.Statement, tokens []token.Token, why string) {
	s.Lose(why)
	s.Unnamed = leavesUnnamed(tokens)
	s.Writes = s.Writes || slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is("set_config") })
	s.Returns = s.Returns || slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is("RETURNING", "EXPLAIN", "SHOW", "FETCH") })
}
