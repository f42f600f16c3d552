// Package serve runs a project's server again after every change, and knows how each of its routes is called.
//
// Only cmd/flowc and the packages beside it import it.
package serve

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Site is where a project runs, for those who call it from a shell.
type Site struct {
	base  string // URL of the server
	dir   string // of the project, from the shell's working directory
	flowc string // how the shell calls flowc
}

// WriteServing lists the routes of a project's programs, each with a curl line, in the order in which someone would try
// them, and then their MCP tools.
func (s Site) WriteServing(w io.Writer, programs []*ir.Program) {
	routes := RoutesOf(programs)
	base := s.base
	fmt.Fprintf(w, "\nServing %s\n", base)
	writePreparation(w, s.dir, routes)
	for _, r := range routes {
		fmt.Fprintf(w, "\n%s %s%s\n", r.Method, base, r.Path)
		if about := r.Flow.Workflow.Description.Value; about != "" {
			fmt.Fprintf(w, "  # %s\n", about)
		}
		for _, field := range r.brought {
			fmt.Fprintf(w, "  # %s: a token that comes another way than in an answer, such as by mail\n", r.taken[field])
		}
		fmt.Fprintf(w, "  %s\n", keepTokens(r.curl(base), r.kept))
	}
	s.writeTools(w, ToolsOf(programs))
	fmt.Fprintln(w)
}

// Route is an entry point as its callers see it.
type Route struct {
	Flow         *ir.Flow
	Method, Path string
	stage        stage
	credentials  string            // the arguments of curl that let a caller through, or ""
	auth         *ir.Step          // the step that wants them, or nil
	sender       *signer           // the service that calls a webhook and signs what it sends, or nil
	tokens       []string          // the keys of the answer's body that hold tokens; the first is for credentials
	kept         map[string]string // shell variable -> the key of the answer's body that it is from
	ids          []string          // the keys of the answer's body that hold text by which what was made is found again
	taken        map[string]string // field of the body, or wildcard of the path -> the shell variable that holds its value
	brought      []string          // fields of the body that hold a token which no answer hands out
	late         bool              // the token of the credentials is handed out by a route that is guarded itself
	cookies      []string          // the arguments of curl that keep cookies, and those that send kept ones
}

// stage is when someone who tries a service gets to a route.
type stage int

const (
	signUp  stage = iota // stores a password
	confirm              // logs in by the password and the token that signing up has sent
	renew                // stores a new password, by a token
	logIn                // hands out a token, or a cookie
	open                 // for anybody
	guarded              // for who has a token, or a cookie
	logOut               // takes a cookie back
)

func RoutesOf(programs []*ir.Program) []Route {
	var all []Route
	for _, p := range programs {
		for _, w := range p.Workflows {
			for _, f := range w.Flows {
				if f.Entry.Route().Tool == "" && !f.Called() {
					all = append(all, routeOf(f))
				}
			}
		}
	}
	passTokens(all)
	passIDs(all)
	keyed(all)
	slices.SortStableFunc(all, func(a, b Route) int {
		return cmp.Or(cmp.Compare(a.when(), b.when()), cmp.Compare(a.turn(), b.turn()), comparePaths(a, b), cmp.Compare(a.Method, b.Method))
	})
	return all
}

// when returns the stage of a route, except for public ones that need a resource which another route creates.
func (r Route) when() stage {
	switch {
	case r.stage == open && strings.Contains(r.Path, "{"):
		return guarded
	case r.stage == signUp && len(r.brought) > 0:
		return renew
	case r.stage == logIn && len(r.brought) > 0 && r.takesPassword():
		return confirm
	}
	return r.stage
}

// comparePaths puts paths in the order of their text, and those by which something is removed the other way round: what
// holds other things is made before these, and is removed after them.
func comparePaths(a, b Route) int {
	if a.Method == "DELETE" && b.Method == "DELETE" {
		a, b = b, a
	}
	return cmp.Compare(a.Path, b.Path)
}

// takesPassword reports whether the caller sends a password.
func (r Route) takesPassword() bool {
	return slices.ContainsFunc(r.Flow.Inputs, func(in ir.Input) bool { return in.Type.Labels.Has(types.Password) })
}

