package ir

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// misplaced reports placeholders that can't be parameters (FC410), one of those that stand in the same quotes or
// comment. texts are those around the placeholders.
func (b *builder) misplaced(n *Node, v *Value, texts []string, list []token.Misplaced) {
	var before *token.Misplaced
	for i := range list {
		m := &list[i]
		if before == nil || before.Index != m.Index-1 || before.Why != m.Why || strings.ContainsAny(texts[m.Index], "'\"\n*$") {
			p := placeholderAt(v, m.Index)
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC410, Span: v.JSON.Within(n.Workflow.File, p.Start, p.End), Message: m.Why,
				Hint: misplacedHint(texts[m.Index], v.JSON.Text[p.Start:p.End], texts[m.Index+1]),
			})
		}
		before = m
	}
}

// placeholderAt is the i-th placeholder of a statement, from 0.
func placeholderAt(v *Value, i int) expr.Part {
	for _, p := range v.Tree.Text.Parts {
		switch {
		case isText(v.Tree.Text, p):
		case i == 0:
			return p
		default:
			i--
		}
	}
	panic("ir: a placeholder that is not there")
}

// A pattern of LIKE with a placeholder in its quotes: LIKE '%{{q}}%'.
var (
	patternBefore = regexp.MustCompile(`(?i)\b((?:NOT\s+)?I?LIKE)\s+'([^']*)$`)
	patternAfter  = regexp.MustCompile(`^([^']*)'`)
)

// sortedBy matches the text before a column to sort by, chosen the placeholder of a name that may choose one.
var (
	sortedBy = regexp.MustCompile(`(?i)\b(ORDER\s+BY)\s+$`)
	chosen   = regexp.MustCompile(`^\{\{\s*[\w.]+\s*\}\}$`)
)

// misplacedHint says how to write what a placeholder is wanted for, between two texts of its statement.
func misplacedHint(before, placeholder, after string) string {
	open, end := patternBefore.FindStringSubmatch(before), patternAfter.FindStringSubmatch(after)
	if sorted := sortedBy.FindStringSubmatch(before); sorted != nil && chosen.MatchString(placeholder) {
		return fmt.Sprintf("sort by columns that are written out: %s CASE WHEN %s = 'price' THEN price END, name", sorted[1], placeholder)
	}
	if open == nil || end == nil {
		return "it becomes a bound parameter and stands for a whole value, without quotes around it"
	}
	operator, pattern := strings.ToUpper(strings.Join(strings.Fields(open[1]), " ")), placeholder
	if open[2] != "" {
		pattern = fmt.Sprintf("'%s' || %s", open[2], pattern)
	}
	if end[1] != "" {
		pattern = fmt.Sprintf("%s || '%s'", pattern, end[1])
	}
	return fmt.Sprintf("write %s %s: a %% or _ in it stands for any letters", operator, pattern)
}

// numbered gives the placeholders of a statement that are one value one number. Each engine has to take them as the
// same type, which PostgreSQL has said, or the statement is for SQLite alone. texts stand around the placeholders, and
// sources are what these are written as, "" of one that is another value each time.
func (q *query) numbered(texts, sources []string, dialect string) {
	if len(q.Takes) != len(sources) && dialect != "sqlite" || len(q.Params) != len(sources) {
		return
	}
	list, next := make([]int, len(sources)), 1
	for i := range sources {
		list[i] = next
		for j := range i {
			same := sources[i] != "" && sources[i] == sources[j] && q.interchange(i, j, texts)
			if same || q.SentAs(i+1) == q.SentAs(j+1) {
				list[i] = list[j]
			}
		}
		if list[i] == next {
			next++
		}
	}
	if next <= len(sources) {
		q.Sent = list
	}
}

// sources are what placeholders are written as, "" of one that is another value each time.
func sources(t *expr.Template) []string {
	var list []string
	for _, p := range t.Parts {
		switch {
		case isText(t, p):
		case p.Fresh():
			list = append(list, "")
		default:
			list = append(list, strings.TrimSpace(t.Text[p.Start+len("{{"):p.End-len("}}")]))
		}
	}
	return list
}

// interchange reports whether an engine takes the same value for two parameters, from 0. One that is a list, or is
// tested for null, is written with what stands around it.
func (q *query) interchange(i, j int, texts []string) bool {
	for _, n := range []int{i, j} {
		if q.lists[n] != (listPlace{}) || nullTest.MatchString(texts[n+1]) {
			return false
		}
	}
	if len(q.Takes) > 0 && q.Takes[i] != q.Takes[j] || documented(q.SQL, i) != documented(q.SQL, j) {
		return false
	}
	a, b := q.Params[i].NotNull(), q.Params[j].NotNull()
	return a.Equal(b) && a.Day() == b.Day()
}

