package gen_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// compareOpenAPI holds what callers are told to show to the ways to all that is protected: one requirement for each way, but
// for those that others go on from, and an empty one where something is open to anybody.
func (o *oracle) compareOpenAPI(given *openapi3.SecurityRequirements) []string {
	var got []string
	if given != nil {
		for _, r := range *given {
			got = append(got, fmt.Sprint(slices.Sorted(maps.Keys(r))))
		}
	}
	slices.Sort(got)
	if want := o.requirements(); !slices.Equal(got, want) {
		return []string{fmt.Sprintf("callers have to show one of %v; OpenAPI says %v", want, got)}
	}
	return nil
}

func (o *oracle) requirements() []string {
	wanted := map[string]bool{}
	for _, way := range o.furthest() {
		if schemes := o.schemes(way); len(schemes) > 0 {
			wanted[fmt.Sprint(schemes)] = true
		}
	}
	if len(wanted) > 0 && len(o.points(true)) > 0 {
		wanted["[]"] = true
	}
	return slices.Sorted(maps.Keys(wanted))
}

// furthest are the sets of guards on the ways to what is protected that are no part of another.
func (o *oracle) furthest() [][]string {
	var all, furthest [][]string
	for _, id := range o.points(false) {
		for _, a := range o.arrivals[id] {
			all = append(all, a.guards)
		}
	}
	for _, set := range all {
		partOf := func(other []string) bool { return within(set, other) && !within(other, set) }
		if !slices.ContainsFunc(all, partOf) {
			furthest = append(furthest, set)
		}
	}
	return furthest
}

// within reports whether a list holds all names of another.
func within(names, list []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(list, name) })
}

// schemes are those of the guards on a way that OpenAPI has a word for, sorted.
func (o *oracle) schemes(way []string) []string {
	list := map[string]bool{}
	for _, g := range way {
		if scheme := o.pieces[g].scheme; scheme != "" {
			list[scheme] = true
		}
	}
	return strings.Fields(strings.Join(slices.Sorted(maps.Keys(list)), " "))
}