// turn is when a route comes among others of its stage: what there is to see must have been made.
func (r Route) turn() int {
	switch {
	case r.late:
		return 4
	case r.Method == "POST" && !strings.Contains(r.Path, "{"):
		return 0
	case r.Method == "PUT":
		return 1
	case r.Method == "GET" || r.Method == "HEAD":
		return 2
	case r.Method == "DELETE":
		return 5
	}
	return 3
}

// keyed moves routes that accept a token behind the protected routes that issue it, such as the key of a program: the
// key exists by then, and is not yet removed.
func keyed(routes []Route) {
	late := slices.ContainsFunc(routes, func(r Route) bool { return r.kept["TOKEN"] != "" && r.stage == guarded })
	for i := range routes {
		routes[i].late = late && strings.Contains(routes[i].credentials, "$TOKEN")
	}
}

func routeOf(f *ir.Flow) Route {
	served := f.Entry.Route()
	r := Route{Flow: f, Method: served.Method, Path: strings.TrimSuffix(served.Path, "{$}"), stage: open}
	hashes, jar := false, jar{}
	for _, s := range stepsOf(f) {
		if c := credentials(s); c != "" && r.credentials == "" {
			r.credentials, r.auth = c, s
		}
		if r.tokens == nil {
			r.tokens = textKeys(s, func(_ string, l types.Label) bool { return l.Has(types.Token) })
		}
		r.ids = append(r.ids, textKeys(s, func(key string, _ types.Label) bool { return key == "id" })...)
		r.sender = cmp.Or(r.sender, signerOf(s))
		hashes = hashes || makesHash(s)
		jar.add(s)
	}
	r.cookies = jar.arguments()
	switch {
	case jar.clears:
		r.stage = logOut
	case r.credentials != "", jar.reads:
		r.stage = guarded
	case hashes:
		r.stage = signUp
	case len(r.tokens) > 0, jar.sets:
		r.stage = logIn
	}
	return r
}

// stepsOf are the steps of a flow, each Call's followed by those of the workflow that it calls: what lets a caller
// through may stand there.
func stepsOf(f *ir.Flow) []*ir.Step {
	var all []*ir.Step
	for _, s := range f.Steps {
		all = append(all, s)
		if callee := s.Callee(); callee != nil {
			all = append(all, stepsOf(callee)...)
		}
	}
	return all
}

// credentials are the arguments of curl that let a caller through a step, or "". Who is found by the hash of the header
// Authorization brings the key that an answer has handed out.
func credentials(s *ir.Step) string {
	t := s.Node.Template
	switch {
	case !s.Node.Known():
		return ""
	case t.Guard.Credentials != nil:
		return t.Guard.Credentials(ir.NewPass(s))
	case s.FoundBySecret() && readsAuthorization(s):
		return `-H "Authorization: Bearer $TOKEN"`
	}
	return ""
}

// readsAuthorization reports whether a step reads the header in which callers show who they are.
func readsAuthorization(s *ir.Step) bool {
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		reads := false
		s.Value[f.Name].Walk(func(t *ir.Typed) {
			reads = reads || t.Expr != nil && slices.ContainsFunc(s.Origins(t.Expr), func(src ir.Origin) bool {
				return src.Kind == ir.FromRequest && strings.EqualFold(src.Name, "headers.authorization")
			})
		})
		return reads
	})
}

// makesHash reports whether a step makes a hash, rather than reading a stored one.
func makesHash(s *ir.Step) bool {
	return slices.ContainsFunc(s.Outs, func(out *ir.Out) bool {
		labels := out.Type.AllLabels()
		return labels.Has(types.Hash) && !labels.Has(types.Data)
	})
}

// textKeys are the keys of an answer's body whose text is one that is asked for, sorted.
func textKeys(s *ir.Step, asked func(key string, labels types.Label) bool) []string {
	var keys []string
	for _, f := range s.Checked() {
		body := s.Value[f.Name]
		if f.Shape != templates.JSON || f.Sink != templates.Answer {
			continue
		}
		for _, key := range body.Tree.Keys {
			if e := body.Entry(key); e != nil && e.Type.Kind == types.String && asked(key, e.Type.Labels) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}
