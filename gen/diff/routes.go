package diff

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

// routes compares what is served, by entry point, and what protects it.
func routes(before, after *ir.Workflow) []Change {
	var changes []Change
	for _, old := range before.Flows {
		if old.Called() {
			continue // it is no route
		}
		now := flowOf(after, old.Entry.ID.Value)
		if now == nil {
			changes = append(changes, Change{Sign: '-', What: "route " + old.Entry.Route().String()})
			continue
		}
		var details []string
		if was, is := old.Entry.Route().String(), now.Entry.Route().String(); was != is {
			details = append(details, fmt.Sprintf("%s -> %s", was, is))
		}
		if was, is := facts.ProtectionOf(old).String(), facts.ProtectionOf(now).String(); was != is {
			details = append(details, fmt.Sprintf("protection: %s -> %s", was, is))
		}
		if details != nil {
			changes = append(changes, Change{
				Sign: '~', What: "route " + now.Entry.Route().String(), Details: details,
				Weaker: facts.ProtectionOf(now).WeakerThan(facts.ProtectionOf(old)),
			})
		}
	}
	for _, now := range after.Flows {
		if !now.Called() && flowOf(before, now.Entry.ID.Value) == nil {
			changes = append(changes, Change{
				Sign: '+', What: "route " + now.Entry.Route().String(), Details: []string{"protection: " + facts.ProtectionOf(now).String()},
			})
		}
	}
	return changes
}

func flowOf(w *ir.Workflow, entry string) *ir.Flow {
	i := slices.IndexFunc(w.Flows, func(f *ir.Flow) bool { return !f.Called() && f.Entry.ID.Value == entry })
	if i < 0 {
		return nil
	}
	return w.Flows[i]
}
