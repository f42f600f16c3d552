package ir

import (
	"fmt"
	"go/constant"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// SQL knows what queries mean; gen hands it over, backed by gen/sql/sqlite.
type SQL interface {
	// Prepare prepares a statement with parameters $1, $2, …, of which sources are what each is written as; "" of one that
	// is another value each time.
	Prepare(text string, sources []string, dialect string) (templates.SQL, []expr.Problem)
}

// query is a statement as prepared, once a node.
type query struct {
	templates.SQL
	parts []part
	lists []listPlace // of each parameter
}

// part is a piece of a query as written, and where it stands in the prepared text.
type part struct {
	written, prepared expr.Part
}

// query checks a statement and its parameters.
func (c *checker) query(v *Value) *Typed {
	n := c.step.Node
	typed := &Typed{Tree: v.Tree}
	i := 0
	for _, p := range v.Tree.Text.Parts {
		if isText(v.Tree.Text, p) {
			continue
		}
		want := types.Type{}
		if i < len(n.query.Params) {
			want = n.query.Params[i]
		}
		i++
		refusal := n.query.refusal(i, typed.Items, dialect(n))
		want.Nullable = refusal == ""
		typed.Items = append(typed.Items, c.parameter(v.Tree, p, i, want, refusal))
	}
	n.query.Text = n.query.running(v.Tree.Text, typed.Items, dialect(n))
	return typed
}

// nullTest matches the rest of a statement behind a value that is only tested for null: " IS NOT NULL".
var nullTest = regexp.MustCompile(`(?i)^\s+IS\s+(NOT\s+)?NULL\b`)

// running is a statement as it runs, with parameters $1, $2, …. Those that are only tested for null have their type
// written down: PostgreSQL can't tell it from there, and SQLite does not mind. Lists are compared with as the engine
// does it, and columns that it leaves unnamed are named.
func (q *query) running(t *expr.Template, params []*Typed, dialect string) string {
	lists := q.lists
	var text strings.Builder
	n := 0
	for i, p := range t.Parts {
		if isText(t, p) {
			literal := q.spelled(p)
			if n < len(params) && n < len(lists) && lists[n].holds(params[n].Type) {
				literal = lists[n].opened(literal, dialect)
			}
			text.WriteString(literal)
			continue
		}
		n++
		fmt.Fprint(&text, cast(params[n-1].Type, q.SentAs(n), dialect, t.Parts[i+1:]))
		if n <= len(lists) && lists[n-1].holds(params[n-1].Type) && dialect == "sqlite" {
			text.WriteString(")")
		}
	}
	return text.String()
}

// spelled is a part of a statement as written, with the names of the columns that it leaves unnamed.
func (q *query) spelled(p expr.Part) string {
	if q.Statement == nil || len(p.Literal) != p.End-p.Start {
		return p.Literal
	}
	var text strings.Builder
	at := p.Start
	for _, s := range q.Statement.Spelled {
		start, end := q.written(s.Start), q.written(s.End)
		if start < at || end > p.End || end == p.Start {
			continue
		}
		text.WriteString(p.Literal[at-p.Start:start-p.Start] + s.Text)
		at = end
	}
	return text.String() + p.Literal[at-p.Start:]
}

// cast is parameter $n before the rest of a statement, with its type where nothing else tells that.
func cast(typ types.Type, n int, dialect string, rest []expr.Part) string {
	name := castType(typ)
	if dialect == "sqlite" || name == "" || len(rest) == 0 || !nullTest.MatchString(rest[0].Literal) {
		return fmt.Sprintf("$%d", n)
	}
	return fmt.Sprintf("CAST($%d AS %s)", n, name)
}

// castType is the name of a type that both engines take, or "".
func castType(t types.Type) string {
	switch t.Kind {
	case types.String:
		return "TEXT"
	case types.Int:
		return "BIGINT"
	case types.Float:
		return "DOUBLE PRECISION"
	case types.Bool:
		return "BOOLEAN"
	case types.Bytes:
		return "BYTEA"
	case types.Time:
		return "TIMESTAMPTZ"
	}
	return ""
}

func isText(t *expr.Template, p expr.Part) bool {
	return !strings.HasPrefix(t.Text[p.Start:p.End], "{{")
}

// refusesBound says why no null bounds how many rows come, and usualBound is a bound to begin with: of no rows nobody
// has any use.
const (
	refusesBound = "SQLite refuses a LIMIT or OFFSET of null"
	usualBound   = "100"
)

// refusal says what takes no null from parameter i, nor from what is computed of it and of what the parameters before
// it hold: a NOT NULL column, or the LIMIT of SQLite; "" where there is nothing.
func (q *query) refusal(i int, before []*Typed, dialect string) string {
	if q.Statement == nil {
		return ""
	}
	decides := func(all []int) bool {
		return all[len(all)-1] == i && !slices.ContainsFunc(all[:len(all)-1], func(n int) bool { return !before[n-1].Type.Nullable })
	}
	if q.mayRunInSQLite(dialect) && slices.ContainsFunc(q.Statement.Bounds, decides) {
		return refusesBound
	}
	for _, change := range q.Statement.Changes {
		for _, a := range change.Assigned {
			if a.Refuses && (a.Param == i || slices.ContainsFunc(a.Needs, decides)) {
				return fmt.Sprintf("column %q is NOT NULL", a.Column)
			}
		}
	}
	return ""
}

// mayRunInSQLite reports whether nothing says that the statement is for PostgreSQL alone.
func (q *query) mayRunInSQLite(dialect string) bool {
	return dialect != "postgres" && !q.Awaits && (len(q.Proved) == 0 || slices.Contains(q.Proved, "SQLite"))
}

// parameter checks one placeholder on its own, so that it keeps its type. refusal says what takes no null from it, or
// is "".
func (c *checker) parameter(t *Tree, p expr.Part, i int, want types.Type, refusal string) *Typed {
	one := &expr.Template{Text: t.Text.Text, Parts: []expr.Part{p}}
	day := want.Day()
	switch {
	case want.Kind == types.Any, day && !c.step.Flow.inferring:
		want.Kind = types.Unknown // any scalar goes, as it is
	case day: // as it is written
		want.Kind = types.String
	}
	w := expr.Want{Type: want, What: fmt.Sprintf("parameter %d of the query", i), Code: diag.FC209}
	if refusal == refusesBound && !slices.Contains(c.step.Node.query.Statement.Skips, i) {
		w.Instead = usualBound
	}
	tree := &Tree{JSON: t.JSON, Text: one}
	if list, ok := c.wantsList(tree, i, want); ok {
		return c.listParameter(tree, list, w)
	}
	typed, problems := c.checked(tree, w)
	if len(problems) == 1 && problems[0].Code == diag.FC209 && problems[0].Hint == "" && c.typeOf(tree).Kind == types.List {
		problems[0].Hint = "compare with the elements of a list by `IN ({{…}})`, or `= ANY({{…}})`"
	}
	c.required(t.JSON.Text, refusal, problems)
	c.report(t.JSON, problems)
	c.literalOf(t, p, want.Enum, typed, w.What)
	c.numeric(t, p, i, typed)
	if day {
		c.day(t, p, w.What, typed)
	}
	switch k := typed.Type.Kind; {
	case k == types.Object || k == types.List || k == types.Map || k == types.Duration:
		c.step.Node.report(&c.b.list, diag.Diagnostic{
			Code: diag.FC209, Span: t.JSON.Within(c.step.Flow.Workflow.File, p.Start, p.End),
			Message: fmt.Sprintf("%s: want a scalar, got %s", w.What, typed.Type), Hint: scalarHint(typed, t.Text.Text[p.Start:p.End]),
		})
	}
	return typed
}

// numeric reports a parameter of PostgreSQL's exact numbers that is none, and no text of one (FC206).
func (c *checker) numeric(t *Tree, p expr.Part, i int, typed *Typed) {
	takes := c.step.Node.query.Takes
	if k := typed.Type.Kind; i > len(takes) || takes[i-1] != "numeric" || k != types.Bool && k != types.Time && k != types.Bytes {
		return
	}
	c.step.Node.report(&c.b.list, diag.Diagnostic{
		Code: diag.FC206, Span: t.JSON.Within(c.step.Flow.Workflow.File, p.Start, p.End),
		Message: fmt.Sprintf("parameter %d of the query: want a number, got %s", i, typed.Type),
		Hint:    "send a number, or a text of its digits",
	})
}

// day reports a parameter of a DATE that is neither a time nor a text (FC209).
func (c *checker) day(t *Tree, p expr.Part, what string, typed *Typed) {
	if slices.Contains([]types.Kind{types.Unknown, types.Any, types.Null, types.String, types.Time}, typed.Type.Kind) {
		return
	}
	c.step.Node.report(&c.b.list, diag.Diagnostic{
		Code: diag.FC209, Span: t.JSON.Within(c.step.Flow.Workflow.File, p.Start, p.End),
		Message: fmt.Sprintf("%s: want a day, got %s", what, typed.Type), Hint: "send a time, or a text such as 2026-01-31",
	})
}

// scalarHint says what of a value that is none may be a parameter; placeholder is where it stands.
func scalarHint(typed *Typed, placeholder string) string {
	source := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(placeholder, "{{"), "}}"))
	if typed.Type.Kind == types.List && typed.Type.Nullable {
		return fmt.Sprintf("ask whether it is there by {{has(%s)}}, and for its elements by IN ({{%s}}); or store json(x)", source, source)
	}
	return "use a field of it, or json(x)"
}

