package secrets

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// LiteralCredentials is reported of secret fields while a document is read.
var LiteralCredentials = rule.Rule{Code: diag.FC401, Run: literalCredentials}

func literalCredentials(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, c := range credentialsOf(p.Values(), s) {
			json := c.value.Tree.JSON
			d := diag.Diagnostic{Span: json.Span, Message: "secret written on a node: " + c.what, Hint: changeIt}
			if json.Kind == schema.String && strings.TrimSpace(json.Text) == "" {
				d.Message, d.Hint = c.what+" is empty", "write {{env.NAME}}: the name of the variable that holds it"
			}
			p.ReportNode(s.Node, d)
		}
	})
}

// written is a credential that stands in the document.
type written struct {
	value *ir.Typed
	what  string
}

// credentialsOf are what a step's request proves itself with, as far as the document says it.
func credentialsOf(g *values.Graph, s *ir.Step) []written {
	var list []written
	for _, f := range s.Checked() {
		switch {
		case f.Headers && f.Sink == templates.Sent:
			eachNamed(s.Value[f.Name], "", func(name string, t *ir.Typed) {
				if isCredentialHeader(name) && isWritten(g, t) || isKeyHeader(name) && isOpaque(withoutPlaceholders(g, t)) {
					list = append(list, written{t, fmt.Sprintf("the header %q", name)})
				}
			})
		case f.Proofs:
			eachNamed(s.Value[f.Name], "", func(name string, t *ir.Typed) {
				if label.IsCredential(name) && (writtenOut(g, t).Only || isWritten(g, t)) {
					list = append(list, written{t, fmt.Sprintf("%q of %q", name, f.Name)})
				}
			})
		case f.Shape == templates.URL && hasUser(g, s.Value[f.Name]):
			list = append(list, written{s.Value[f.Name], fmt.Sprintf("the user in %q", f.Name)})
		}
	}
	return list
}

// isKeyHeader reports whether the name of a header is that of a secret key; an Idempotency-Key is none.
func isKeyHeader(name string) bool {
	name = strings.ToLower(name)
	before, isKey := strings.CutSuffix(name, "-key")
	return isKey && !slices.ContainsFunc(knowledge.Names.Repeated.Words, func(word string) bool { return strings.HasSuffix(before, word) })
}

// isOpaque reports whether a text is a key whatever it is called: 16 bytes or more of letters and digits, both of them.
// In a form by which it is found wherever it stands, it is left to that.
func isOpaque(text string) bool {
	other := func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_+/=", r)
	}
	return len(text) >= 16 && !label.HoldsKey(text) && !strings.ContainsFunc(text, other) &&
		strings.ContainsFunc(text, unicode.IsDigit) && strings.ContainsFunc(text, unicode.IsLetter)
}

func isCredentialHeader(name string) bool {
	switch strings.ToLower(name) {
	case "cookie", "proxy-authorization":
		return true
	}
	return label.IsCredential(name)
}

// isWritten reports whether the document writes a header's value out, or what to take in its place.
func isWritten(g *values.Graph, t *ir.Typed) bool {
	w := writtenOut(g, t)
	return slices.ContainsFunc(w.Texts, func(text string) bool {
		if w.Only {
			return !isHarmless(text)
		}
		_, value, schemed := strings.Cut(strings.TrimSpace(text), " ")
		return isLikely(text) || schemed && isLikely(value)
	})
}

func isHarmless(text string) bool { return knowledge.Names.Harmless.Has(text) }

