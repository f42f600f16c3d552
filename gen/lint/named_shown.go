package lint

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sqltoken"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// shown is what the way to a step has shown of who calls.
type shown struct {
	all   bool              // that he may act for others, or in a way that is not followed here
	nodes map[*ir.Node]bool // rows and values that are his: those of the password or the token that he has shown
	sent  []string          // what of the request these were looked up by
}

// shownBefore is what every way to a step has shown.
func shownBefore(s *ir.Step) shown {
	k := shown{nodes: map[*ir.Node]bool{}}
	for d, out := range s.Dominators() {
		k.add(d, out)
	}
	return k
}

func (k *shown) add(d *ir.Step, out *ir.Out) {
	guards := out != nil && out.Guard
	switch {
	case d.Node == d.Flow.Entry:
	case d.Mistaken():
		k.all = true
	case guards && d.Callee() == nil && len(d.Against()) > 0:
		for _, e := range d.Against() {
			k.own(d.Flow, e)
		}
	case guards && d.FoundBySecret():
		k.ownStep(d)
		k.all = k.all || asksRight(d)
	case d.Callee() != nil && !guards && looksUpOnly(d.Callee()):
	case guards || d.Callee() != nil || d.Node.Shaped(templates.Func) != nil, decidesByRow(d), looksAtSent(d):
		k.all = true
	}
}

// own adds the rows that a value comes from.
func (k *shown) own(f *ir.Flow, e *expr.Expr) {
	for _, src := range f.Origins(e) {
		if src.Kind != ir.FromNode {
			continue
		}
		for _, s := range f.Runs(src.Node) {
			k.ownStep(s)
		}
	}
}

func (k *shown) ownStep(s *ir.Step) {
	k.all = k.all || s.Mistaken()
	k.nodes[s.Node] = true
	for _, e := range lookupValues(s) {
		for _, src := range s.Flow.Origins(e) {
			if isOfCaller(src) {
				k.sent = append(k.sent, sentName(src))
			}
		}
	}
}

// lookupValues are what a step looks for something by; of a Call, what it gives.
func lookupValues(s *ir.Step) []*expr.Expr {
	var list []*expr.Expr
	if s.Callee() != nil {
		s.Value[s.Node.Template.Reuse.Handing].Walk(func(t *ir.Typed) {
			if t.Expr != nil {
				list = append(list, t.Expr)
			}
		})
	}
	for _, f := range s.Checked() {
		if f.Shape != templates.Query && f.Shape != templates.Key {
			continue
		}
		for _, item := range s.Value[f.Name].Items {
			if item.Expr != nil {
				list = append(list, item.Expr)
			}
		}
	}
	return list
}

func sentName(src ir.Source) string {
	if src.Kind == ir.FromRequest {
		return src.Name
	}
	return src.Field
}

// looksUpOnly reports whether a workflow that is called looks users up, or makes something of what it is given, and checks nothing.
func looksUpOnly(f *ir.Flow) bool {
	return !slices.ContainsFunc(f.Steps, func(s *ir.Step) bool {
		t := s.Node.Template
		return t == nil || s.Guards() || s.Callee() != nil || s.Node.Shaped(templates.Func) != nil || decidesByRow(s) || looksAtSent(s)
	})
}

// asksRight reports whether a statement asks for more than whose a token is: for a role, say.
func asksRight(s *ir.Step) bool {
	text := strings.ToLower(queryText(s))
	return strings.Contains(text, "admin") || slices.ContainsFunc(rights, func(word string) bool { return strings.Contains(text, word) })
}

// decidesByRow reports whether a step chooses the way by what was looked up, other than by whether there is something.
func decidesByRow(s *ir.Step) bool {
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		e := s.Value[f.Name].Expr
		if f.Shape != templates.Cond && f.Like == "" || e == nil || isPresence(e) {
			return false
		}
		return slices.ContainsFunc(s.Flow.Origins(e), func(src ir.Source) bool { return !isOfCaller(src) })
	})
}

func isPresence(e *expr.Expr) bool {
	if e.Op == expr.OpBinary && (e.Name == "==" || e.Name == "!=") {
		return e.Args[0].Op == expr.OpNull || e.Args[1].Op == expr.OpNull
	}
	return e.Op == expr.OpCall && e.Name == "has"
}

// looksAtSent reports whether a step may check what a caller sends, other than by looking a user up by his name: with another service,
// in a store, or by a statement that compares more.
func looksAtSent(s *ir.Step) bool {
	if s.URL() != nil {
		return true
	}
	values := lookupValues(s)
	if s.Node.Template.Keeps != nil && s.Node.Key() != "" {
		return !s.Kept().Stores && len(values) > 0
	}
	query, _ := s.Query()
	if query.Statement == nil || len(query.Statement.Changes) > 0 || len(values) == 0 {
		return false
	}
	_, named := userLookup(s)
	return !named && slices.ContainsFunc(values, func(e *expr.Expr) bool { return slices.ContainsFunc(s.Flow.Origins(e), isOfCaller) })
}

// userLookup is what a step looks a user up by, where that is his name and nothing else, in one column or in several.
func userLookup(s *ir.Step) (*expr.Expr, bool) {
	query, params := s.Query()
	if query.Statement == nil || len(query.Statement.Changes) > 0 || len(params) == 0 || params[0].Expr == nil {
		return nil, false
	}
	if !asksNames(query.Text) {
		return nil, false
	}
	for _, t := range params {
		if t.Expr == nil || !sameSource(s.Flow, params[0].Expr, t.Expr) {
			return nil, false
		}
	}
	return params[0].Expr, true
}

