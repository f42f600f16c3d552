package ir

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

// url checks a URL.
func (c *checker) url(v *Value) *Typed {
	sc := &scope{step: c.step, value: v.JSON}
	u, problems := v.Tree.Text.CheckURL(sc, expr.Want{Type: types.Of(types.String), Text: true, What: c.want(v.Field).What})
	c.report(v.JSON, sc.mend(problems))
	return &Typed{Tree: v.Tree, Expr: u.Expr, Type: u.Expr.Type.Plain(), URL: &u}
}

// URL returns the value of the step's URL field, or nil.
func (s *Step) URL() *Typed {
	for _, v := range s.Value {
		if v != nil && v.URL != nil {
			return v
		}
	}
	return nil
}

// Address implements templates.Pass.
func (p *pass) Address(field string) string {
	t := p.value(field).Tree
	if t == nil {
		return ""
	}
	address := ""
	for _, part := range t.Text.Parts {
		written := t.Text.Text[part.Start:part.End]
		if !isText(t.Text, part) {
			address += written
			continue
		}
		scheme, rest, absolute := strings.Cut(written, "://")
		if !absolute {
			scheme, rest = "", written
		} else {
			scheme += "://"
		}
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			return address + scheme + rest[:i]
		}
		address += scheme + rest
	}
	return address
}

// HostField implements templates.Pass.
func (p *pass) HostField(field string) string {
	if p.step == nil || p.step.Value[field] == nil {
		return ""
	}
	for _, e := range p.step.Value[field].URL.Host {
		if e.Type.AllLabels().Has(types.Caller) {
			return p.step.sentAs(e)
		}
	}
	return ""
}

// sentAs is the field of the request that a value of the caller's comes from; where that can't be followed, as through
// a function, the name that it has there. What was stored, of whatever request that was, is nobody's who calls now: "".
func (s *Step) sentAs(e *expr.Expr) string {
	if field := expr.Sent(e); field != "" {
		return field
	}
	for _, src := range s.Origins(e) {
		switch {
		case src.Kind == FromEntry && src.Field != "" && !s.Flow.Called():
			return src.Field
		case src.Kind == FromRequest:
			return src.Name[strings.LastIndex(src.Name, ".")+1:]
		}
	}
	name := ""
	e.Walk(func(e *expr.Expr) {
		if labels := e.Type.AllLabels(); name == "" && e.Key != "" && labels.Has(types.Caller) && !labels.Has(types.Data) {
			name = e.Key[strings.LastIndex(e.Key, ".")+1:]
		}
	})
	return name
}

// RunTimeHost implements templates.Pass.
func (p *pass) RunTimeHost(field string) bool {
	if p.step == nil || p.step.Value[field] == nil {
		return false
	}
	chosen := false
	for _, e := range p.step.Value[field].URL.Host {
		e.Walk(func(e *expr.Expr) {
			chosen = chosen || e.Ref != nil && e.Ref.Data.(Source).Kind != FromEnv
		})
	}
	return chosen
}
