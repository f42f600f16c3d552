package ir

import (
	"cmp"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

// Given joins the arguments and the surroundings of all Calls of a workflow. It is set in each round of settle, from
// those of the last.
type Given struct {
	Calls     int
	Fields    map[string]types.Type  // by field, the union of the labels of the arguments; nullable where one may be null
	Protected bool                   // every Call is protected (Step.Protected)
	Guarded   bool                   // as Step.Guarded
	Lacking   map[string]Lack        // parts of the request that an entry point lacks which leads here
	Body      types.Type             // of the request's body as a whole: an any
	Databases []string               // of which a Call is in a transaction, sorted
	Parallel  bool                   // one is in a region that is run for several items at the same time
	Cookies   map[string][]string    // those of the request that a field is made of
	Nulls     map[string]Giver       // the first place where a field is given what may be null
	Made      map[string]types.Field // what of the request and of a token each field is
	Own       map[string]bool        // fields for which a Call without a guard gives what is there for every caller
}

// made says of which part of the request, and of which claim of a token, the arguments for a field are made; zero of a
// flow that a request begins.
func (g *Given) made(field string) types.Field {
	if g == nil {
		return types.Field{}
	}
	return g.Made[field]
}

// own reports whether a field may be there for every caller.
func (g *Given) own(field string) bool { return g != nil && g.Own[field] }

// Lack is an entry point that has no such part of the request.
type Lack struct{ Workflow, Entry, Title string }

// add adds what a Call gives.
func (g *Given) add(s *Step) {
	g.Calls++
	g.Protected, g.Guarded = g.Protected && s.protected, g.Guarded && s.guarded
	g.Parallel = g.Parallel || s.InParallel() != nil || s.Flow.CalledInParallel()
	g.Body = g.Body.WithLabelsOf(s.Flow.bodyType())
	for _, part := range hookParts {
		if l, lacks := s.lacks(part); lacks {
			if _, known := g.Lacking[part]; !known {
				g.Lacking[part] = l
			}
		}
	}
	for r := s.Region; r != nil; r = r.Outer {
		if database := r.database(); database != "" {
			g.Databases = append(g.Databases, database)
		}
	}
	if around := s.Flow.given; around != nil {
		g.Databases = append(g.Databases, around.Databases...)
	}
	slices.Sort(g.Databases)
	g.Databases = slices.Compact(g.Databases)
	value := s.Value[s.Node.Template.Reuse.Handing]
	for _, field := range s.Node.called.In.Fields {
		if entry := value.Entry(field.Name); entry != nil {
			g.take(s, field, entry)
		}
	}
}

// take adds what a Call gives for a field.
func (g *Given) take(s *Step, field types.Field, entry *Typed) {
	g.Fields[field.Name] = handed(entry, g.Fields[field.Name], field.Type)
	if _, known := g.Nulls[field.Name]; isNull(entry) && !known {
		g.Nulls[field.Name] = Giver{s.Node.ID.Value, s.Node.Workflow.File, entry.Tree.JSON.Span}
	}
	made := expr.Made(field.Name, types.Type{}, entry.Expr)
	if before, known := g.Made[field.Name]; known {
		made = bothMade(before, made)
	}
	g.Made[field.Name] = made
	if !s.protected && owns(s, entry.Expr) {
		g.Own[field.Name] = true
	}
	names := g.Cookies[field.Name]
	entry.Walk(func(t *Typed) { names = append(names, s.cookiesIn(t.Expr)...) })
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		g.Cookies[field.Name] = names
	}
}

// bothMade is f as what either f or g is: of the request, where one of them is, as with labels; of a token, where both
// are.
func bothMade(f, g types.Field) types.Field {
	f.Sent = cmp.Or(f.Sent, g.Sent)
	if g.Claim == "" {
		f.Claim = ""
	}
	return f
}

// database is the variable of the database that a region is a transaction on, "" where it is none.
func (r *Region) database() string {
	n := r.Step.Node
	if !n.Known() || n.Template.Region.Transaction == nil {
		return ""
	}
	return n.Template.Region.Transaction(NewPass(r.Step)).Database
}

// CalledInTransaction reports whether some Call of the flow is in a transaction.
func (f *Flow) CalledInTransaction() bool { return f.given != nil && len(f.given.Databases) > 0 }

// lacks returns the entry point that has no such part of the request, at a Call.
func (s *Step) lacks(part string) (Lack, bool) {
	f := s.Flow
	if f.given != nil {
		l, lacks := f.given.Lacking[part]
		return l, lacks
	}
	if f.Called() || slices.Contains((&scope{step: s}).requestParts(), part) && (part != "body" || s.verified()) {
		return Lack{}, false
	}
	return Lack{Workflow: f.Workflow.Name.Value, Entry: f.Entry.ID.Value, Title: f.Entry.Template.Title}, true
}

// handed adds to what is known of a field the labels and null of what one Call gives it.
func handed(t *Typed, known, want types.Type) types.Type {
	if known.Kind == types.Unknown {
		known = want.Bare()
	}
	if isNull(t) {
		known.Nullable = true
	}
	return absorb(known, t)
}

// isNull reports whether a value may be null.
func isNull(t *Typed) bool {
	if t.Expr == nil {
		return t.Type.Kind == types.Null
	}
	return t.null
}

// absorb adds the labels of a value to a type, each where it stands.
func absorb(into types.Type, t *Typed) types.Type {
	switch {
	case t.Expr != nil:
		return into.WithLabelsOf(t.Expr.Type)
	case into.Kind == types.Object && len(t.Tree.Keys) == len(t.Items):
		into.Fields = slices.Clone(into.Fields)
		for i, f := range into.Fields {
			if entry := t.Entry(f.Name); entry != nil {
				into.Fields[i].Type = absorb(f.Type, entry)
			}
		}
	case into.Elem != nil:
		elem := *into.Elem
		for _, item := range t.Items {
			elem = absorb(elem, item)
		}
		into.Elem = &elem
	case into.Kind == types.Any:
		return into.WithLabelsOf(t.Type)
	default:
		t.Walk(func(part *Typed) {
			if part.Expr != nil {
				into.Labels |= part.Expr.Type.AllLabels()
			}
		})
	}
	return into
}