// hasUser reports whether the document writes out the password of a URL, or its user where there is no password.
func hasUser(g *values.Graph, t *ir.Typed) bool {
	_, rest, absolute := strings.Cut(withoutPlaceholders(g, t), "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	at := strings.LastIndexByte(rest, '@')
	if !absolute || at < 0 {
		return false
	}
	secret := rest[:at]
	if _, password, ok := strings.Cut(secret, ":"); ok {
		secret = password
	}
	return strings.Trim(secret, placeholder) != ""
}

var LikelyCredentials = rule.Rule{Code: diag.FC415, Run: likelyCredentials}

func likelyCredentials(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			switch {
			case f.Shape == templates.URL:
				credentialsInQuery(p, s, f)
			case f.Shape == templates.Query:
				credentialsInSQL(p, s, s.Value[f.Name])
			case f.Headers, f.Proofs: // see FC401
			case f.Shape == templates.Inputs, f.Sink == templates.Sent, f.Sink == templates.Address:
				namedCredentials(p, s, f, isLikely)
				credentialsInText(p, s, f)
				credentialsInXML(p, s, f)
			case f.Shape == templates.Object && f.Sink != templates.Answer, f.Shape == templates.JSON && f.Sink == templates.Stored:
				namedCredentials(p, s, f, isRandom) // of an answer or an error the words may stand there, too
			}
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				constantKeys(p, s, t)
				if !f.Headers && !f.Proofs {
					builtKeys(p, s, t)
				}
			})
		}
	})
	for _, w := range p.Workflows {
		knownKeys(p, w)
	}
}

// minCredential is how long a literal is, in bytes, that is likely a secret by its name.
const minCredential = 12

// namedCredentials reports literals under the name of a credential. What a function declares as a secret, FC401 finds.
func namedCredentials(p *rule.Pass, s *ir.Step, f *templates.Field, likely func(string) bool) {
	root := s.Value[f.Name]
	eachNamed(root, "", func(name string, t *ir.Typed) {
		declared, _ := root.Type.Field(name)
		if f.Shape == templates.Inputs && declared.Type.Labels.Has(types.Secret) {
			return
		}
		found := func(text string) bool {
			return label.IsCredential(name) && likely(text) || f.Sink == templates.Address && isKeyParameter(name) && isOpaque(text)
		}
		if slices.ContainsFunc(writtenOut(p.Values(), t).Texts, found) {
			reportNamed(p, s, f, name, t)
		}
	})
}

// credentialsInQuery does so for the query that a URL is written with.
func credentialsInQuery(p *rule.Pass, s *ir.Step, f *templates.Field) {
	_, query, _ := strings.Cut(withoutPlaceholders(p.Values(), s.Value[f.Name]), "?")
	credentialsInForm(p, s, f, query)
}

// credentialsInText does so for a text that is a form, whatever it is said to be.
func credentialsInText(p *rule.Pass, s *ir.Step, f *templates.Field) {
	if t := s.Value[f.Name]; t.Tree != nil && t.Tree.JSON.Kind == schema.String && t.Expr != nil {
		if text := withoutPlaceholders(p.Values(), t); !strings.ContainsFunc(text, unicode.IsSpace) {
			credentialsInForm(p, s, f, text)
		}
	}
}

// credentialsInForm does so for a text of names and values, URL-encoded.
func credentialsInForm(p *rule.Pass, s *ir.Step, f *templates.Field, text string) {
	for pair := range strings.SplitSeq(text, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if name = strings.TrimSpace(name); label.IsCredential(name) && isLikely(value) || f.Shape == templates.URL && isKeyParameter(name) && isOpaque(value) {
			reportNamed(p, s, f, name, s.Value[f.Name])
		}
	}
}

// isKeyParameter reports whether services take keys in a query under that name, which elsewhere is no more than a word.
func isKeyParameter(name string) bool {
	return knowledge.Names.KeyParameters.Has(name)
}

func isLikely(text string) bool {
	return len(text) >= minCredential && !strings.Contains(text, placeholder) && !strings.ContainsFunc(text, unicode.IsSpace)
}

// constantKeys reports keys, and passwords that something is compared with, that are written out in a string.
func constantKeys(p *rule.Pass, s *ir.Step, t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	report := func(e *expr.Expr, what, hint string, likely func(string) bool) {
		if slices.ContainsFunc(facts.Written(p.Values(), e).Texts, likely) {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End), Message: what + " is written as a literal", Hint: hint,
			})
		}
	}
	t.Expr.Walk(func(e *expr.Expr) {
		switch {
		case e.Op == expr.OpCall && (e.Name == "hmacSha256" || e.Name == "totpValid"):
			report(e.Args[0], "the key of "+e.Name, "move it to an environment variable, write env.NAME, and replace the key: it has been in a file", isSomething)
		default:
			constantProofs(e, report)
		}
	})
}
