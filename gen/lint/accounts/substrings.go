package accounts

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/secrets"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var Parts = rule.Rule{Code: diag.FC416Expression, Run: parts, Needs: ir.Guessed}

// parts reports a search for a substring of an identity or a right.
func parts(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		searched(p, s)
		for _, f := range s.Checked() {
			decides := f.Shape == templates.Cond || f.Like != ""
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				if t.Tree == nil || t.Tree.JSON.Kind != schema.String {
					return
				}
				t.Expr.Walk(func(e *expr.Expr) {
					if secrets.AsksPiece(e) {
						part{p.Values(), s, t, e}.report(p, decides)
					}
				})
			})
		}
	})
}

// part is a call that looks for part of a text.
type part struct {
	g    *values.Graph
	step *ir.Step
	in   *ir.Typed
	call *expr.Expr
}

// report reports the call if it reads a claim or, where it decides on a path, a column that holds rights.
func (c part) report(p *rule.Pass, decides bool) {
	text, sought := c.call.Args[0], c.call.Args[1]
	of := said(text, decides)
	message, hint := "", ""
	switch {
	case c.call.Name == "contains" && said(sought, decides) != "" && c.known(text) && !enclosed(c.g, sought):
		message = fmt.Sprintf("this accepts any part of a constant text for %q, not only one of its words", said(sought, decides))
		hint = fmt.Sprintf("write contains(split(%s, \",\"), %s), with the separator of the words, or compare by ==", c.source(text), c.source(sought))
	case of == "email" && c.call.Name == "contains" && text.Type.Kind == types.Any && strings.HasPrefix(c.word(), "@"):
		message, hint = "this looks for a whole element of \"email\", and no address is only a domain", c.fix(of)
	case of == "" || text.Type.Kind != types.String:
		return
	case c.call.Name == "endsWith" && of == "email" && c.known(sought) && isWord(firstOf(c.g, sought)):
		message = "this also accepts other domains that end so: the domain of an address begins with \"@\""
		hint = "write endsWith(" + c.source(text) + ", " + strconv.Quote("@"+c.word()) + ")"
	case c.call.Name == "contains" && !enclosed(c.g, sought), c.call.Name == "matches" && c.searches():
		message = fmt.Sprintf("this authorizes by a substring of %q, which other values contain too", of)
		if word := c.word(); c.call.Name == "contains" && word != "" && isWord(firstOf(c.g, sought)) {
			message += ": " + strconv.Quote("non"+word)
		}
		hint = c.fix(of)
	default:
		return
	}
	p.ReportNode(c.step.Node, diag.Diagnostic{
		Span: c.in.Tree.JSON.Within(c.step.Node.Workflow.File, c.call.Start, c.call.End), Message: message, Hint: hint,
	})
}

// fix returns the hint that compares the whole text, or a whole element of it.
func (c part) fix(of string) string {
	text, sought := c.source(c.call.Args[0]), c.source(c.call.Args[1])
	switch {
	case c.call.Name == "matches":
		return "begin the pattern with ^ and end it with $, or compare by =="
	case strings.HasPrefix(c.word(), "@"):
		return fmt.Sprintf("write endsWith(%s, %s)", text, sought)
	}
	return fmt.Sprintf("declare %q as a list, [\"string\"]; compare a text by ==, or write hasScope(%s, %s) if spaces separate it, contains(split(%s, \",\"), %s) if commas do",
		of, text, sought, text, sought)
}

// source is an operand as the document writes it.
func (c part) source(e *expr.Expr) string {
	return strings.TrimSpace(c.in.Tree.JSON.Text[e.Start:e.End])
}

// word is what is looked for where the document writes it out, else "".
func (c part) word() string {
	if w := facts.Written(c.g, c.call.Args[1]); w.Only && len(w.Texts) == 1 {
		return w.Texts[0]
	}
	return ""
}

func (c part) known(e *expr.Expr) bool {
	w := facts.Written(c.g, e)
	return w.Only && len(w.Texts) > 0
}

// searches reports whether a pattern says nothing of where what it matches begins and ends.
func (c part) searches() bool {
	return !strings.ContainsAny(c.word(), "^$") && !strings.Contains(c.word(), `\b`) && !enclosed(c.g, c.call.Args[1])
}

// said returns the claim that a text is made of or, where the text decides, the column of rights; else "".
func said(e *expr.Expr, decides bool) string {
	claim := expr.Claim(e)
	if claim == "claims" { // all of them: the one that is read is not declared
		e.Walk(func(e *expr.Expr) {
			if _, name, of := strings.Cut(e.Key, ".claims."); of {
				claim = name
			}
		})
	}
	if claim != "" || !decides {
		return claim
	}
	column := ""
	e.Walk(func(e *expr.Expr) {
		name := e.Key[strings.LastIndexByte(e.Key, '.')+1:]
		if e.Type.Labels.Has(types.Data) && isRight(name) {
			column = name
		}
	})
	return column
}

// isRight reports whether a column or a claim has the name of a right.
func isRight(name string) bool { return knowledge.Names.Rights.Ends(name) }

// enclosed reports whether a text begins and ends with what is part of no word, as far as that is written out: an
// element of a text with commas between, and around it; or the + of an address.
func enclosed(g *values.Graph, e *expr.Expr) bool {
	first, last := firstOf(g, e), lastOf(g, e)
	return first != utf8.RuneError && last != utf8.RuneError && !isWord(first) && !isWord(last)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// firstOf is the first character of a text where it is written out, else utf8.RuneError. Of one without any it is a
// space.
func firstOf(g *values.Graph, e *expr.Expr) rune {
	return edge(g, e.Joined()[0], utf8.DecodeRuneInString)
}

func lastOf(g *values.Graph, e *expr.Expr) rune {
	parts := e.Joined()
	return edge(g, parts[len(parts)-1], utf8.DecodeLastRuneInString)
}

func edge(g *values.Graph, e *expr.Expr, decode func(string) (rune, int)) rune {
	w := facts.Written(g, e)
	if !w.Only || len(w.Texts) == 0 {
		return utf8.RuneError
	}
	if w.Texts[0] == "" {
		return ' '
	}
	r, _ := decode(w.Texts[0])
	return r
}

// searched reports a statement that searches for a substring of a column of rights. A statement that changes nothing
// and takes no value is exempt: it lists users and lets nobody through.
func searched(p *rule.Pass, s *ir.Step) {
	query, params := s.Query()
	if query.Statement == nil || !query.Statement.Writes && len(params) == 0 {
		return
	}
	for _, search := range query.Statement.Searches {
		for _, c := range search.Of {
			if !isRight(c.Name) {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Code:    diag.FC416SQL,
				Span:    s.Node.InQuery(search.Start, search.End),
				Message: fmt.Sprintf("this authorizes by a substring of %q, which other values contain too: %s", c.Name, strconv.Quote("non"+search.Word)),
				Hint: fmt.Sprintf("compare the whole value by =, or match an element with its separators: ',' || %s || ',' LIKE '%%,%s,%%'",
					c.Name, search.Word),
			})
			break
		}
	}
}
