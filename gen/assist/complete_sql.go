package assist

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// sqlWords are the words that statements begin or are joined with.
var sqlWords = strings.Fields("SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE RETURNING ORDER BY GROUP LIMIT OFFSET JOIN LEFT ON AND OR NOT NULL IS IN LIKE AS DISTINCT COUNT(*) ASC DESC ON CONFLICT DO NOTHING")

// bracedValue matches a placeholder of a query, the last of which may still be written.
var bracedValue = regexp.MustCompile(`(?s)\{\{.*?(?:\}\}|$)`)

// statementTyped is a statement that is being written, as far as its words show.
type statementTyped struct {
	tokens  []token.Token
	at      int // of tokens: how many stand before the word at the cursor
	quoted  bool
	ctes    []Table // queries that WITH names
	sources []tableSource
	free    []Table // of the schema, that the statement does not name
}

// tableSource is a table that a statement names, and how it is called there.
type tableSource struct {
	Table
	alias string // "" where it has none
}

// called is how a column of the source is written with it.
func (s tableSource) called() string {
	if s.alias != "" {
		return s.alias
	}
	return s.Name
}

// around reports whether a token is around a cursor behind `before` bytes: one that ends nowhere is, and a comment up
// to the end of its line.
func around(t token.Token, before int) bool {
	openEnd := t.Kind == token.Stray || t.Kind == token.Comment && strings.HasPrefix(t.Src, "--") && before == t.End
	return t.Start < before && (before < t.End || openEnd)
}

// isQuoted reports whether what stands in a token is no SQL: a comment, a text, a quoted name.
func isQuoted(t token.Token) bool {
	switch t.Kind {
	case token.Comment, token.Text, token.Quoted:
		return true
	}
	return strings.ContainsAny(t.Src, "'\"`[")
}

// typedStatement reads a statement whose cursor stands behind `before` bytes, at the beginning of the word that is
// typed.
func typedStatement(text string, before int, tables []Table) statementTyped {
	s := statementTyped{}
	text = bracedValue.ReplaceAllStringFunc(text, func(v string) string { return strings.Repeat(" ", len(v)) })
	for _, t := range token.SplitForSQLite(text) {
		s.quoted = s.quoted || around(t, before) && isQuoted(t)
		if t.Kind == token.Comment {
			continue
		}
		if t.Start < before {
			s.at++
		}
		s.tokens = append(s.tokens, t)
	}
	s.ctes = ctesOf(s.tokens, tables)
	s.sources = sourcesOf(s.tokens, slices.Concat(s.ctes, tables))
	for _, t := range tables {
		if !slices.ContainsFunc(s.sources, func(named tableSource) bool { return named.Name == t.Name }) {
			s.free = append(s.free, t)
		}
	}
	return s
}

// behindName are words that stand behind the name of a table and are no alias of it.
var behindName = strings.Fields("WHERE JOIN LEFT RIGHT FULL INNER OUTER CROSS NATURAL ON USING SET VALUES SELECT DEFAULT ORDER GROUP HAVING LIMIT OFFSET RETURNING UNION EXCEPT INTERSECT WINDOW INDEXED NOT FROM AND OR IS IN FOR FETCH AS")

// sourcesOf are the tables that tokens name where statements read or write them, in their order. One that is read twice is two.
func sourcesOf(tokens []token.Token, tables []Table) []tableSource {
	var list []tableSource
	for i, t := range tokens {
		before := token.At(tokens, i-1)
		if before.Is(".") && token.At(tokens, i-2).Name() != "" {
			before = token.At(tokens, i-3) // public.users
		}
		if !before.Is("FROM", "JOIN", "INTO", "UPDATE", ",", "(", "ONLY", "IGNORE", "REPLACE") {
			continue
		}
		which := slices.IndexFunc(tables, func(known Table) bool { return strings.EqualFold(known.Name, t.Name()) })
		if which < 0 || before.Is(",", "(") && !readsTables(tokens[:i]) {
			continue
		}
		next := token.At(tokens, i+1)
		if next.Is("AS") {
			next = token.At(tokens, i+2)
		}
		alias := next.Name()
		if next.Is(behindName...) {
			alias = ""
		}
		list = append(list, tableSource{tables[which], alias})
	}
	if i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("CONFLICT") }); i > 0 && len(list) > 0 {
		list = append(list, tableSource{list[0].Table, "excluded"})
	}
	return list
}

// readsTables reports whether a comma or parenthesis behind these tokens goes on with what is read FROM.
func readsTables(tokens []token.Token) bool {
	depth := 0
	for _, t := range slices.Backward(tokens) {
		switch {
		case t.Is(")"):
			depth++
		case t.Is("(") && depth > 0:
			depth--
		case depth > 0:
		case t.Is("FROM", "JOIN"):
			return true
		case t.Is("SELECT", "WHERE", "ON", "USING", "SET", "INTO", "VALUES", "BY", "HAVING", "RETURNING", "IN", "LIMIT"):
			return false
		}
	}
	return false
}

