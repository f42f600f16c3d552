package serve

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	rt "github.com/flowc-dev/flowc/runtime"
)

// checkEnvironment says what keeps a server from starting, as far as that shows without one: a server that runs is not
// stopped for one that can't start.
func (d *Server) checkEnvironment() error {
	if !d.target.Serves {
		return nil // it has its environment from where it likes
	}
	vars, err := rt.Environ(d.target.Dir)
	if err != nil {
		d.Notef("%v", err)
		return console.ErrProblems
	}
	// What was missing when the server started is no obstacle: main.go may well say it.
	missing := slices.DeleteFunc(d.missing(vars), func(name string) bool { return slices.Contains(d.without, name) })
	if d.child != nil && len(missing) > 0 {
		d.noteMissing(missing)
		return console.ErrProblems
	}
	d.without = d.missing(vars)
	if wanted := listenAddress(d.target.Dir); wanted != d.wanted {
		d.wanted = wanted
		d.Notef("LISTEN is %s now; this flowc dev goes on at %s until it is started again", wanted, d.public)
	}
	return nil
}

// wantsPublicURL reports whether workflows ask where callers reach the server, and nothing says it: by default that is
// where it listens, and callers reach the front.
func (d *Server) wantsPublicURL() bool {
	vars, _ := rt.Environ(d.target.Dir) // the server says what is wrong with them
	if vars["PUBLIC_URL"].Value != "" {
		return false
	}
	return slices.ContainsFunc(d.needs, func(n project.Need) bool { return n.Name == "PUBLIC_URL" })
}

// noteMissing says what is to be done about variables that are missing, if any.
func (d *Server) noteMissing(names []string) {
	if len(names) > 0 {
		d.Notef("set %s in %s, where comments say what they are: then it starts by itself",
			strings.Join(names, ", "), filepath.Join(d.target.Dir, ".env"))
	}
}

// missing are the variables that must be set and are not.
func (d *Server) missing(vars map[string]rt.Variable) []string {
	services, err := project.FindServices(d.Paths())
	if err != nil {
		return nil // generate has said so
	}
	d.needs = nil
	for _, s := range services {
		d.needs = append(d.needs, s.Needs()...)
	}
	var names []string
	given := d.given()
	for _, n := range d.needs {
		is := func(entry string) bool { return strings.HasPrefix(entry, n.Name+"=") }
		if n.Required() && project.WhereSet(n, vars) == project.NotSet && !slices.ContainsFunc(given, is) {
			names = append(names, n.Name)
		}
	}
	return names
}
