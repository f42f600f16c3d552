package statement

import (
	"slices"
	"strings"
)

// Filter is a condition that rows have to meet: one of those that the top-level AND of a WHERE or HAVING joins. Each of
// Ways is what one side of its top-level OR compares with parameters.
type Filter struct{ Ways [][]Blank }

// Blank is a parameter without which a comparison is null, and so never true.
type Blank struct {
	Param  int
	Joined bool // it is a part of a text: '%' || $1 || '%'
	Place       // of the comparison
}

// Void is a comparison with NULL, which is never true.
type Void struct {
	Operator string // "=", "!=", …; "" of LIKE and the like
	Place
}

// Renamed is a column that a SELECT list gives the name of another column of its table, without AS.
type Renamed struct {
	Column Column
	Alias  string
	Place  // of the alias
}

// compare notes what the conditions of a query compare with parameters and with NULL.
func (s *Statement) compare(q *query, schema *Schema) {
	q.each(func(c *core) {
		for _, condition := range []*expr{c.where, c.having} {
			for _, e := range conjuncts(condition) {
				s.Filters = append(s.Filters, Filter{e.ways()})
			}
		}
	}, func(e *expr) {
		s.Searches = append(s.Searches, e.searches()...)
		s.Folded = append(s.Folded, e.folded(schema)...)
		switch {
		case schema.refuses(e.as):
			s.Casts = append(s.Casts, e.cast())
		case e.crypts():
			s.Crypted = append(s.Crypted, e.args[0].makers()...)
		case e.op == call:
			s.Crypted = append(s.Crypted, schema.hashed(e)...)
		case e.op == isNull || e.op == notNull:
			s.Asked = append(s.Asked, e.tests[0].makers()...)
		case e.op == test && slices.ContainsFunc(e.tests, (*expr).never):
			s.Voids = append(s.Voids, Void{e.text, Place{e.start, e.end}})
		}
	})
}

// folded returns the parameters whose spellings an expression takes for one.
func (e *expr) folded(schema *Schema) []int {
	switch {
	case e.calls(casing) && len(e.args) == 1:
		return e.args[0].makers()
	case e.op == test && len(e.tests) == 2 && (e.text == "=" || e.text == "=="):
		if e.tests[0].takesAnyCase(schema) || e.tests[1].takesAnyCase(schema) {
			return append(e.tests[0].makers(), e.tests[1].makers()...)
		}
	}
	return nil
}

// takesAnyCase reports whether what is compared with an expression equals it in capitals, too.
func (e *expr) takesAnyCase(schema *Schema) bool {
	if e.op != column || e.anyCase || len(e.got.Columns) != 1 {
		return e.anyCase
	}
	c := schema.Table(e.got.Columns[0].Table).Column(e.got.Columns[0].Name)
	return c != nil && (c.anyCase || strings.EqualFold(c.Type, "CITEXT"))
}

// crypts reports whether an expression is pgcrypto's hash of a password: crypt($1, gen_salt('bf')), which takes as long
// as that of bcrypt, or crypt($1, password_hash), by which it is compared with one that is stored.
func (e *expr) crypts() bool {
	if e.op != call || !strings.EqualFold(last(e.path), "crypt") || len(e.args) != 2 {
		return false
	}
	salt := e.args[1]
	for salt.op == strict && len(salt.args) == 1 { // of a type
		salt = salt.args[0]
	}
	if salt.op == call && strings.EqualFold(last(salt.path), "gen_salt") && len(salt.args) > 0 {
		return salt.args[0].op == literal && salt.args[0].text == "'bf'"
	}
	return salt.op == column
}

// ways are the conditions that the top-level OR of a condition joins, each with what it can't be true without.
func (e *expr) ways() [][]Blank {
	if e.op == or {
		return append(e.tests[0].ways(), e.tests[1].ways()...)
	}
	return [][]Blank{e.blanks()}
}

// blanks are the parameters without which a condition is never true. Of `column = $1` there are none: whoever looks up
// what is not there finds nothing, and means it.
func (e *expr) blanks() []Blank {
	switch {
	case e.op == and:
		return append(e.tests[0].blanks(), e.tests[1].blanks()...)
	case e.op == not && (e.tests[0].op == test || e.tests[0].op == list):
		return e.tests[0].blanks()
	case e.op != test && (e.op != list || e.text != "BETWEEN"):
		return nil
	}
	var all []Blank
	for _, operand := range e.tests {
		joined := operand.joins()
		if equal := e.text == "=" || e.text == "=="; equal && !joined {
			continue
		}
		for _, n := range operand.makers() {
			all = append(all, Blank{n, joined, Place{e.start, e.end}})
		}
	}
	return all
}

// makers are the parameters whose null makes an expression null.
func (e *expr) makers() []int {
	if e.op == parameter {
		return []int{e.param}
	}
	var all []int
	if e.op == strict || e.calls(strictFunctions()) {
		for _, arg := range e.args {
			all = append(all, arg.makers()...)
		}
	}
	return all
}

// joins reports whether an expression is a text that || puts together.
func (e *expr) joins() bool {
	return e.op == strict && e.text == "||" || (e.op == strict || e.calls(strictFunctions())) && slices.ContainsFunc(e.args, (*expr).joins)
}

// rename notes a column whose alias is another column of its table. One that is named with its table is left alone:
// with a comma forgotten, what follows would be named so too, and not be read.
func (r *resolver) rename(it *item, v Value) {
	if r.aside > 0 || it.bare == (Place{}) || it.value.op != column || len(it.value.path) != 1 || len(v.Columns) != 1 {
		return
	}
	c := v.Columns[0]
	renamed := Renamed{c, it.alias, it.bare}
	if t := r.schema.Table(c.Table); t.Column(it.alias) != nil && !strings.EqualFold(it.alias, c.Name) && !slices.Contains(r.renamed, renamed) {
		r.renamed = append(r.renamed, renamed)
	}
}
