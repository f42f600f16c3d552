package ir

import (
	"cmp"
	"net/textproto"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// A caller who was given a token shows it, and what is stored about him is found by its hash: who finds something that
// way is known. It must be the hash of the token and of nothing else, as what else is hashed may be for anybody to
// choose.

// Proof implements templates.Pass.
func (p *pass) Proof(field string) bool { return p.step != nil && p.step.isProof(field) }

// FoundBySecret reports whether a step looks for something by the hash of the caller's own secret.
func (s *Step) FoundBySecret() bool {
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool { return s.isProof(f.Name) })
}

// KeyedByToken reports whether the key of a step is the hash of a token: whoever has that finds what is stored there.
func (s *Step) KeyedByToken() bool {
	return slices.ContainsFunc(s.placeholders(s.Node.Shaped(templates.Key).Field.Name), func(e *expr.Expr) bool {
		of, _ := s.plain(e).Digest()
		return of != nil && of.Type.AllLabels().Has(types.Token)
	})
}

// isDigest reports whether e is a SHA-256 or an HMAC: a text that nobody chooses, though he may choose what it is made
// of.
func isDigest(e *expr.Expr) bool {
	of, _ := e.Digest()
	return of != nil
}

// isProof reports whether what a Key or Query field finds is found by the hash of a caller's own secret, or whether a
// Cond field holds for those alone who have sent a key of the environment.
func (s *Step) isProof(field string) bool {
	v := s.Node.Fields[field]
	switch {
	case v == nil || s.Value[field] == nil:
		return false
	case v.Field.Shape == templates.Query:
		return !s.Node.query.Known || s.secretParameter() != nil // with a mistake in it, assume the best
	case v.Field.Shape == templates.Cond:
		return v.Field.Within == "" && s.wantsKey(s.Value[field].Expr)
	}
	return v.Field.Shape == templates.Key && slices.ContainsFunc(s.placeholders(field), s.isSecretHash)
}

// wantsKey reports whether a condition holds only where a part of the request, as a whole, is a secret variable of the
// environment or an HMAC under one.
func (s *Step) wantsKey(e *expr.Expr) bool {
	return s.Flow.values().Implies(s, e, func(e *expr.Expr) bool {
		if e.Op != expr.OpBinary || e.Name != "==" {
			return false
		}
		a, b := e.Args[0], e.Args[1]
		return s.isKey(a) && s.isWhole(b) || s.isKey(b) && s.isWhole(a)
	})
}

// isKey reports whether e is a secret variable, or an HMAC under one.
func (s *Step) isKey(e *expr.Expr) bool {
	if _, key := s.plain(e).Digest(); key != nil {
		e = key
	}
	name := s.Variable(e)
	return name != "" && s.Flow.Workflow.columns.naming.Variable(name).Has(types.Secret)
}

// isWhole reports whether e is a text of the request as the caller has sent it, or all of one behind a fixed prefix. An
// empty text may stand for one that is not there. What a Call gives for a field is none where every caller has it.
func (s *Step) isWhole(e *expr.Expr) bool {
	e = s.behindPrefix(e)
	return e != nil && e.MayBeText() && s.isOfRequest(e) && !owns(s, e)
}

// hashColumns ends the names of columns that hold hashes.
const hashColumns = "_hash"

// secretParameter is a parameter of a query that is the hash of a caller's own secret, where each row is found by
// one, in whichever way it meets the WHERE; nil where it is not.
func (s *Step) secretParameter() *expr.Expr {
	does := s.Node.query.Statement
	if does == nil || does.Loose {
		return nil // a placeholder is where none can be, and that was reported
	}
	var shown *expr.Expr
	for _, met := range does.Met {
		found := s.secretAmong(met)
		if found == nil {
			return nil
		}
		shown = cmp.Or(shown, found)
	}
	return shown
}

// secretAmong is the first hash of a secret that a column is compared with, and nothing else is: a column of
// hashes, or one in which no two rows have the same value.
func (s *Step) secretAmong(met []statement.Comparison) *expr.Expr {
	params := s.placeholders(s.Node.Shaped(templates.Query).Field.Name)
	secret := func(t statement.Term) bool {
		return t.IsParam() && t.Param <= len(params) && s.isSecretHash(params[t.Param-1])
	}
	hash := func(t statement.Term) bool {
		hashes := strings.HasSuffix(strings.ToLower(t.Column.Name), hashColumns)
		return t.IsColumn() && (hashes || s.Node.query.Statement.IsUnique(t.Column))
	}
	for _, c := range met {
		if c.How == statement.Equals && !c.Not && !c.Inside && each(c.Left, hash) && each(c.Right, secret) {
			return params[c.Right[0].Param-1]
		}
	}
	return nil
}

