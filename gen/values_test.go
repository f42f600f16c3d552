package gen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
)

// TestValues wants what a field of the step "ok" is made of: a line for each source, the source last, with the ways
// between and without the expressions.
func TestValues(t *testing.T) {
	const user = "u sql {\"sqlMode\": \"one\", \"sqlQuery\": \"SELECT id, nick FROM users WHERE email = {{lower(email)}}\"}\nu:notFound -> no\nno response {\"responseStatus\": 404}\n"
	for _, c := range []struct {
		name     string
		drawings []string
		want     []string
	}{
		{"a row, and what it was found by", []string{user + `ok response {"responseStatus": 200, "responseBody": {"who": "u{{u.id}}"}}
			in -> u -> ok`}, []string{
			"contains joined typed u.id matched row of u matched lookup of u by email cased request.email",
			"contains joined typed u.id matched row of u matched lookup of u by email compared users.email",
			"contains joined typed u.id read users.id",
		}},
		{"a name in another name", []string{`s set {"setValues": {"a": {"b": "{{x}}"}, "c": "{{y}}"}}
			ok response {"responseStatus": 200, "responseBody": "{{s.a.b}}"}
			in -> s -> ok`}, []string{"s.a.b request.x"}},
		{"an object by its name has all of its members", []string{`s set {"setValues": {"a": {"b": "{{x}}", "c": "{{y}}"}}}
			ok response {"responseStatus": 200, "responseBody": "{{s.a}}"}
			in -> s -> ok`}, []string{"s.a contains request.x", "s.a contains request.y"}},
		{"what a Call is given, and no other", []string{`k call {"callWorkflow": "drawn2", "callInput": {"v": "{{x}}"}}
			l call {"callWorkflow": "drawn2", "callInput": {"v": "{{y}}"}}
			ok response {"responseStatus": 200, "responseBody": "{{l.w}}"}
			in -> k:out -> l:out -> ok`, `in subflow {"subflowFields": {"v": {"type": "string", "required": true}}}
			r return {"returnOutput": "out", "returnValues": {"w": "{{upper(v)}}"}}
			in -> r`}, []string{"l.w returned cased request.v argument request.y"}},
		{"what a Try/Catch yields by a name, and nothing of its other names", []string{`
			t tryCatch {"tryYield": {"a": "{{x}}", "b": "{{y}}"}, "catchYield": {"a": "{{z}}", "b": ""}}
			s set {"setValues": {"n": 1}}
			ok response {"responseStatus": 200, "responseBody": "{{t.a}}"}
			in -> t
			t:try -> s
			t:done -> ok`}, []string{"t.a element request.x", "t.a element request.z"}},
		{"what is stored, and read from there", []string{`a sql {"sqlMode": "exec", "sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{x}}, 'a')"}
			n sql {"sqlMode": "many", "sqlQuery": "SELECT owner FROM notes"}
			ok response {"responseStatus": 200, "responseBody": "{{map(n.rows, item.owner)}}"}
			in -> a -> n -> ok`}, []string{
			"element n.rows.owner read notes.owner",
			"element n.rows.owner read notes.owner written owner that a writes request.x",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := gen.Analyse([]*gen.Folder{folderDrawn(t, c.drawings...)})[0]
			g := values.Of([]values.Source{{Program: a.Program}})
			var lines []string
			for _, s := range a.Program.Workflows[0].Flows[0].Steps {
				if s.Node.ID.Value != "ok" {
					continue
				}
				for at := range g.Back(trace.Walk{Through: trace.All}, g.Sink(s, "responseBody")) {
					k, name := g.Kind(at.Value), g.About(at.Value).Name
					if k == trace.Column || k == trace.Field && name != "" && !g.Reached(at.Value, trace.Argument) {
						lines = append(lines, wayTo(g, at))
					}
				}
			}
			slices.Sort(lines)
			if !slices.Equal(lines, c.want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// wayTo is the way of a walk to a place, without what it began at, the expressions on it, and the ways of names.
func wayTo(g *values.Graph, at *trace.Place) string {
	var words []string
	for p := at; p.Before != nil; p = p.Before {
		if name := spelled(g, p.Value); g.Kind(p.Value) != trace.Expression {
			words = append(words, name)
		}
		if p.Edge.Way != trace.Named {
			words = append(words, p.Edge.Way.String())
		}
	}
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// spelled is a value as the lines above write it.
func spelled(g *values.Graph, v trace.Value) string {
	a := g.About(v)
	switch g.Kind(v) {
	case trace.Output:
		return strings.TrimSuffix(a.Step.Node.Name.Value+"."+a.Name, ".")
	case trace.Row:
		return "row of " + a.Step.Node.Name.Value
	case trace.Lookup:
		return "lookup of " + a.Step.Node.Name.Value + " by " + a.Name
	case trace.Assigned:
		return a.Name + " that " + a.Step.Node.Name.Value + " writes"
	case trace.Column:
		return a.Table + "." + a.Name
	}
	return "request." + a.Name
}
