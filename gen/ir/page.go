package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/markup"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
)

// page checks a text that is HTML: a struct of its placeholders' values, and the template that writes them.
func (c *checker) page(v *Value) *Typed {
	p := &pager{c: c, value: v, scope: &scope{step: c.step, value: v.JSON}}
	p.pieces = p.read(v.Tree.Text)
	if !c.step.Flow.inferring {
		p.contexts()
	}
	page := p.object(p.pieces, p.scope, c.step.Qualified("Page"))
	page.Page = p.template(p.pieces)
	c.report(v.JSON, p.problems)
	return page
}

// pager reads a page.
type pager struct {
	c        *checker
	value    *Value
	scope    *scope
	pieces   []*markup.Piece
	problems []expr.Problem
}

func (p *pager) read(t *expr.Template) []*markup.Piece {
	pieces := make([]*markup.Piece, len(t.Parts))
	for i := range t.Parts {
		piece := &markup.Piece{Part: t.Parts[i]}
		pieces[i] = piece
		if piece.IsLiteral() || piece.Bad() {
			continue
		}
		each, problems := t.Each(&piece.Part)
		p.problems = append(p.problems, problems...)
		piece.Each, piece.Wrong = each, each == nil && len(problems) > 0
		if each != nil {
			piece.Inside = p.read(each.Body)
		}
	}
	return pieces
}

// object checks the placeholders of some pieces, as fields of a struct that Go calls name.
func (p *pager) object(pieces []*markup.Piece, sc expr.Scope, name string) *Typed {
	typed := &Typed{Tree: p.value.Tree, Type: types.Type{Kind: types.Object, Go: name}}
	fields := map[string]*markup.Piece{} // by what the document writes
	for i, piece := range pieces {
		if piece.IsLiteral() {
			continue
		}
		if piece.Leads && !p.textFollows(pieces[i+1:], sc) {
			piece.Runs = ""
		}
		source := fmt.Sprint(p.value.JSON.Text[piece.Start:piece.End], piece.Script, piece.Loads, piece.Runs)
		if same := fields[source]; same != nil {
			piece.Field = same.Field
			continue
		}
		value := p.placeholder(piece, sc, typed)
		typed.add(piece, value)
		if value.Expr != nil && !calls(value.Expr) {
			fields[source] = piece
		}
	}
	return typed
}

// calls reports whether e calls a function, which may give another result each time.
func calls(e *expr.Expr) bool {
	found := false
	e.Walk(func(e *expr.Expr) { found = found || e.Op == expr.OpCall })
	return found
}

// add adds the field of a piece to the struct of a page.
func (t *Typed) add(piece *markup.Piece, value *Typed) {
	typ := value.Type
	if value.Each != nil {
		typ = types.ListOf(typ)
	}
	t.Type.Fields = append(t.Type.Fields, types.F(piece.Field, typ))
	t.Items = append(t.Items, value)
	piece.Field = types.GoFields(t.Type)[len(t.Items)-1]
}

// fieldFor is a name that no field of the struct has yet, after a value.
func (t *Typed) fieldFor(e *expr.Expr, otherwise string) string {
	base := expr.NameOf(e, otherwise)
	name := base
	taken := func(f types.Field) bool { return types.GoName(f.Name) == types.GoName(name) }
	for n := 2; slices.ContainsFunc(t.Type.Fields, taken); n++ {
		name = base + strconv.Itoa(n)
	}
	return name
}

// placeholder checks one placeholder, for a field of a struct.
func (p *pager) placeholder(piece *markup.Piece, sc expr.Scope, of *Typed) *Typed {
	switch {
	case piece.Wrong:
		return &Typed{Tree: p.value.Tree}
	case piece.Each != nil:
		return p.repeated(piece, sc, of)
	}
	one := &expr.Template{Text: p.value.JSON.Text, Parts: []expr.Part{piece.Part}, Quoted: !piece.Script}
	want := p.c.want(p.value.Field)
	if want.Type = types.Of(types.String); p.c.step.Flow.inferring {
		want.Type = types.Type{} // of any scalar the text is meant, as in every other text
	}
	if piece.Script {
		want.Type = p.scripted(one, sc)
	}
	e, problems := one.Check(sc, want)
	p.problems = append(p.problems, problems...)
	if piece.Runs == markup.AddressScheme && e != nil && !p.c.step.mayBeScript(e) {
		piece.Runs = ""
	}
	p.problems = append(p.problems, piece.Chosen(e)...)
	p.problems = append(p.problems, piece.Run(e)...)
	piece.Field = of.fieldFor(e, "value")
	return &Typed{Tree: &Tree{JSON: p.value.JSON, Text: one}, Expr: e, Type: e.Type.Plain()}
}