// asksNames reports whether a statement compares its parameters with columns that say who somebody is: "lower(u.email) = lower($1)".
func asksNames(text string) bool {
	tokens := sqltoken.Split(text)
	for i, t := range tokens {
		if t.Kind != sqltoken.Param {
			continue
		}
		at := i - 1
		for at > 0 && tokens[at].Is("(", "lower", "upper", "trim") {
			at--
		}
		if at < 1 || !tokens[at].Is("=", "==") {
			return false
		}
		for at--; at > 0 && tokens[at].Is(")"); at-- {
		}
		if !namesUser(tokens[at].Name()) {
			return false
		}
	}
	return true
}

// sameSource reports whether two values come from one field of the request.
func sameSource(f *ir.Flow, a, b *expr.Expr) bool {
	one, other := f.Origins(a), f.Origins(b)
	return len(one) == 1 && len(other) == 1 && sentName(one[0]) == sentName(other[0]) && one[0].Node == other[0].Node
}

// userNames are what columns and members are called that say who somebody is.
var userNames = []string{
	"account", "accountid", "customerid", "email", "handle", "id", "identifier", "login", "mail", "memberid", "nick", "nickname", "owner",
	"ownerid", "phone", "phonenumber", "sub", "subject", "uid", "user", "userid", "username",
}

func namesUser(name string) bool {
	return slices.Contains(userNames, strings.ReplaceAll(strings.ToLower(name), "_", ""))
}

// maxLookups is how many look-ups behind each other are followed.
const maxLookups = 8

// named is what of the request a value is, or was looked up by, that nothing has shown to be the caller's; "" where there is none.
func (k shown) named(s *ir.Step, e *expr.Expr) string { return k.follow(made{s, nil, e}, maxLookups) }

// follow is named of a value in an execution that some Calls have led to.
func (k shown) follow(m made, left int) string {
	if k.all || left == 0 || k.isOwn(m) {
		return ""
	}
	for _, part := range m.plain(maxCalls) {
		if who := k.followOne(part, left); who != "" {
			return who
		}
	}
	return ""
}

// isOwn reports whether a value is one of those that were shown to be the caller's, before it is followed into what a Call has returned.
func (k shown) isOwn(m made) bool {
	if m.expr == nil {
		return false
	}
	src := m.step.Flow.Origins(m.expr)
	return len(src) > 0 && !slices.ContainsFunc(src, func(src ir.Source) bool { return src.Kind != ir.FromNode || !k.nodes[src.Node] })
}

func (k shown) followOne(m made, left int) string {
	s, e := m.step, m.expr
	if e == nil || s.Choices(e) != nil || isMade(s, e) || e.Type.AllLabels().Has(types.Token) || e.Type.AllLabels().Has(types.Password) {
		return ""
	}
	for _, src := range s.Flow.Origins(e) {
		switch {
		case isOfCaller(src) && slices.Contains(k.sent, sentName(src)), src.Kind == ir.FromNode && k.nodes[src.Node]:
		case isOfCaller(src) && s.Flow.Called():
		case isOfCaller(src):
			if name := sentName(src); name != "" && (src.Kind == ir.FromEntry || strings.Contains(name, ".")) {
				return name
			}
		case src.Kind == ir.FromNode:
			for _, d := range s.Flow.Runs(src.Node) {
				if by, named := userLookup(d); named {
					if who := k.follow(made{d, m.calls, by}, left-1); who != "" {
						return who
					}
				}
			}
		}
	}
	return ""
}

// isMade reports whether a value is put together, so that what a caller sends is a part of it: "guest-" + name.
func isMade(s *ir.Step, e *expr.Expr) bool {
	e = unwrapped(s, e)
	return e.Fresh() || e.Op == expr.OpText && len(e.Args) > 1 || e.Op == expr.OpBinary
}

// namedBy is what of the request says which rows a step changes, where all of it names users.
func (k shown) namedBy(s *ir.Step, keys []*expr.Expr) string {
	who := ""
	for _, key := range keys {
		if who = k.named(s, key); who == "" {
			return ""
		}
	}
	return who
}

// isNewHash reports whether a column gets the hash of a new password.
func isNewHash(s *ir.Step, a statement.Assigned, params []*ir.Typed) bool {
	return slices.ContainsFunc(append([]int{a.Param}, a.Value.Params...), func(n int) bool {
		if n < 1 || n > len(params) || params[n-1].Expr == nil {
			return false
		}
		return slices.ContainsFunc(s.Flow.Origins(params[n-1].Expr), func(src ir.Source) bool {
			return src.Kind == ir.FromNode && src.Node.Template != nil && src.Node.Template.Hashes != nil && len(s.Flow.Runs(src.Node)) > 0 &&
				!src.Node.Template.Hashes(ir.NewPass(s.Flow.Runs(src.Node)[0])).Verifies
		})
	})
}

// keysOf are what says which rows a change is about; none where that is more than the names of users.
func keysOf(s *ir.Step, change statement.Change) []*expr.Expr {
	query, params := s.Query()
	var list []*expr.Expr
	if change.Verb == statement.Insert {
		for _, a := range change.Assigned {
			if !a.Upsert && a.Unique && a.Param > 0 && a.Param <= len(params) && namesUser(a.Column) {
				list = append(list, params[a.Param-1].Expr)
			}
		}
		return list
	}
	for _, e := range query.Statement.Equal() {
		if !namesUser(e.Column.Name) || e.Param > len(params) {
			return nil
		}
		list = append(list, params[e.Param-1].Expr)
	}
	return list
}
