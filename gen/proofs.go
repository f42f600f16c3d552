package gen

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/flowc-dev/flowc/gen/sql/lineage"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Proofs are what PostgreSQL has to prove of a folder that has a schema.postgres.sql, and what it has said before,
// which flows.postgres.json keeps.
type Proofs struct {
	Facts postgres.Facts // without statements where there is no file

	schema *lineage.Schema
	mu     sync.Mutex        // workflows are built at the same time
	texts  map[string]string // the hash of what a server is asked -> that of what the schema says of its tables
	asked  map[string]string // the hash of what a server is asked -> what that is
	alone  map[string]bool   // those of asked that no other engine prepares
}

// proofs reads what a folder knows of PostgreSQL.
func (f *Folder) proofs() (*Proofs, diag.List) {
	if f.Postgres == nil {
		return nil, nil
	}
	p := &Proofs{
		Facts: postgres.Facts{Statements: map[string]postgres.Statement{}},
		texts: map[string]string{}, asked: map[string]string{}, alone: map[string]bool{},
	}
	var problems diag.List
	if f.Proofs != nil {
		var facts *postgres.Facts
		if facts, problems = postgres.Read(f.Proofs); facts != nil {
			p.Facts = *facts
		}
	}
	p.schema = f.ReadPostgres(&p.Facts)
	return p, problems
}

// known returns what a server said of what it is asked, over this schema.
func (p *Proofs) known(facts *postgres.Facts, hash string) (postgres.Statement, bool) {
	said, known := facts.Statements[hash]
	return said, known && said.Schema == p.texts[hash]
}