// literalOf reports a literal that is none of the values that a column may have (FC209).
func (c *checker) literalOf(t *Tree, p expr.Part, labels []string, typed *Typed, what string) {
	v, known := typed.Expr.Const()
	if labels == nil || !known || v.Kind() != constant.String || slices.Contains(labels, constant.StringVal(v)) {
		return
	}
	c.step.Node.report(&c.b.list, diag.Diagnostic{
		Code: diag.FC209, Span: t.JSON.Within(c.step.Flow.Workflow.File, p.Start, p.End),
		Message: fmt.Sprintf("%s: want one of %s, got %q", what, strings.Join(labels, ", "), constant.StringVal(v)),
		Hint:    diag.DidYouMean(constant.StringVal(v), labels),
	})
}

// required says of what may be null, where null can't be, what takes none; and of request fields, how that is mended.
func (c *checker) required(text, refusal string, problems []expr.Problem) {
	for i := range problems {
		p := &problems[i]
		if !p.Null {
			continue
		}
		if refusal != "" {
			p.Message += ", and " + refusal
		}
		if in := c.step.Flow.inputs[text[p.Start:p.End]]; p.Row == "" && p.Cause.File == nil && in != nil && in.Type.Nullable {
			p.Hint = fmt.Sprintf("declare %q with \"required\": true, or %s", in.Name, p.Hint)
		}
	}
}

// dialect is the engine that a query is for.
func dialect(n *Node) string {
	for i := range n.Template.Fields {
		if f := &n.Template.Fields[i]; f.Name == "sqlDialect" && n.Fields[f.Name] != nil {
			return n.Fields[f.Name].Text
		}
	}
	return "any"
}
