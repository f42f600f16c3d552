package tree

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// Alike returns for each parameter of a statement the number that it is sent under. Those that are one value, by
// sources as they are written, have one number where a SELECT is grouped or ordered by an expression of them that it
// has elsewhere: for PostgreSQL, date_trunc($1, at) and GROUP BY date_trunc($2, at) are two expressions. Numbers are
// from 1 and leave none out. A source that is "" is another value each time.
func Alike(text string, sources []string) []int {
	a := &alikes{text: text, sources: sources, same: make([]int, len(sources))}
	for i := range a.same {
		a.same[i] = i
	}
	if repeats(sources) {
		_, q := Parse(token.Split(text))
		a.query(q)
	}
	return a.numbers()
}

// repeats reports whether one of several texts is there twice.
func repeats(texts []string) bool {
	seen := map[string]bool{}
	for _, text := range texts {
		if seen[text] {
			return true
		}
		seen[text] = true
	}
	return false
}

// alikes finds parameters that are one.
type alikes struct {
	text    string
	sources []string
	same    []int // of each parameter, from 0, the first one that it is
}

// numbers are those that parameters are sent under.
func (a *alikes) numbers() []int {
	list := make([]int, len(a.same))
	next := 1
	for i, first := range a.same {
		if first != i {
			list[i] = list[first]
			continue
		}
		list[i] = next
		next++
	}
	return list
}

// query looks at each SELECT of a query, and at those in it.
func (a *alikes) query(q *Query) {
	if q == nil {
		return
	}
	for _, w := range q.With {
		a.query(w.Body)
	}
	for _, c := range q.Cores {
		seen := map[string][]int{}
		for _, e := range slices.Concat(c.By, q.Order) {
			a.expr(e, seen, true)
		}
		for _, it := range c.Items {
			a.expr(it.Value, seen, false)
		}
		a.expr(c.Where, seen, false)
		a.expr(c.Having, seen, false)
		a.query(c.Nested)
		if c.From != nil {
			a.from(c.From)
		}
	}
}

// from looks at the queries of a FROM.
func (a *alikes) from(f *From) {
	sources := []*Source{f.First}
	for _, j := range f.Joins {
		sources = append(sources, j.Source)
	}
	for _, s := range sources {
		a.query(s.Query)
		if s.From != nil {
			a.from(s.From)
		}
	}
}

// expr looks at an expression of a SELECT; what is a query in it is looked at by itself. Seen are the expressions with
// parameters that the SELECT is grouped or ordered by, and by says that this is one more.
func (a *alikes) expr(e *Expr, seen map[string][]int, by bool) {
	if e == nil {
		return
	}
	if key, params := a.written(e); len(params) > 0 && e.Op != Parameter {
		before, known := seen[key]
		if by && !known {
			seen[key] = params
		}
		for i, n := range before {
			a.one(n, params[i])
		}
	}
	for _, list := range [][]*Expr{e.Args, e.Tests, e.Beside} {
		for _, inner := range list {
			a.expr(inner, seen, by)
		}
	}
	a.query(e.Query)
}

// one makes two parameters one.
func (a *alikes) one(n, m int) {
	first, second := min(a.same[n], a.same[m]), max(a.same[n], a.same[m])
	for i := range a.same {
		if a.same[i] == second {
			a.same[i] = first
		}
	}
}

// written is an expression with the sources of its parameters in their place, and these, from 0.
func (a *alikes) written(e *Expr) (key string, params []int) {
	if e.End <= e.Start || e.End > len(a.text) {
		return "", nil
	}
	var words []string
	for _, t := range token.Split(a.text[e.Start:e.End]) {
		word := t.Src
		if t.Kind == token.Word {
			word = strings.ToLower(word)
		}
		if t.Kind == token.Param {
			n, _ := strconv.Atoi(t.Src[1:])
			if n < 1 || n > len(a.sources) || a.sources[n-1] == "" {
				return "", nil
			}
			params = append(params, n-1)
			word = "{{" + a.sources[n-1] + "}}"
		}
		words = append(words, word)
	}
	return strings.Join(words, " "), params
}