// Missing are the statements of which nothing is known, as a server is asked about them, sorted.
func (p *Proofs) Missing() []string {
	var list []string
	for hash, text := range p.asked {
		if _, known := p.known(&p.Facts, hash); !known {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	return list
}

// Alone are those of the Missing that no other engine has prepared.
func (p *Proofs) Alone() []string {
	return slices.DeleteFunc(p.Missing(), func(text string) bool { return !p.alone[text] })
}

// With are the facts, and what a server has said since.
func (p *Proofs) With(said *postgres.Facts) *postgres.Facts {
	f := *said
	f.Statements = maps.Clone(said.Statements)
	for hash, s := range f.Statements {
		s.Schema = p.texts[hash]
		f.Statements[hash] = s
	}
	f.Tables = maps.Clone(said.Tables)
	for name, t := range f.Tables {
		t.Text = postgres.Hash(p.schema.Text(name))
		f.Tables[name] = t
	}
	f.Tables = merged(p.Facts.Tables, f.Tables)
	f.Enums, f.Statements = merged(p.Facts.Enums, said.Enums), merged(p.Facts.Statements, f.Statements)
	return &f
}

// merged is a with what is in b.
func merged[V any](a, b map[string]V) map[string]V {
	all := maps.Clone(a)
	if all == nil {
		return b
	}
	maps.Copy(all, b)
	return all
}

// Of are facts without those about statements that the folder no longer has. As long as some are not known, all are
// kept: what is being changed may come back.
func (p *Proofs) Of(facts *postgres.Facts) *postgres.Facts {
	for hash := range p.asked {
		if _, known := p.known(facts, hash); !known {
			return facts
		}
	}
	f := *facts
	f.Statements = maps.Clone(f.Statements)
	maps.DeleteFunc(f.Statements, func(hash string, _ postgres.Statement) bool { return p.asked[hash] == "" })
	f.Enums = f.Named()
	f.Tables = maps.Clone(f.Tables)
	words := p.words()
	maps.DeleteFunc(f.Tables, func(name string, t postgres.Table) bool {
		_, table, _ := strings.Cut(strings.ToLower(name), ".")
		return !words[table] || t.Text != postgres.Hash(p.schema.Text(name))
	})
	f.Left = nil
	for _, asked := range p.asked {
		for _, text := range p.schema.Concerning(asked) {
			if why := facts.LeftOut(text); why != "" {
				f.Left = merged(f.Left, map[string]string{postgres.Hash(text): why})
			}
		}
	}
	return &f
}

// words are the names in all statements that a server is asked about, in small letters.
func (p *Proofs) words() map[string]bool {
	all := map[string]bool{}
	for _, text := range p.asked {
		for _, t := range token.Split(text) {
			all[strings.ToLower(t.Name())] = true
		}
	}
	return all
}

// prove adds to a statement what PostgreSQL says of it.
func (p *Proofs) prove(s *sqlQuery) []diag.Problem {
	if p == nil || s.dialect == "sqlite" {
		return nil
	}
	text := postgres.AskedOf(s.text, s.sent)
	said, known := p.said(text, s.dialect == "postgres")
	said.Params = s.each(said.Params)
	s.Awaits = !known
	if s.beside != nil {
		s.nullBeside(said.Columns)
	}
	switch {
	case !known && s.dialect != "postgres": // SQLite has proved it
		return lacking(s.beside)
	case !known:
		if problems := lacking(s.does); len(problems) > 0 {
			return problems
		}
		s.Unasked = fmt.Sprintf("%s does not know it: run flowc generate where there is a PostgreSQL", postgres.FactsFile)
		return nil
	case said.Refused != nil && p.schema.Doubt(s.text) != "":
		s.Unasked = p.schema.Doubt(s.text)
		return nil
	case said.Refused != nil:
		return s.refused(text, said.Refused)
	}
	s.Unasked, s.Takes, s.Proved = "", said.Params, []string{fmt.Sprintf("PostgreSQL %d", p.Facts.Server)}
	if s.dialect == "postgres" {
		s.typed(&p.Facts, said, text)
		return nil
	}
	return s.agrees(&p.Facts, said, text)
}

// each are the types of all parameters, by those of what is sent.
func (s *sqlQuery) each(types []string) []string {
	if len(types) == 0 {
		return nil
	}
	var list []string
	for _, n := range s.sent {
		if n <= len(types) {
			list = append(list, types[n-1])
		}
	}
	return list
}

// said is what is known of a statement, which is asked about from now on.
func (p *Proofs) said(text postgres.Text, alone bool) (postgres.Statement, bool) {
	hash := postgres.Hash(text.SQL)
	p.mu.Lock()
	p.asked[hash] = text.SQL
	p.alone[text.SQL] = alone
	if p.texts[hash] == "" {
		p.texts[hash] = postgres.Hash(p.schema.Text(text.SQL))
	}
	defer p.mu.Unlock()
	return p.known(&p.Facts, hash)
}

// refused is a statement that PostgreSQL does not prepare.
func (s *sqlQuery) refused(text postgres.Text, r *postgres.Refusal) []diag.Problem {
	p := diag.Problem{Code: diag.FC209, Message: "PostgreSQL: " + r.Message, Hint: r.Hint}
	p.Start, p.End = text.Place(r.At)
	if s.dialect == "any" {
		p.Hint = "SQLite takes it: write what both engines know, or set sqlDialect"
	}
	if r.State == indeterminate {
		p.Hint = "write its type: CAST({{…}} AS text), or what it is to be"
		s.placeOf(&p)
	}
	return []diag.Problem{p}
}

// indeterminate is PostgreSQL's state where nothing says which type a parameter has.
const indeterminate = "42P18"

// ofParameter matches the parameter that a message of PostgreSQL's is about.
var ofParameter = regexp.MustCompile(`of parameter \$(\d+)`)

// placeOf has a problem of a parameter point at its placeholder, and not name it by its number, which nobody wrote.
func (s *sqlQuery) placeOf(p *diag.Problem) {
	m := ofParameter.FindStringSubmatch(p.Message)
	if m == nil {
		return
	}
	sent, _ := strconv.Atoi(m[1])
	name := fmt.Sprintf("$%d", slices.Index(s.sent, sent)+1)
	if at := regexp.MustCompile(regexp.QuoteMeta(name) + `\b`).FindStringIndex(s.text); at != nil {
		p.Start, p.End = at[0], at[1]
		p.Message = strings.Replace(p.Message, m[0], "of this parameter", 1)
	}
}

// typed gives a statement that only PostgreSQL runs the types that it has there.
func (s *sqlQuery) typed(facts *postgres.Facts, said postgres.Statement, text postgres.Text) {
	s.Columns, s.Partial = nil, false
	for i, c := range said.Columns {
		typ := facts.TypeOf(c.Type)
		if c.Type == "timestamp" && len(s.does.Columns) == len(said.Columns) && s.does.Columns[i].Local {
			typ = types.Type{Kind: types.String, Format: types.Clock}
		}
		for range s.depth(i, len(said.Columns)) - 1 {
			if typ.Kind == types.List {
				typ = types.ListOf(typ)
			}
		}
		typ.Nullable = mayBeNull(s.does, i, len(said.Columns), s.tableSays(c))
		s.Columns = append(s.Columns, types.F(strings.TrimSuffix(c.Name, "?column?"), typ)) // PostgreSQL's name for none
	}
	s.Params = make([]types.Type, len(said.Params))
	for i, name := range said.Params {
		s.Params[i] = takes(facts, name, text, i+1)
	}
}

// nested begins an array of several dimensions that is written out.
var nested = regexp.MustCompile(`(?i)^ARRAY\s*(\[\s*)+`)

// depth is how many dimensions the array of column i of n has: as its column declares, or as it is written out.
func (s *sqlQuery) depth(i, n int) int {
	if len(s.does.Columns) != n {
		return 1
	}
	c := s.does.Columns[i]
	if written := strings.Count(nested.FindString(s.text[c.Start:c.End]), "["); written > 0 {
		return written
	}
	if len(c.Columns) != 1 {
		return 1
	}
	if d := s.declared.Table(c.Columns[0].Table).Column(c.Columns[0].Name); d != nil {
		return max(1, d.Depth)
	}
	return 1
}

// takes is the type that a parameter wants.
func takes(facts *postgres.Facts, name string, text postgres.Text, param int) types.Type {
	if text.Tests(param) {
		return types.Of(types.Any).OrNull()
	}
	return facts.Takes(name).OrNull()
}

// outerWords are what may make a column null that its table says is not.
var outerWords = []string{"LEFT", "RIGHT", "FULL", "UNION", "INTERSECT", "EXCEPT", "ROLLUP", "CUBE", "GROUPING"}

// nullBeside makes columns null-able that may be null in PostgreSQL; said are its columns, none where it was not asked.
func (s *sqlQuery) nullBeside(said []postgres.Column) {
	for i := range s.Columns {
		otherwise := i >= len(said) || s.tableSays(said[i])
		typ := &s.Columns[i].Type
		typ.Nullable = typ.Nullable || mayBeNull(s.beside, i, len(s.Columns), otherwise)
	}
}

// tableSays reports whether a column may be null as its table says, where the statement can't be followed.
func (s *sqlQuery) tableSays(c postgres.Column) bool {
	return !c.NotNull || tree.Mentions(s.text, outerWords...)
}

// agrees compares a statement that both engines run: the types that SQLite knows count, and PostgreSQL has to take and
// to return what can be read as them.
func (s *sqlQuery) agrees(facts *postgres.Facts, said postgres.Statement, text postgres.Text) []diag.Problem {
	if len(said.Columns) != len(s.Columns) {
		return []diag.Problem{{
			Code: diag.FC209,
			End:  len(s.text), Hint: "name the columns, or set sqlDialect",
			Message: fmt.Sprintf("the result has %d columns in PostgreSQL, and %d in SQLite", len(said.Columns), len(s.Columns)),
		}}
	}
	var problems []diag.Problem
	for i, c := range said.Columns {
		if s.Columns[i].Type.Kind == types.Any && s.computes(i) && slices.Contains(figures, c.Type) {
			s.Columns[i].Type.Kind = types.Float
		}
		if !postgres.Readable(c.Type, s.Columns[i].Type) {
			problems = append(problems, s.differs(i, c))
		}
	}
	for i := range min(len(s.Params), len(said.Params)) {
		if s.Params[i].Kind == types.Any {
			s.Params[i] = takes(facts, said.Params[i], text, i+1)
		}
	}
	return problems
}

// figures are the types of PostgreSQL whose values SQLite computes as numbers.
var figures = []string{"numeric", "float4", "float8"}

// computes reports whether column i is computed: what is only named may be anything in SQLite.
func (s *sqlQuery) computes(i int) bool {
	if len(s.does.Columns) != len(s.Columns) {
		return false
	}
	at := s.does.Columns[i].Place
	return strings.ContainsAny(s.text[at.Start:at.End], "(+-*/%")
}

// differs says that a column has types of which one can't be read as the other.
func (s *sqlQuery) differs(i int, c postgres.Column) diag.Problem {
	p := diag.Problem{Code: diag.FC209, End: len(s.text), Hint: "cast it to a type that both have, or set sqlDialect"}
	if len(s.does.Columns) == len(s.Columns) {
		p.Start, p.End = s.does.Columns[i].Start, s.does.Columns[i].End
	}
	p.Message = fmt.Sprintf("column %q is %s in PostgreSQL, and %s in SQLite", s.Columns[i].Name, c.Type, s.Columns[i].Type.NotNull())
	return p
}

// lacking are the problems of columns that the tables of a statement have no longer, where no server has said so.
func lacking(does *statement.Statement) []diag.Problem {
	if does == nil {
		return nil
	}
	var problems []diag.Problem
	for _, c := range does.Lacks {
		problems = append(problems, diag.Problem{
			Code: diag.FC209, Start: c.Start, End: c.End,
			Message: fmt.Sprintf("PostgreSQL has no column %q any more", c.Name),
			Hint:    "a migration renamed or removed it",
		})
	}
	return problems
}
