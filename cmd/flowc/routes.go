package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
)

// writeRoutes lists the routes of programs, each with a curl line, in the order in which someone would try them.
func writeRoutes(w io.Writer, base string, programs []*ir.Program) {
	routes := routesOf(programs)
	wanted := slices.ContainsFunc(routes, func(r route) bool { return r.bearer })
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
	fmt.Fprintln(w)
}

// route is an entry point as its callers see it.
type route struct {
	flow         *ir.Flow
	method, path string
	stage        stage
	bearer       bool   // wants a token
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
				all = append(all, routeOf(f))
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
	for _, s := range f.Steps {
		if r.token == "" {
			r.token = tokenKey(s)
		}
	}
	r.bearer = uses(f, "auth", "authType", "jwt")
	switch {
	case r.bearer:
		r.stage = guarded
	case uses(f, "hash", "hashMode", "hash"):
		r.stage = signUp
	case r.token != "":
		r.stage = logIn
	}
	return r
}

// uses reports whether a node of that type runs in that mode.
func uses(f *ir.Flow, nodeType, field, mode string) bool {
	return slices.ContainsFunc(f.Steps, func(s *ir.Step) bool {
		v := s.Node.Fields[field]
		return s.Node.Type.Value == nodeType && v != nil && v.Text == mode
	})
}

// tokenKey is the key under which an answer hands out a token, or "".
func tokenKey(s *ir.Step) string {
	body := s.Value["responseBody"]
	if body == nil || body.Tree == nil {
		return ""
	}
	for _, key := range body.Tree.Keys {
		if e := body.Entry(key); e != nil && e.Type.Kind == types.String && e.Type.Labels.Has(types.Token) {
			return key
		}
	}
	return ""
}
