package ir

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
)

// A browser sends cookies with whatever a page has it send, of any origin, and the password that its user has typed for
// HTTP Basic. So who is known by one of them may not have wanted it. And it keeps the cookies of what it is answered
// then: a page that has it log in as the page's owner has its user work in the account of that one.

// OwnPagesOnly implements templates.Pass.
func (p *pass) OwnPagesOnly() bool {
	return p.step != nil && (p.step.Flow.logsIn || len(p.step.Flow.GuardCookies()) > 0 || p.step.Flow.ambient())
}

// PostsBack implements templates.Pass.
func (p *pass) PostsBack() bool {
	return slices.ContainsFunc(p.node.Workflow.Flows, func(f *Flow) bool { return f.Entry == p.node && f.postsBack })
}

// hasPosted reports whether a step of the flow, or of one that it calls, is Posted.
func (f *Flow) hasPosted() bool {
	return slices.ContainsFunc(f.Steps, func(s *Step) bool {
		if s.Node.called != nil {
			return s.Node.called.Posted
		}
		t := s.Node.Template
		return t != nil && t.Guard.Posted != nil && t.Guard.Posted(NewPass(s))
	})
}

// ambient reports whether a guard of the flow tells callers by what browsers send along by themselves, cookies aside.
func (f *Flow) ambient() bool {
	return slices.ContainsFunc(f.Steps, func(s *Step) bool {
		if s.Node.called != nil {
			return s.Node.called.Ambient
		}
		return s.Ambient()
	})
}

// Ambient reports whether a step tells callers by what browsers send along by themselves, cookies aside.
func (s *Step) Ambient() bool {
	t := s.Node.Template
	return t != nil && t.Guard.Ambient != nil && s.Guards() && t.Guard.Ambient(NewPass(s))
}

// settleLogins finds the flows whose answers set a cookie that lets its holder in, as any workflow of the folder may
// look into it, and those whose logins end with a POST.
func (f *folder) settleLogins() {
	var guards []string
	for _, w := range f.workflows {
		for _, flow := range w.Flows {
			guards = append(guards, flow.GuardCookies()...)
			flow.postsBack = flow.hasPosted()
		}
	}
	for _, w := range f.workflows {
		for _, flow := range w.Flows {
			flow.logsIn = slices.ContainsFunc(flow.Steps, func(s *Step) bool {
				return slices.ContainsFunc(s.SetCookies(), func(c SetCookie) bool { return s.LetsIn(c, guards) })
			})
		}
	}
}

// GuardCookies are the cookies that guards of the flow look into, sorted; "" stands for all of them, as in a header
// Cookie.
func (f *Flow) GuardCookies() []string {
	var names []string
	for _, s := range f.Steps {
		if s.Node != f.Entry && s.Guards() {
			names = append(names, s.Cookies()...)
		}
		if s.Node.called != nil {
			names = append(names, s.Node.called.Cookies...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Cookies are those that the values of a step are made of, or that it looks into by itself.
func (s *Step) Cookies() []string {
	var names []string
	for _, v := range s.Node.Fields {
		if v.Field.Cookie && v.Text != "" && s.Node.Applies(v.Field.When) {
			names = append(names, v.Text)
		}
	}
	for _, field := range s.Checked() {
		s.Value[field.Name].Walk(func(t *Typed) { names = append(names, s.cookiesIn(t.Expr)...) })
	}
	return names
}

// cookiesIn are the cookies that an expression is made of.
func (s *Step) cookiesIn(e *expr.Expr) []string {
	var names []string
	f := s.Flow
	for _, src := range s.Origins(e) {
		in := f.inputs[src.Field]
		name, ok := strings.CutPrefix(src.Name, "cookies.")
		switch {
		case src.Kind == FromRequest && ok:
			names = append(names, name)
		case src.Kind == FromRequest && strings.EqualFold(src.Name, "headers.cookie"):
			names = append(names, "")
		case src.Kind == FromEntry && f.given != nil:
			names = append(names, f.given.Cookies[src.Field]...)
		case src.Kind == FromEntry && in != nil && in.In == "cookie":
			names = append(names, in.Name)
		}
	}
	return names
}

// Doubled returns the cookie that equals a header or a field of the body wherever an output is taken, "" where none
// does. A page of another origin cannot read the cookie, so it cannot send it a second time.
func (o *Out) Doubled() string {
	if o.Spec == nil || o.Step.Value[o.Spec.Proves] == nil {
		return ""
	}
	return o.Step.doubled(o.Step.Value[o.Spec.Proves].Expr, o.Spec.Outcome)
}

// doubled is Doubled of a condition that has an outcome.
func (s *Step) doubled(e *expr.Expr, outcome bool) string {
	e = s.plain(e)
	switch {
	case e == nil:
		return ""
	case e.Op == expr.OpNot:
		return s.doubled(e.Args[0], !outcome)
	case e.Op != expr.OpBinary:
		return ""
	case outcome && e.Name == "&&" || !outcome && e.Name == "||":
		return cmp.Or(s.doubled(e.Args[0], outcome), s.doubled(e.Args[1], outcome))
	case outcome && e.Name == "==" || !outcome && e.Name == "!=":
		return cmp.Or(s.cookieBeside(e.Args[0], e.Args[1]), s.cookieBeside(e.Args[1], e.Args[0]))
	}
	return ""
}

// cookieBeside returns the cookie that e is, as it was sent, where other is a header or a field of the body; else "".
func (s *Step) cookieBeside(e, other *expr.Expr) string {
	e, other = s.plain(e), s.plain(other)
	cookies, sent := s.cookiesIn(e), s.Origins(other)
	if len(cookies) != 1 || len(sent) != 1 || !s.isOfRequest(e) || !s.isOfRequest(other) || len(s.cookiesIn(other)) > 0 {
		return ""
	}
	in := s.Flow.inputs[sent[0].Field]
	declared := sent[0].Kind == FromEntry && in != nil && (in.In == "header" || in.In == "body")
	if declared || sent[0].Kind == FromRequest && strings.HasPrefix(sent[0].Name, "headers.") {
		return cookies[0]
	}
	return ""
}
