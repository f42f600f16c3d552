package serve

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
)

// passTokens has routes that hand out tokens keep them for those that take them: as credentials, or as a field of the
// body that is called as the key was. A token that none hands out comes from the caller.
func passTokens(routes []Route) {
	bearer := slices.ContainsFunc(routes, func(r Route) bool { return strings.Contains(r.credentials, "$TOKEN") })
	fields := map[string]bool{}
	for i := range routes {
		r := &routes[i]
		r.kept, r.taken = map[string]string{}, map[string]string{}
		for _, in := range r.Flow.Inputs {
			if in.In == "body" {
				fields[in.Name] = true
			}
		}
	}
	handed := map[string]string{} // key -> variable
	for _, r := range routes {
		for i, key := range r.tokens {
			switch {
			case i == 0 && bearer:
				r.kept["TOKEN"] = key
			case fields[key]:
				handed[key] = shellName(key)
				r.kept[handed[key]] = key
			}
		}
	}
	for i := range routes {
		routes[i].takeTokens(handed, bearer)
	}
}

// takeTokens has the fields of the route's body take tokens from the variables of what was handed out. Where TOKEN is
// what others log in with, no other may have its name.
func (r *Route) takeTokens(handed map[string]string, bearer bool) {
	for _, in := range r.Flow.Inputs {
		variable, ok := handed[in.Name]
		switch {
		case in.In != "body":
		case ok:
			r.taken[in.Name] = variable
		case in.Type.Kind == types.String && in.Type.Labels.Has(types.Token) && !(bearer && shellName(in.Name) == "TOKEN"):
			r.taken[in.Name] = shellName(in.Name)
			r.brought = append(r.brought, in.Name)
		}
	}
}

// passIDs has routes that answer with the id of what they made keep it for those that have it in their path.
func passIDs(routes []Route) {
	for _, maker := range routes {
		for _, key := range maker.ids {
			for _, r := range routes {
				in := slices.IndexFunc(r.Flow.Inputs, func(in ir.Input) bool { return in.In == "path" && in.Name == key })
				if maker.Method == "POST" && in >= 0 && r.Flow.Inputs[in].Type.Kind == types.String {
					maker.kept[shellName(key)], r.taken[key] = key, shellName(key)
				}
			}
		}
	}
}

var notShell = regexp.MustCompile(`[^A-Z0-9_]+`)

// shellName is the shell variable for what a key holds.
func shellName(key string) string { return notShell.ReplaceAllString(strings.ToUpper(key), "_") }
