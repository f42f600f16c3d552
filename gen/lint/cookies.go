package lint

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var looseCookiesRule = Rule{Code: diag.FC418, Run: looseCookies, Needs: ir.Guessed}

func looseCookies(p *Pass) {
	guards := guardCookies(p)
	p.Flows(func(f *ir.Flow) { writingGet(p, f) })
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			switch f.Shape {
			case templates.Cookies:
				looseCookie(p, s, f, guards)
			case templates.Object:
				if f.Headers && f.Sink == templates.Answer {
					looseHeader(p, s, f, guards)
				}
			}
		}
	})
}

// guardCookies are the cookies that guards of the folder look into.
func guardCookies(p *Pass) []string {
	var names []string
	p.Flows(func(f *ir.Flow) { names = append(names, f.GuardCookies()...) })
	return names
}

// writingGet looks at what a GET does for whom a cookie lets in.
func writingGet(p *Pass, f *ir.Flow) {
	if method := f.Entry.Route().Method; f.Entry.Template.Route == nil || method != http.MethodGet && method != http.MethodHead {
		return
	}
	for _, s := range f.Steps {
		if !facts.Changes(s) || facts.Safe(s) || s.FoundBySecret() || !p.Trusts(s) || !facts.BelowCookie(s) {
			continue
		}
		p.ReportNode(f.Entry, diag.Diagnostic{
			Span: f.Entry.ID.Span,
			Message: fmt.Sprintf("a GET has %q change something for whoever its cookie lets in: any page can have a browser send it",
				s.Node.ID.Value),
			Hint:    "make it a POST",
			Related: []diag.Related{{File: f.Workflow.File, Span: s.Node.ID.Span, Message: "by " + ir.PathText(s.Path())}},
		})
		return
	}
}

// looseCookie looks at the cookies that a Response sets.
func looseCookie(p *Pass, s *ir.Step, f *templates.Field, guards []string) {
	values := s.Value[f.Name].Items
	for i, c := range s.Node.Fields[f.Name].Cookies {
		if i >= len(values) || values[i].Expr == nil || !holdsToken(s, c.Name, values[i], guards) {
			continue
		}
		var loose []string
		if !c.HTTPOnly {
			loose = append(loose, `"httpOnly": false`)
		}
		if !c.Secure {
			loose = append(loose, `"secure": false`)
		}
		if c.SameSite == "None" {
			loose = append(loose, `"sameSite": "None"`)
		}
		reportLoose(p, s, values[i], c.Name, strings.Join(loose, " and "), "remove that, so that only the browser has it, and sends it from pages of this site")
	}
}

// looseHeader looks at a Set-Cookie that a Response writes as a header.
func looseHeader(p *Pass, s *ir.Step, f *templates.Field, guards []string) {
	value := s.Value[f.Name]
	for i, key := range value.Tree.Keys {
		if !strings.EqualFold(key, "Set-Cookie") || i >= len(value.Items) || value.Items[i].Expr == nil {
			continue
		}
		text := ir.NewPass(s).Literal(f.Name, key)
		pair, attributes, _ := strings.Cut(text, ";")
		name, _, _ := strings.Cut(pair, "=")
		if !holdsToken(s, strings.TrimSpace(name), value.Items[i], guards) {
			continue
		}
		reportLoose(p, s, value.Items[i], strings.TrimSpace(name), strings.Join(looseAttributes(attributes), " and "),
			"use \"responseCookies\", which sets HttpOnly, Secure and SameSite=Lax")
	}
}

// looseAttributes are what the attributes of a Set-Cookie (RFC 6265, 4.1.2) leave open.
func looseAttributes(text string) []string {
	var given []string
	for attribute := range strings.SplitSeq(strings.ToLower(text), ";") {
		given = append(given, strings.ReplaceAll(strings.TrimSpace(attribute), " ", ""))
	}
	var loose []string
	for _, name := range []string{"HttpOnly", "Secure"} {
		if !slices.Contains(given, strings.ToLower(name)) {
			loose = append(loose, "no "+name)
		}
	}
	if slices.Contains(given, "samesite=none") {
		loose = append(loose, "SameSite=None")
	}
	return loose
}

// holdsToken reports whether a cookie lets its holder in: by its value, or because a guard looks for it by its name.
func holdsToken(s *ir.Step, name string, value *ir.Typed, guards []string) bool {
	if _, constant := value.Expr.Const(); constant {
		return false // it takes the cookie away
	}
	return slices.Contains(guards, name) || s.CarriesToken(value.Expr, guards)
}

func reportLoose(p *Pass, s *ir.Step, value *ir.Typed, name, loose, hint string) {
	if loose == "" {
		return
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: value.Tree.JSON.Span, Message: fmt.Sprintf("cookie %q holds a token, with %s", name, loose), Hint: hint,
	})
}
