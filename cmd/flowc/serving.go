package main

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

// writeServing lists the routes of the programs of the project in dir, each with a curl line, in the order in which someone
// would try them, and then their MCP tools.
func writeServing(w io.Writer, base, dir string, programs []*ir.Program) {
	routes := routesOf(programs)
	wanted := slices.ContainsFunc(routes, func(r route) bool { return strings.Contains(r.credentials, "$TOKEN") })
	fmt.Fprintf(w, "\nServing %s\n", base)
	for _, r := range routes {
		fmt.Fprintf(w, "\n%s %s%s\n", r.method, base, r.path)
		if about := r.flow.Workflow.Description.Value; about != "" {
			fmt.Fprintf(w, "  # %s\n", about)
		}
		line := r.curl(base)
		if r.token != "" && wanted {
			line = keepToken(line, r.token)
		}
		fmt.Fprintf(w, "  %s\n", line)
	}
	writeTools(w, base, dir, toolsOf(programs))
	fmt.Fprintln(w)
}

// route is an entry point as its callers see it.
type route struct {
	flow         *ir.Flow
	method, path string
	stage        stage
	credentials  string // the arguments of curl that let a caller through, or ""
	token        string // the key of the answer's body that holds a token, or ""
}

// stage is when someone who tries a service gets to a route.
type stage int

const (
	signUp  stage = iota // stores a password
	logIn                // hands out a token
	open                 // for anybody
	guarded              // for who has a token
)

func routesOf(programs []*ir.Program) []route {
	var all []route
	for _, p := range programs {
		for _, w := range p.Workflows {
			for _, f := range w.Flows {
				if f.Entry.Route().Tool == "" {
					all = append(all, routeOf(f))
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b route) int {
		return cmp.Or(cmp.Compare(a.stage, b.stage), cmp.Compare(a.path, b.path), cmp.Compare(a.method, b.method))
	})
	return all
}

func routeOf(f *ir.Flow) route {
	served := f.Entry.Route()
	r := route{flow: f, method: served.Method, path: strings.TrimSuffix(served.Path, "{$}"), stage: open}
	hashes := false
	for _, s := range f.Steps {
		r.token = cmp.Or(r.token, tokenKey(s))
		r.credentials = cmp.Or(r.credentials, credentials(s))
		hashes = hashes || makesHash(s)
	}
	switch {
	case r.credentials != "":
		r.stage = guarded
	case hashes:
		r.stage = signUp
	case r.token != "":
		r.stage = logIn
	}
	return r
}

// credentials are the arguments of curl that let a caller through a step, or "".
func credentials(s *ir.Step) string {
	if t := s.Node.Template; t != nil && t.Credentials != nil && !s.Node.Loose {
		return t.Credentials(ir.NewPass(s))
	}
	return ""
}

// makesHash reports whether a step makes a hash, rather than reading a stored one.
func makesHash(s *ir.Step) bool {
	return slices.ContainsFunc(s.Outs, func(out *ir.Out) bool {
		labels := out.Type.AllLabels()
		return labels.Has(types.Hash) && !labels.Has(types.Data)
	})
}

// tokenKey is the key under which an answer hands out a token, or "".
func tokenKey(s *ir.Step) string {
	for _, f := range s.Checked() {
		body := s.Value[f.Name]
		if f.Shape != templates.JSON || f.Sink != templates.Answer {
			continue
		}
		for _, key := range body.Tree.Keys {
			if e := body.Entry(key); e != nil && e.Type.Kind == types.String && e.Type.Labels.Has(types.Token) {
				return key
			}
		}
	}
	return ""
}