// each reports whether a side of a comparison has a term, and only such ones: coalesce(NULL, NULL) has none.
func each[T any](list []T, is func(T) bool) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(one T) bool { return !is(one) })
}

// placeholders are the expressions of a field's placeholders.
func (s *Step) placeholders(field string) []*expr.Expr {
	var list []*expr.Expr
	if v := s.Value[field]; v != nil {
		for _, item := range v.Items {
			list = append(list, item.Expr)
		}
	}
	return list
}

// isSecretHash reports whether e is the SHA-256 or, under a key of the environment, the HMAC of a secret of the
// caller's.
func (s *Step) isSecretHash(e *expr.Expr) bool {
	e = s.plain(e)
	if e == nil || e.Op == expr.OpBad {
		return true // of unknown meaning: assume the best, as it was reported
	}
	of, key := e.Digest()
	return of != nil && (key == nil || sourceOf(s.plain(key)).Kind == FromEnv) && s.isSecret(of)
}

// isSecret reports whether e is a token that the caller sends: a cookie, the header of their credentials, a field that
// holds a token by its name, or all of one behind a fixed prefix. An empty text may stand for one that is not there.
func (s *Step) isSecret(e *expr.Expr) bool {
	e = s.behindPrefix(e)
	return e != nil && (e.Op == expr.OpBad || s.isOfRequest(e) && e.MayBeText() && e.Type.Labels.Has(types.Token))
}

// behindPrefix returns the value of which e is all that stands behind a fixed prefix, else the value of e.
func (s *Step) behindPrefix(e *expr.Expr) *expr.Expr {
	e = s.orEmpty(e)
	if of := e.Rest(); of != nil {
		return s.orEmpty(of)
	}
	return e
}

// orEmpty returns the value of e, of or(x, "") that of x.
func (s *Step) orEmpty(e *expr.Expr) *expr.Expr {
	e = s.plain(e)
	if e == nil {
		return nil
	}
	if either := e.By(trace.Chosen); len(either) == 2 && isEmptyText(s.plain(either[1])) {
		return s.plain(either[0])
	}
	return e
}

// isOfRequest reports whether e is a part of the request, or of one of its fields, as the caller has sent it.
func (s *Step) isOfRequest(e *expr.Expr) bool {
	for e.Op == expr.OpField || e.Op == expr.OpAt || e.Op == expr.OpItem || e.Op == expr.OpLookup {
		e = e.Args[0]
	}
	src := sourceOf(e)
	return e.Op == expr.OpRef && (src.Kind == FromRequest || src.Kind == FromEntry)
}

func isEmptyText(e *expr.Expr) bool {
	v, ok := e.Const()
	return ok && expr.ConstText(v) == ""
}

// Variable returns the environment variable whose value e is, unchanged; "" where it is something else.
func (s *Step) Variable(e *expr.Expr) string {
	if e == nil {
		return ""
	}
	if src := sourceOf(s.plain(e)); src.Kind == FromEnv {
		return src.Name
	}
	return ""
}

// shownIn is the one part of the request in which a caller sends what e is made of: "cookies.session"; "" where there
// is none that has a name, or several.
func (s *Step) shownIn(e *expr.Expr) string {
	part := ""
	for _, src := range s.Origins(e) {
		found := src.Name
		if in := s.Flow.inputs[src.Field]; src.Kind == FromEntry && in != nil {
			found = placeProof(in.In, in.Name).name
		}
		if src.Kind != FromRequest && src.Kind != FromEntry || found == part {
			continue
		}
		if part != "" || !strings.Contains(found, ".") {
			return ""
		}
		part = found
	}
	return part
}

// Credential implements templates.Pass.
func (p *pass) Credential(field string) *templates.Scheme {
	if p.step == nil || p.step.Value[field] == nil {
		return nil
	}
	place, name, _ := strings.Cut(p.step.shownIn(p.step.shown(field)), ".")
	switch place {
	case "cookies":
		return &templates.Scheme{Cookie: name}
	case "headers":
		return &templates.Scheme{Header: textproto.CanonicalMIMEHeaderKey(name)}
	case "query":
		return &templates.Scheme{Query: name}
	}
	return nil
}

// shown is the expression of a field that holds a caller's secret: its value, or the placeholder that is the hash of
// one.
func (s *Step) shown(field string) *expr.Expr {
	if s.Node.Fields[field].Field.Shape == templates.Query {
		return s.secretParameter()
	}
	list := s.placeholders(field)
	if i := slices.IndexFunc(list, s.isSecretHash); i >= 0 {
		return list[i]
	}
	return s.Value[field].Expr
}
