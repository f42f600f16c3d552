package rule

import (
	"iter"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/types"
)

// Persons are the columns, keys of Local Storage and claims that identify an account, by the schema: the keys of a
// table that has a verified or a password-labelled column, what refers to these, and what is stored or signed of them.
type Persons struct {
	Graph *values.Graph
	Names map[trace.Value]bool
}

func PersonsOf(g *values.Graph) Persons {
	who := Persons{g, map[trace.Value]bool{}}
	accounts, random := accountTables(g), randomColumns(g)
	isKey := func(v trace.Value) bool {
		a := g.About(v)
		secret := types.LabelsOf(types.FromColumn, a.Name).Has(types.Confidential)
		return a.Unique && accounts[tableOf(a)] && !secret && !random[g.Column(a.Program, a.Table, a.Name)]
	}
	// What is signed goes into claims: a token as a whole identifies nobody.
	kept := trace.Walk{
		Through: trace.Same | trace.Kept | trace.Claimed,
		Passes:  func(e trace.Edge) bool { return e.Way != trace.Signed || g.Kind(e.To) == trace.Claim },
	}
	note := func(v trace.Value) {
		if k := g.Kind(v); k == trace.Column || k == trace.Claim || k == trace.Key {
			who.Names[v] = true
		}
	}
	for at := range g.Forth(kept, filtered(g.Values(trace.Column), isKey)...) {
		note(at.Value)
	}
	for at := range g.Back(kept, filtered(g.Values(trace.Lookup), isKey)...) {
		note(at.Value)
	}
	return who
}

// accountTable is a table of accounts.
type accountTable struct {
	program *ir.Program
	name    string
}

func tableOf(a values.About) accountTable { return accountTable{a.Program, a.Table} }

// accountTables are the tables with a column that a password is checked against, or that is called as the hash of one.
func accountTables(g *values.Graph) map[accountTable]bool {
	list := map[accountTable]bool{}
	verified := filtered(g.Values(trace.Sink), func(v trace.Value) bool { return g.About(v).Field.Costly })
	for at := range g.Back(trace.Walk{Through: trace.Parts | trace.Read}, verified...) {
		if g.Kind(at.Value) == trace.Column {
			list[tableOf(g.About(at.Value))] = true
		}
	}
	for v := range g.Values(trace.Column) {
		a := g.About(v)
		if types.LabelsOf(types.FromColumn, a.Name).Has(types.Hash) && !isTokenHash(a.Name) {
			list[tableOf(a)] = true
		}
	}
	return list
}

// isTokenHash reports whether a column of hashes is called as one of tokens, which prove no password.
func isTokenHash(name string) bool {
	return slices.ContainsFunc(strings.Fields("token code"), func(word string) bool { return strings.Contains(name, word) })
}

// randomColumns are the columns that random values are written to, as the serial of a voucher: showing one proves
// something, and identifies nobody.
func randomColumns(g *values.Graph) map[trace.Value]bool {
	list := map[trace.Value]bool{}
	isRandom := func(v trace.Value) bool { return g.About(v).Expr.Random() }
	walk := trace.Walk{Through: trace.Spelled | trace.Member | trace.Joined | trace.Hashed | trace.Written}
	for at := range g.Forth(walk, filtered(g.Values(trace.Fresh), isRandom)...) {
		list[at.Value] = true
	}
	return list
}

func filtered(all iter.Seq[trace.Value], keep func(trace.Value) bool) []trace.Value {
	var list []trace.Value
	for v := range all {
		if keep(v) {
			list = append(list, v)
		}
	}
	return list
}

// Identifies reports whether a column of a step's program identifies an account.
func (w Persons) Identifies(s *ir.Step, table, column string) bool {
	return w.Names[w.Graph.Column(w.Graph.Program(s), table, column)]
}

// compares reports whether a look-up compares with what identifies an account.
func (w Persons) compares(lookup trace.Value) bool {
	a := w.Graph.About(lookup)
	return w.Names[w.Graph.Column(a.Program, a.Table, a.Name)]
}

// Lookups returns the comparisons by which a step finds its row.
func (w Persons) Lookups(s *ir.Step) []trace.Value {
	var list []trace.Value
	for e := range w.Graph.In(w.Graph.Row(s)) {
		list = append(list, e.From)
	}
	return list
}

// LooksUp reports whether a step looks for a row by what identifies an account, and by nothing that proves more.
func (w Persons) LooksUp(s *ir.Step) bool {
	query, _ := s.Query()
	if query.Statement == nil || len(query.Statement.Changes) > 0 {
		return false
	}
	lookups := w.Lookups(s)
	opaque := func(v trace.Value) bool { return w.Graph.About(v).Name == "" }
	return slices.ContainsFunc(lookups, w.compares) && !slices.ContainsFunc(lookups, opaque)
}

// KeysOf returns the values that say which rows a change is about; none where it asks for more than whose they are.
func (w Persons) KeysOf(s *ir.Step, i int) []trace.Value {
	query, _ := s.Query()
	change := query.Statement.Changes[i]
	if change.Verb != statement.Insert {
		lookups := w.Lookups(s)
		if query.Statement.Loose || slices.ContainsFunc(lookups, func(v trace.Value) bool { return !w.compares(v) }) {
			return nil
		}
		return lookups
	}
	var list []trace.Value
	for j, a := range change.Assigned {
		if !a.Upsert && a.Unique && a.Param > 0 {
			list = append(list, w.Graph.Assigned(s, i, j))
		}
	}
	return list
}