// documented reports whether a parameter, from 0, goes into a column of JSON as it is.
func documented(q templates.SQL, i int) bool {
	for _, c := range q.Statement.Changes {
		for _, a := range c.Assigned {
			for _, t := range a.From {
				if a.JSON && t.IsParam() && t.Param == i+1 {
					return true
				}
			}
		}
	}
	return false
}

// statements prepares the statement of every node, once. Of one that no entry point runs only FC209 is reported: it
// means the same wherever it stands, and of its placeholders nothing is said there.
func (b *builder) statements(w *Workflow) {
	for _, n := range w.Nodes {
		v, runs := n.Shaped(templates.Query), n.Reached && !w.Broken
		if v == nil || !n.Known() && !runs {
			continue
		}
		before := len(b.list)
		q := b.prepare(n, v)
		if runs {
			n.query = q
			continue
		}
		found := slices.DeleteFunc(slices.Clone(b.list[before:]), func(d diag.Diagnostic) bool { return d.Code != diag.FC209 })
		b.list = append(b.list[:before], found...)
	}
}

// prepare replaces the placeholders by $1, $2, … and asks SQL what the query means.
func (b *builder) prepare(n *Node, v *Value) *query {
	q := &query{}
	var text strings.Builder
	texts := []string{""}
	for _, p := range v.Tree.Text.Parts {
		if isText(v.Tree.Text, p) {
			texts[len(texts)-1] += p.Literal
		} else {
			texts = append(texts, "")
		}
	}
	q.lists = listPlaces(texts)
	i := 0
	for _, p := range v.Tree.Text.Parts {
		if isText(v.Tree.Text, p) {
			q.literal(&text, p, i)
			continue
		}
		i++
		start := text.Len()
		fmt.Fprintf(&text, "$%d", i)
		q.parts = append(q.parts, part{written: p, prepared: expr.Part{Start: start, End: text.Len()}})
	}
	if q.Text = text.String(); broken(v.Tree.Text) {
		return q // the braces were reported; without them the statement is another one
	}
	misplaced, unbound := token.Placeholders(texts), token.Parameters(texts, dialect(n))
	if len(misplaced)+len(unbound) > 0 {
		b.misplaced(n, v, texts, misplaced)
		b.unbound(n, v, unbound)
		return q
	}
	var problems []expr.Problem
	written := sources(v.Tree.Text)
	q.SQL, problems = b.sql.Prepare(text.String(), written, dialect(n))
	q.Text = text.String()
	q.numbered(texts, written, dialect(n))
	for i := range problems {
		problems[i].Start, problems[i].End = q.written(problems[i].Start), q.written(problems[i].End)
	}
	n.expressionProblems(&b.list, v.JSON, problems)
	return q
}

// literal adds the text before parameter i, from 0, to what is prepared. A comparison with a list is prepared as one
// with one of its elements, which every engine understands.
func (q *query) literal(text *strings.Builder, p expr.Part, i int) {
	add := func(literal string, start, end int) {
		from := text.Len()
		text.WriteString(literal)
		q.parts = append(q.parts, part{written: expr.Part{Start: start, End: end}, prepared: expr.Part{Start: from, End: text.Len()}})
	}
	if i >= len(q.lists) || !q.lists[i].array {
		add(p.Literal, p.Start, p.End)
		return
	}
	l := q.lists[i]
	at := p.Start + len(p.Literal) - l.length
	add(p.Literal[:len(p.Literal)-l.length], p.Start, at)
	add(l.in(), at, p.End)
}

// written maps an offset of the prepared text back into the text as written.
func (q *query) written(offset int) int {
	for i, p := range q.parts {
		if offset < p.prepared.End || i == len(q.parts)-1 {
			return min(p.written.Start+offset-p.prepared.Start, p.written.End)
		}
	}
	return 0
}

// unbound reports parameters that are written by hand (FC410).
func (b *builder) unbound(n *Node, v *Value, list []token.Parameter) {
	begins := []int{0} // of the texts around placeholders
	for _, p := range v.Tree.Text.Parts {
		if !isText(v.Tree.Text, p) {
			begins = append(begins, p.End)
		}
	}
	for _, p := range list {
		start, end := begins[p.Part]+p.Start, begins[p.Part]+p.End
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC410, Span: v.JSON.Within(n.Workflow.File, start, end),
			Message: fmt.Sprintf("parameter %q has no value", v.JSON.Text[start:end]),
			Hint:    "write the value as a placeholder, such as {{" + bound(v.JSON.Text[start:end]) + "}}: it becomes a parameter",
		})
	}
}

// bound is the name that a parameter which is written by hand has; where it has none, an example.
func bound(parameter string) string {
	if name := strings.TrimLeft(parameter, ":@$"); types.IsName(name) {
		return name
	}
	return "id"
}

// broken reports whether a text has a placeholder that does not parse, or braces that begin or end none.
func broken(t *expr.Template) bool {
	return slices.ContainsFunc(t.Parts, func(p expr.Part) bool { return p.Bad() }) || len(t.LoneBraces()) > 0
}
