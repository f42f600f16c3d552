package assist

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// ctesOf are the queries of a statement that WITH gives a name, as tables: what follows reads them as such. A query
// that is still being written ends where the text does.
func ctesOf(tokens []token.Token, tables []Table) []Table {
	var list []Table
	for i, t := range tokens {
		open := i + 1
		for token.At(tokens, open).Is("NOT", "MATERIALIZED") {
			open++
		}
		if !t.Is("AS") || !token.At(tokens, open).Is("(") {
			continue
		}
		name, columns := cteName(tokens[:i])
		body := tokens[open+1 : closing(tokens, open)]
		if name == "" || !token.At(body, 0).Is("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES") {
			continue // of a window, say
		}
		list = append(list, Table{Name: name, Columns: renamed(resultOf(body, slices.Concat(list, tables)), columns)})
	}
	return list
}

// cteName is the name at the end of the tokens before AS, and those of the columns behind it, where they are written:
// r(id, body).
func cteName(before []token.Token) (name string, columns []string) {
	last := len(before) - 1
	if token.At(before, last).Is(")") {
		for last--; last > 0 && !before[last].Is("("); last-- {
			if column := before[last].Name(); column != "" {
				columns = append(columns, column)
			}
		}
		slices.Reverse(columns)
		last--
	}
	if !token.At(before, last-1).Is("WITH", "RECURSIVE", ",") {
		return "", nil
	}
	return before[last].Name(), columns
}

// closing is where the parenthesis that is opened at a token is closed; the end of the tokens where it is not.
func closing(tokens []token.Token, open int) int {
	depth := 0
	for i := open; i < len(tokens); i++ {
		switch {
		case tokens[i].Is("("):
			depth++
		case tokens[i].Is(")"):
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return len(tokens)
}

// renamed gives columns the names that are written behind the name of their query.
func renamed(columns []Column, names []string) []Column {
	for i, name := range names {
		if i == len(columns) {
			columns = append(columns, Column{Type: "any", Labels: []string{}})
		}
		columns[i].Name = name
	}
	return columns
}

// resultOf are the columns of what a query gives: behind its last SELECT that is in no parentheses, or its RETURNING.
// One that is no column alone is of any type; one without a name is left out.
func resultOf(body []token.Token, tables []Table) []Column {
	sources := sourcesOf(body, tables)
	var columns []Column
	for _, item := range itemsOf(body) {
		last := token.At(item, len(item)-1)
		plain := len(item) == 1 || len(item) == 3 && item[1].Is(".")
		named := plain || token.At(item, len(item)-2).Is("AS")
		switch {
		case last.Is("*"):
			for _, s := range sources {
				if len(item) == 1 || strings.EqualFold(s.called(), item[0].Name()) {
					columns = append(columns, s.Columns...)
				}
			}
		case named && last.Name() != "":
			columns = append(columns, columnOf(item, last.Name(), sources))
		}
	}
	return columns
}

// columnOf is the column of an item of a SELECT, of the type of the column that the item begins with, where that is all
// of it but a name.
func columnOf(item []token.Token, name string, sources []tableSource) Column {
	owner, of := "", item[0].Name()
	rest := item[1:]
	if token.At(item, 1).Is(".") {
		owner, of, rest = of, token.At(item, 2).Name(), item[3:]
	}
	if len(rest) == 0 || rest[0].Is("AS") {
		for _, s := range sources {
			for _, col := range s.Columns {
				if strings.EqualFold(col.Name, of) && (owner == "" || strings.EqualFold(s.called(), owner)) {
					col.Name = name
					return col
				}
			}
		}
	}
	return Column{Name: name, Type: "any", Labels: []string{}}
}

// itemsOf are the items of what a query gives, with their tokens.
func itemsOf(body []token.Token) [][]token.Token {
	var items [][]token.Token
	var item []token.Token
	depth, listed := 0, false
	end := func() {
		if listed && len(item) > 0 {
			items = append(items, item)
		}
		item = nil
	}
	for _, t := range body {
		switch {
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		case depth > 0:
		case t.Is("UNION", "EXCEPT", "INTERSECT"):
			end()
			return items // the first SELECT names the columns
		case t.Is("SELECT", "RETURNING"):
			items, item, listed = nil, nil, true
			continue
		case t.Is("DISTINCT", "ALL") && len(item) == 0:
			continue
		case t.Is(","), t.Is("FROM"):
			end()
			listed = listed && t.Is(",")
			continue
		}
		item = append(item, t)
	}
	end()
	return items
}
