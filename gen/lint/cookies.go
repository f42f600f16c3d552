package lint

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var looseCookiesRule = Rule{Code: diag.FC418, Run: looseCookies, Needs: ir.Guessed}

func looseCookies(p *Pass) {
	guards := guardCookies(p)
	p.Flows(func(f *ir.Flow) { writingGet(p, f) })
	p.Steps(func(s *ir.Step) {
		for _, c := range s.SetCookies() {
			if s.LetsIn(c, guards) {
				looseCookie(p, s, c)
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

// writingGet looks at what a GET does for whom a cookie lets in, or a password that browsers send along as well.
func writingGet(p *Pass, f *ir.Flow) {
	if method := f.Entry.Route().Method; f.Entry.Template.Route == nil || method != http.MethodGet && method != http.MethodHead {
		return
	}
	for _, s := range f.Steps {
		if !p.Trusts(s) {
			continue
		}
		along := writesBy(s, "")
		if along == "" {
			continue
		}
		p.ReportNode(f.Entry, diag.Diagnostic{
			Span: f.Entry.ID.Span,
			Message: fmt.Sprintf("a GET has %q change something for whoever its %s lets in: any page can have a browser send it",
				s.Node.ID.Value, along),
			Hint:    "make it a POST",
			Related: []diag.Related{{File: f.Workflow.File, Span: s.Node.ID.Span, Message: "by " + ir.PathText(s.Path())}},
		})
		return
	}
}

// writesBy is what lets in whoever a step changes something for, "" where it changes nothing, or for anybody: below the guard, which
// may be in a workflow that calls this one, or in what it calls.
func writesBy(s *ir.Step, known facts.Along) facts.Along {
	if known == "" {
		known = facts.SentAlong(s)
	}
	if callee := s.Callee(); callee != nil {
		for _, inner := range callee.Steps {
			if along := writesBy(inner, known); along != "" {
				return along
			}
		}
		return ""
	}
	if !facts.Changes(s) || facts.Safe(s) || s.FoundBySecret() {
		return ""
	}
	return known
}

// looseCookie looks at a cookie that lets its holder in.
func looseCookie(p *Pass, s *ir.Step, c ir.SetCookie) {
	if c.As == nil {
		reportLoose(p, s, c, strings.Join(looseAttributes(c.Attributes), " and "),
			"use \"responseCookies\", which sets HttpOnly, Secure and SameSite=Lax")
		return
	}
	var loose []string
	if !c.As.HTTPOnly {
		loose = append(loose, `"httpOnly": false`)
	}
	if !c.As.Secure {
		loose = append(loose, `"secure": false`)
	}
	if c.As.SameSite == "None" {
		loose = append(loose, `"sameSite": "None"`)
	}
	reportLoose(p, s, c, strings.Join(loose, " and "), "remove that, so that only the browser has it, and sends it from pages of this site")
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

func reportLoose(p *Pass, s *ir.Step, c ir.SetCookie, loose, hint string) {
	if loose == "" {
		return
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: c.Value.Tree.JSON.Span, Message: fmt.Sprintf("cookie %q holds a token, with %s", c.Name, loose), Hint: hint,
	})
}