// inSQL offers what may stand at the cursor of a statement: behind "alias." the columns of that table, where a table is read or
// written the tables, in the list of an INSERT the columns that are not in it; else columns of the tables that the statement
// names, then tables, words, and the columns of all others. In a text, a quoted name or a comment it offers nothing.
func (p place) inSQL(tables []Table) Completion {
	typed := wordBefore(p.text[:p.at])
	c := Completion{From: p.at - len(typed), To: p.at + len(rest.FindString(p.text[p.at:])), Offers: []Offer{}}
	s := typedStatement(p.text, c.From, tables)
	if s.quoted {
		return c
	}
	c.Offers = offered(once(s.offers(slices.Concat(s.ctes, tables))), typed)
	return c
}

func (s statementTyped) offers(tables []Table) []Offer {
	before := token.At(s.tokens, s.at-1)
	switch {
	case before.Is("."):
		return s.below(token.At(s.tokens, s.at-2).Name(), tables)
	case before.Is("FROM", "JOIN", "INTO", "UPDATE"):
		return tableOffers(tables)
	}
	if into := s.inserted(); into != nil {
		return into
	}
	all := slices.Concat(s.columns(), s.aliases(), tableOffers(tables))
	for _, w := range sqlWords {
		all = append(all, Offer{Text: w, Label: w, Kind: "keyword", Labels: []string{}, Cursor: -1})
	}
	for _, t := range s.free {
		all = append(all, columnOffers(t)...)
	}
	return all
}

// below are the columns of what the statement calls owner; where that is none of the schema's tables, of all that it names.
func (s statementTyped) below(owner string, tables []Table) []Offer {
	for _, source := range s.sources {
		if strings.EqualFold(source.called(), owner) {
			return columnOffers(source.Table)
		}
	}
	for _, t := range tables {
		if strings.EqualFold(t.Name, owner) {
			return columnOffers(t)
		}
	}
	var all []Offer
	for _, source := range s.sources {
		all = append(all, columnOffers(source.Table)...)
	}
	return all
}

// inserted are the columns that may stand in the list behind INSERT INTO, where the cursor is in it; else nil.
func (s statementTyped) inserted() []Offer {
	open := s.at - 1
	for open > 0 && !s.tokens[open].Is("(", ")") {
		open--
	}
	if open < 2 || !s.tokens[open].Is("(") || !s.tokens[open-2].Is("INTO") || len(s.sources) == 0 {
		return nil
	}
	there := map[string]bool{}
	for i := open + 1; i < len(s.tokens) && !s.tokens[i].Is(")", "VALUES", "SELECT"); i++ {
		if i != s.at {
			there[strings.ToLower(s.tokens[i].Name())] = true
		}
	}
	return slices.DeleteFunc(columnOffers(s.sources[0].Table), func(o Offer) bool { return there[strings.ToLower(o.Text)] })
}

// columns are those of the tables that the statement names: with the table's name where several have a column of that name.
func (s statementTyped) columns() []Offer {
	count := map[string]int{}
	for _, source := range s.sources {
		if source.alias != "excluded" {
			for _, col := range source.Columns {
				count[strings.ToLower(col.Name)]++
			}
		}
	}
	var all []Offer
	for _, source := range s.sources {
		for _, o := range columnOffers(source.Table) {
			if source.alias == "excluded" || count[strings.ToLower(o.Text)] > 1 {
				o.Text = source.called() + "." + o.Text
				o.Label = o.Text
			}
			all = append(all, o)
		}
	}
	return all
}

// aliases are the other names of tables in the statement.
func (s statementTyped) aliases() []Offer {
	var all []Offer
	for _, source := range s.sources {
		if source.alias != "" {
			all = append(all, Offer{Text: source.alias, Label: source.alias, Kind: "table", Labels: []string{}, Doc: source.Name, Cursor: -1})
		}
	}
	return all
}

func columnOffers(t Table) []Offer {
	var all []Offer
	for _, col := range t.Columns {
		all = append(all, Offer{Text: col.Name, Label: col.Name, Kind: "column", Type: col.Type, Labels: col.Labels, Nullable: col.Nullable, Doc: t.Name, Cursor: -1})
	}
	return all
}

func tableOffers(tables []Table) []Offer {
	var all []Offer
	for _, t := range tables {
		all = append(all, Offer{Text: t.Name, Label: t.Name, Kind: "table", Labels: []string{}, Cursor: -1})
	}
	return all
}

// once leaves out what was offered before: several tables have a column id.
func once(all []Offer) []Offer {
	seen := map[string]bool{}
	var list []Offer
	for _, o := range all {
		if key := o.Kind + " " + o.Text; !seen[key] {
			seen[key] = true
			list = append(list, o)
		}
	}
	return list
}
