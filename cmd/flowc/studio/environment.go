package studio

import (
	"slices"

	rt "github.com/flowc-dev/flowc/runtime"
)

// variableNames are the names of variables that the project's dotenv files set, and of what flowc knows, sorted; never a value.
// What else the environment of this machine holds is none of the page's business.
func (s *Studio) variableNames() []string {
	vars, _ := rt.Environ(s.config.Dir) // what can't be read is the server's to report
	var names []string
	for name, v := range vars {
		if v.From != "environment" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
