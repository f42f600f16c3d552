package expr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var (
	text     = types.Of(types.String)
	integer  = types.Of(types.Int)
	float    = types.Of(types.Float)
	boolean  = types.Of(types.Bool)
	instant  = types.Of(types.Time)
	anything = types.Of(types.Any)
	unknown  = types.Type{}
	orNull   = types.Type{Nullable: true}
)

// scope is a small workflow: declared fields, a row that may be absent, a user, and a payload.
type scope struct {
	refs   map[string]*expr.Ref
	proved []string
	uses   map[string][]expr.Use // of the fields that are inferred: guess, other
}

func newScope(proved ...string) *scope {
	s := &scope{refs: map[string]*expr.Ref{}, proved: proved, uses: map[string][]expr.Use{}}
	address := types.ObjectOf(types.F("city", text), types.F("zip", text.OrNull()))
	for name, t := range map[string]types.Type{
		"name": text, "nick": text.OrNull(), "age": integer, "n": integer, "count": integer.OrNull(),
		"ratio": float, "ok": boolean, "maybe": boolean.OrNull(), "at": instant, "until": instant, "since": instant.OrNull(),
		"took": types.Of(types.Duration), "raw": types.Of(types.Bytes), "body": anything.With(types.Caller), "data": anything, "loose": anything.OrNull(),
		"tags": types.ListOf(text), "nums": types.ListOf(integer), "items": types.ListOf(anything),
		"counts": types.MapOf(integer), "labels": types.MapOf(text.OrNull()), "people": types.ListOf(address),
		"home": address, "page": types.ObjectOf(types.F("rows", types.ListOf(types.Of(types.String))), types.F("count", types.Of(types.Int))), "work": address.OrNull(), "broken": unknown,
		"password": text.With(types.Caller | types.Password), "token": text.With(types.Token), "default": text,
		"auth":    types.ObjectOf(types.F("sub", text), types.F("email", text.OrNull()), types.F("type", text)).With(types.Caller),
		"env.KEY": text.With(types.Secret), "request.headers.x-name": text.OrNull(),
	} {
		s.refs[name] = &expr.Ref{Key: name, Type: t}
	}
	for _, name := range []string{"nick", "name"} {
		s.refs[name].Sent = func(of string) *expr.Ref {
			if of != "" {
				return nil
			}
			return &expr.Ref{Key: "ok", Type: boolean}
		}
	}
	row := types.ObjectOf(types.F("id", integer), types.F("email", text.With(types.Data)), types.F("name", text.OrNull()),
		types.F("password_hash", text.With(types.Data|types.Hash)), types.F("meta", anything))
	s.refs["user"] = &expr.Ref{Key: "user", Row: "user", Type: row}
	s.refs["member.email"] = &expr.Ref{Key: "member.email", Row: "member", Type: text}
	for _, name := range []string{"guess", "other"} {
		s.refs[name] = &expr.Ref{Key: name, Note: func(u expr.Use) { s.uses[name] = append(s.uses[name], u) }}
	}
	return s
}

func (s *scope) Resolve(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	key := ""
	for i, name := range path {
		key = strings.TrimPrefix(key+"."+name.Text, ".")
		if ref := s.refs[key]; ref != nil {
			return ref, i + 1, nil
		}
	}
	return nil, 0, &expr.Problem{Code: diag.FC204, Message: fmt.Sprintf("%q does not exist", path[0].Text)}
}

func (s *scope) Proved(key string) bool { return slices.Contains(s.proved, key) }

// check parses and checks one string, and returns its problems as "FC206 3:7 message (hint)".
func check(t testing.TB, s expr.Scope, source string, w expr.Want) (*expr.Expr, []string) {
	t.Helper()
	template, problems := expr.Parse(source)
	e, more := template.Check(s, w)
	return e, lines(append(problems, more...))
}

func lines(problems []expr.Problem) []string {
	var out []string
	for _, p := range problems {
		line := fmt.Sprintf("%s %d:%d %s", p.Code, p.Start, p.End, p.Message)
		if p.Hint != "" {
			line += " (" + p.Hint + ")"
		}
		out = append(out, line)
	}
	return out
}
