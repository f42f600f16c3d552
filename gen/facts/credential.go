package facts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// Words returns what String does, with each guard named by what the caller proves itself with: "Password (check)",
// "Token (auth) if auth.role == 'admin'".
func (p Protection) Words() string { return p.text(presented) }

// presented returns what a guard requires of a caller, with the name of its node.
func presented(o *ir.Out) string { return credential(o) + " (" + o.Step.Node.Name.Value + ")" }

// credential returns what a caller proves itself with at a guard; of one that is not known by that, what its node does.
func credential(o *ir.Out) string {
	if scheme := SchemeOf(o); scheme != nil {
		return schemeWords(scheme)
	}
	takes := func(is func(*templates.Field) bool) bool { return slices.ContainsFunc(o.Step.Checked(), is) }
	switch {
	case takes(func(f *templates.Field) bool { return f.Password }):
		return "Password"
	case takes(func(f *templates.Field) bool { return f.Token }), o.Step.FoundBySecret():
		return "Token"
	case o.Step.Node.Shaped(templates.Func) != nil:
		return Brief(o.Step.Node)
	}
	return o.Step.Node.Template.Title
}

func schemeWords(s *templates.Scheme) string {
	switch {
	case s.Cookie != "":
		return "Cookie " + s.Cookie
	case s.Header != "":
		return "Header " + s.Header
	case s.Query != "":
		return "Parameter " + s.Query
	case s.Login:
		return "Login"
	case s.HTTP == "basic":
		return "User and password"
	}
	return "Token"
}