// textFollows reports whether a text of somebody else stands in the same attribute as what is before some pieces.
func (p *pager) textFollows(pieces []*markup.Piece, sc expr.Scope) bool {
	for _, next := range pieces {
		switch {
		case next.IsLiteral() && strings.ContainsAny(next.Literal, `"'>`):
			return false
		case next.IsLiteral() || next.Bad():
		case next.Each != nil:
			return true
		default:
			one := &expr.Template{Text: p.value.JSON.Text, Parts: []expr.Part{next.Part}}
			if e, _ := one.Check(sc, expr.Want{Type: types.Type{Nullable: true}}); markup.HoldsText(e) {
				return true
			}
		}
	}
	return false
}

// scripted is the type of a value of JavaScript: a plain one as it is, anything else as JSON.
func (p *pager) scripted(one *expr.Template, sc expr.Scope) types.Type {
	e, _ := one.Check(sc, expr.Want{Type: types.Type{Nullable: true}})
	switch k := e.Type.Kind; {
	case e.Type.Nullable:
	case k == types.String, k == types.Int, k == types.Float, k == types.Bool, k == types.Unknown:
		return e.Type.Plain()
	}
	return types.Of(types.Any)
}

// repeated checks what is repeated for each element of a list.
func (p *pager) repeated(piece *markup.Piece, sc expr.Scope, of *Typed) *Typed {
	list, elem, problems := piece.Each.Elements(sc)
	p.problems = append(p.problems, problems...)
	piece.Field = of.fieldFor(list, "rows")
	value := p.object(piece.Inside, &itemScope{Scope: sc, typ: elem, list: list}, of.Type.Go+types.GoName(piece.Field))
	value.Each = list
	return value
}

// itemScope resolves names in a text that is repeated for each element of a list: item is that element.
type itemScope struct {
	expr.Scope
	typ  types.Type
	list *expr.Expr
}

// Resolve implements expr.Scope.
func (sc *itemScope) Resolve(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	if path[0].Text != "item" {
		return sc.Scope.Resolve(path)
	}
	key := cmp.Or(sc.list.Key, "item") + "[]" // as no chain of names has it
	return &expr.Ref{Key: key, Type: sc.typ, Data: Source{Kind: FromItem, List: sc.list}}, 1, nil
}

// template is the text of a page for html/template.
func (p *pager) template(pieces []*markup.Piece) string {
	var b strings.Builder
	for _, piece := range pieces {
		switch {
		case piece.IsLiteral():
			b.WriteString(piece.Literal)
		case piece.Each != nil:
			b.WriteString("{{range ." + piece.Field + "}}" + p.template(piece.Inside) + "{{end}}")
		default:
			b.WriteString("{{." + piece.Field + "}}")
		}
	}
	return b.String()
}

// contexts runs the page once with empty values: html/template then says for which place it escapes each placeholder,
// or why it can't (FC210).
func (p *pager) contexts() {
	probe := &markup.Probe{}
	probe.Add(p.pieces)
	if err := probe.Run(); err != nil {
		p.problems = append(p.problems, probe.Problem(err))
	}
}

// mayBeScript reports whether a text may be the scheme of an address that is run.
func (s *Step) mayBeScript(e *expr.Expr) bool {
	may := false
	s.Flow.values().Made(s, e, func(e *expr.Expr) bool {
		chosen := s.Choices(e)
		switch {
		case chosen != nil:
			may = may || slices.ContainsFunc(chosen, markup.IsScriptScheme)
		case len(e.By(trace.Chosen)) > 0, s.plain(e) != e:
			return true // what it may be
		default:
			may = may || !isConst(e) && !strings.HasPrefix(e.Key, "env.") && markup.HoldsText(e)
		}
		return false
	})
	return may
}
