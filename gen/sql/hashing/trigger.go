package hashing

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Guarded returns the parameters of a change of which a BEFORE trigger of the table makes a hash: nothing else of them
// is stored.
func Guarded(s *ddl.Schema, c statement.Change) []int {
	if s == nil {
		return nil
	}
	if base, shown := s.Through(c); shown {
		c = base
	}
	of := s.Table(c.Table)
	if of == nil || s.Routines["crypt"] != nil || s.Routines["gen_salt"] != nil {
		return nil
	}
	var list []int
	for _, a := range c.Assigned {
		verb := c.Verb
		if a.Upsert {
			verb = statement.Update
		}
		hashes := hashesRow
		if of.View != nil {
			hashes = hashesBehind
		}
		if a.Param > 0 && hashes(s, of, a.Column, verb) {
			list = append(list, a.Param)
		}
	}
	return list
}

// hashesBehind reports whether all that triggers do with a column that is written to a view is to make a hash of it.
func hashesBehind(s *ddl.Schema, view *ddl.Table, column string, verb statement.Verb) bool {
	hashed := false
	for _, t := range s.Triggers {
		if t.Of != view || len(t.On) > 0 && !slices.Contains(t.On, verb) {
			continue
		}
		f := s.Routines[t.Function]
		if f == nil && t.Function != "" || len(t.On) == 0 {
			return false // what it does, or when, is not known
		}
		text := t.Text
		if f != nil {
			text = slices.Concat(text, f.Text)
		}
		text = slices.Clone(text)
		for i := range text {
			text[i] = fieldsOfNew(text[i])
		}
		in := func(tokens []token.Token) bool {
			return slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is("NEW") })
		}
		u := uses{s, &ddl.Routine{Params: []string{"new." + column}, Text: text}, 0, maxHashers}
		names := func(tokens []token.Token) bool { return slices.ContainsFunc(tokens, u.is) }
		switch {
		case slices.ContainsFunc(text, in), slices.ContainsFunc(text, names) && !(t.Instead && u.onlyHash()):
			return false
		case slices.ContainsFunc(text, names):
			hashed = true
		}
	}
	return hashed
}

// fieldsOfNew are the tokens of a statement in which each column of the new row is one name, and without RETURN NEW.
func fieldsOfNew(tokens []token.Token) []token.Token {
	var list []token.Token
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.Is("RETURN") && i+2 == len(tokens) && tokens[i+1].Is("NEW"):
			return list
		case t.Is("NEW") && i+2 < len(tokens) && tokens[i+1].Is(".") && tokens[i+2].Name() != "":
			t.Src, t.End = "new."+strings.ToLower(tokens[i+2].Name()), tokens[i+2].End
			i += 2
		}
		list = append(list, t)
	}
	return list
}

// Column reports whether a trigger makes a hash of what is written to a column of a table.
func Column(s *ddl.Schema, t *ddl.Table, column string) bool {
	return hashesRow(s, t, column, statement.Insert) || hashesRow(s, t, column, statement.Update)
}

// hashesRow reports whether a trigger makes a hash of a column of each row before it is written, and none that runs
// beside it reads the column.
func hashesRow(s *ddl.Schema, of *ddl.Table, column string, verb statement.Verb) bool {
	hashed := false
	for _, t := range s.Triggers {
		if t.Of != of {
			continue
		}
		var text [][]token.Token
		if text = t.Text; s.Routines[t.Function] != nil {
			text = slices.Concat(text, s.Routines[t.Function].Text)
		} else if t.Function != "" {
			return false // what it does is not known
		}
		runs := t.Before && (len(t.On) == 0 || slices.Contains(t.On, verb))
		if runs && len(t.Text) == 0 && !hashed && hashesColumn(text, column) {
			hashed = true
			continue
		}
		if slices.ContainsFunc(text, func(tokens []token.Token) bool { return readsRow(tokens, column) }) {
			return false
		}
	}
	return hashed
}

// hashesColumn reports whether the text of a trigger gives a column of the new row its hash on every way, and reads it
// nowhere else.
func hashesColumn(text [][]token.Token, column string) bool {
	hashed := false
	var under []bool // the conditions around: whether there is nothing to hash where one does not hold
	for _, tokens := range text {
		tokens = unbegun(tokens)
		for len(tokens) > 0 && tokens[0].Is("IF") {
			then := ddl.Branch(tokens)
			under = append(under, certain(tokens[1:then], column))
			tokens = tokens[min(then+1, len(tokens)):]
		}
		name, value := ddl.AssignedInRow(tokens)
		switch {
		case len(tokens) > 1 && tokens[0].Is("END") && tokens[1].Is("IF") && len(under) > 0:
			under = under[:len(under)-1]
		case strings.EqualFold(name, column):
			if slices.Contains(under, false) || hashed || !value.Crypts() || !isNew(value.Args[0], column) || value.Args[1].Op != tree.Call {
				return false
			}
			hashed = true
		case slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is("ELSE", "ELSIF", "ELSEIF", "LOOP", "CASE", "EXCEPTION") }), readsRow(tokens, column):
			return false
		case !hashed && len(tokens) > 0 && tokens[0].Is("RETURN"):
			return false
		}
	}
	return hashed
}

// OnlyHashes reports whether a leak compares one column with itself, and the trigger only hashes that column: it checks
// whether the stored hash is kept.
func OnlyHashes(t ddl.Trigger, leak statement.Leak, text [][]token.Token) bool {
	if len(leak.By) != 1 || leak.By[0] > len(t.Of.Columns) {
		return false
	}
	by := statement.Column{Table: t.Of.Name, Name: t.Of.Columns[leak.By[0]-1].Name}
	others := slices.ContainsFunc(leak.Of.Columns, func(c statement.Column) bool { return c != by })
	return !others && leak.Of.Unproved == "" && hashesColumn(text, by.Name)
}

// isNew reports whether an expression is a column of the new row.
func isNew(e *tree.Expr, name string) bool {
	for e.Op == tree.Strict && len(e.Args) == 1 { // of a type
		e = e.Args[0]
	}
	return e.Op == tree.Column && len(e.Path) == 2 &&
		strings.EqualFold(e.Path[0], "new") && strings.EqualFold(e.Path[1], name)
}

// certain reports whether a condition only asks whether the column gets another value, or one at all.
func certain(condition []token.Token, column string) bool {
	var b strings.Builder
	for _, t := range condition {
		if !t.Is("(", ")") {
			b.WriteString(strings.ToLower(t.Src) + " ")
		}
	}
	text := strings.ReplaceAll(b.String(), strings.ToLower(column), "c")
	changes := "new . c is distinct from old . c "
	return slices.Contains([]string{
		changes, "new . c is not null ",
		"tg_op = 'insert' or " + changes, "tg_op = 'insert' or new . c <> old . c ", "tg_op = 'insert' or new . c != old . c ",
		"tg_op = 'insert' or tg_op = 'update' and " + changes,
	}, text)
}

// readsRow reports whether a statement of a trigger reads a column of the new row, or all of it.
func readsRow(tokens []token.Token, column string) bool {
	for i, t := range tokens {
		switch {
		case !t.Is("NEW") || i > 0 && tokens[i-1].Is("RETURN"):
		case i+2 >= len(tokens) || !tokens[i+1].Is(".") || strings.EqualFold(tokens[i+2].Name(), column) || tokens[i+2].Is("*"):
			return true
		}
	}
	return false
}
