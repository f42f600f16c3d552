package golden_test

import (
	"fmt"
	"slices"
)

// ways are all ways through a random workflow, and what is wrong with them: what FC301 to FC303 are about, written down
// a second time, straight from their definition.
type ways struct {
	*document
	unwired  map[end]bool       // outputs that need a wire and have none
	ends     map[end]bool       // where a way ends without an answer
	goes     map[[2]string]bool // from which node to which one some way goes
	handlers map[string]bool    // nodes that a failure leads to, from any node of a region
	seen     map[string]bool
}

// end is an output at which a way ends.
type end struct{ node, output string }

// follow is what comes where a branch ends: a node, or the end of a region and then the next.
type follow struct{ id, region string }

// ways walks all ways from all entry points.
func (d *document) ways() *ways {
	w := &ways{document: d, unwired: map[end]bool{}, ends: map[end]bool{}, goes: map[[2]string]bool{},
		handlers: map[string]bool{}, seen: map[string]bool{}}
	for _, e := range d.entries {
		w.walk(e.node, nil, false)
	}
	return w
}

// codes are the errors that a linter must find, each at its node and output: one for each mistake, so that an end below
// what handles the failure of a region is none where the region itself ends, as one wire mends both.
func (w *ways) codes() map[string]bool {
	codes := map[string]bool{}
	for e := range w.unwired {
		code := "FC302"
		if e.output == "invalid" {
			code = "FC301"
		}
		codes[fmt.Sprint(code, e)] = true
	}
	for e := range w.ends {
		if w.handlesOpen(e.node) {
			continue
		}
		codes[fmt.Sprint("FC303", e)] = true
	}
	return codes
}

// handlesOpen says whether a node is only reached by way of what handles the failure of a region that ends unanswered.
func (w *ways) handlesOpen(id string) bool {
	return slices.ContainsFunc(w.nodes, func(n node) bool {
		handlers := w.targets(n.ID, "catch")
		return len(handlers) > 0 && w.ends[end{n.ID, "done"}] && !w.isReached(id, handlers[0])
	})
}

// isReached says whether some way leads to a node without another one.
func (w *ways) isReached(id, without string) bool {
	seen := map[string]bool{without: true}
	var pending []string
	for _, e := range w.entries {
		pending = append(pending, e.node)
	}
	for len(pending) > 0 {
		at := pending[0]
		pending = pending[1:]
		if at == id && at != without {
			return true
		}
		if seen[at] {
			continue
		}
		seen[at] = true
		for step := range w.goes {
			if step[0] == at {
				pending = append(pending, step[1])
			}
		}
	}
	return false
}

// walk goes on at a node; then is what follows where its branch ends, and answered whether a Response came before.
func (w *ways) walk(id string, then []follow, answered bool) {
	key := fmt.Sprint(id, then, answered)
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	n := w.node(id)
	if n.Type == "response" || n.Type == "return" {
		answered, then = true, nil
	}
	done := slices.Concat(follows(w.targets(id, "done")), then)
	if n.Type == "forEach" {
		w.leave(end{id, "done"}, done, answered)
	}
	for _, out := range n.outputs() {
		targets, after := w.targets(id, out.name), then
		switch {
		case out.name == "try", out.name == "each":
			after = slices.Concat([]follow{{region: id}}, done)
		case out.name == "catch":
			after = done
		}
		switch {
		case len(targets) == 0 && out.required && (!answered && !w.inEach(then) || slices.Contains([]string{"invalid", "forbidden", "limited", "try", "each"}, out.name)):
			w.unwired[end{id, out.name}] = true
		case len(targets) == 0 && out.name == "catch" && len(w.targets(id, "try")) == 0: // nothing fails there
		case len(targets) > 0 || !out.optional || out.required:
			w.leave(end{id, out.name}, slices.Concat(follows(targets), after), answered)
		}
	}
}

// inEach says whether a way is in what is done for each item of a list, where nobody waits for an answer.
func (w *ways) inEach(then []follow) bool {
	return slices.ContainsFunc(then, func(f follow) bool { return f.region != "" && w.node(f.region).Type == "forEach" })
}

func follows(ids []string) []follow {
	list := make([]follow, len(ids))
	for i, id := range ids {
		list[i].id = id
	}
	return list
}

// leave goes on behind an output. A way that ends inside regions ends at the outermost of them, and one that ends
// where a failure is swallowed, at what swallows it.
func (w *ways) leave(out end, then []follow, answered bool) {
	at := out
	if out.output == "catch" {
		at.output = "done"
	}
	for len(then) > 0 && then[0].region != "" {
		at = end{then[0].region, "done"}
		then = then[1:]
	}
	if len(then) == 0 {
		if !answered {
			w.ends[at] = true
		}
		return
	}
	next := then[0].id
	w.goes[[2]string{out.node, next}] = true
	if out.output == "catch" || out.output == "failed" {
		w.handlers[next] = true
	}
	w.walk(next, then[1:], answered)
}

// isPath says whether a way goes along path, from an entry point to a node.
func (w *ways) isPath(path []string, to string) bool {
	begins := func(e entryPoint) bool { return len(path) > 0 && path[0] == e.node }
	if !slices.ContainsFunc(w.entries, begins) || path[len(path)-1] != to {
		return false
	}
	before := path[0]
	for i, id := range path[1:] {
		if slices.Contains(path[:i+1], id) {
			continue // it yields something at the end of its region
		}
		if !w.goes[[2]string{before, id}] && !w.handlers[id] {
			return false
		}
		before = id
	}
	return true
}
