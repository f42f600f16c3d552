package gen_test

import (
	"fmt"
	"slices"
)

// oracle walks every way through a sketch, one by one, and says of each place that matters what was crossed before it.
// It knows nothing of steps and dominators.
type oracle struct {
	*sketch
	arrivals map[string][]arrival // by node that does or answers something
	seen     map[string]bool
	limit    int
}

// arrival is one way to a node.
type arrival struct {
	guards []string // whose first output it takes, in order
	asked  []string // outputs of Conditions on a claim of the caller: "n3:true"
}

// frame is what comes where a branch ends: a node, or the end of a region.
type frame struct{ id, region string }

// around is a region that a way is in, and what follows it.
type around struct {
	id   string
	then []frame
}

// maxVisits is how many places of ways are looked at before a sketch is too much for the oracle.
const maxVisits = 20_000

// walkAll walks from the entry point; nil where there are too many ways.
func (s *sketch) walkAll() *oracle {
	o := &oracle{sketch: s, arrivals: map[string][]arrival{}, seen: map[string]bool{}}
	o.walk("in", nil, nil, arrival{})
	if o.limit > maxVisits {
		return nil
	}
	return o
}

func (o *oracle) walk(id string, then []frame, in []around, a arrival) {
	key := fmt.Sprint(id, then, in, a)
	if o.limit++; o.seen[key] || o.limit > maxVisits {
		return
	}
	o.seen[key] = true
	p := o.pieces[id]
	if p.effect || p.status != 0 {
		o.arrivals[id] = append(o.arrivals[id], a)
	}
	if !p.firm {
		o.fail(in, a)
	}
	if slices.Contains(p.outs, "try") {
		o.walkRegion(id, then, in, a)
		return
	}
	if p.status != 0 {
		then = nil
	}
	for i, output := range p.outs {
		next := a
		if p.guard && i == 0 {
			next.guards = append(slices.Clone(a.guards), id)
		}
		if o.asksWho(id) {
			next.asked = append(slices.Clone(a.asked), id+":"+output)
		}
		o.goOn(slices.Concat(frames(o.next[id][output]), then), in, next)
	}
}

// walkRegion follows try, whose end goes on at done.
func (o *oracle) walkRegion(id string, then []frame, in []around, a arrival) {
	after := slices.Concat(frames(o.next[id]["done"]), then)
	inside := append(slices.Clone(in), around{id, after})
	o.goOn(slices.Concat(frames(o.next[id]["try"]), []frame{{region: id}}, after), inside, a)
}

// fail goes on where the failure of a node in regions is handled, or swallowed.
func (o *oracle) fail(in []around, a arrival) {
	for len(in) > 0 {
		r := in[len(in)-1]
		in = in[:len(in)-1]
		handler := slices.Concat(o.next[r.id]["catch"], o.next[r.id]["failed"])
		if len(handler) > 0 || o.pieces[r.id].typ == "tryCatch" {
			o.goOn(slices.Concat(frames(handler), r.then), in, a)
			return
		}
	}
}

// goOn is at the end of a branch.
func (o *oracle) goOn(then []frame, in []around, a arrival) {
	for len(then) > 0 && then[0].region != "" {
		then, in = then[1:], in[:len(in)-1]
	}
	if len(then) > 0 {
		o.walk(then[0].id, then[1:], in, a)
	}
}

func frames(ids []string) []frame {
	list := make([]frame, len(ids))
	for i, id := range ids {
		list[i].id = id
	}
	return list
}

// asksWho reports whether a node is a Condition on what a guard tells of the caller.
func (o *oracle) asksWho(id string) bool {
	return o.pieces[id].typ == "condition" && len(o.asks(id)) > 0
}

// asks are the guards whose claims a node reads.
func (o *oracle) asks(id string) []string {
	var ids []string
	for _, other := range o.ids {
		if o.pieces[other].claims && o.pieces[id].data == `{"conditionExpression": "`+other+`.sub == 'root'"}` {
			ids = append(ids, other)
		}
	}
	return ids
}

// matters reports whether callers should be known at a node: it changes something, answers that all went well, or with
// what is stored.
func (o *oracle) matters(id string) bool {
	p := o.pieces[id]
	return p.effect || p.status/100 == 2 || o.exposes(id)
}

// exposes reports whether nobody but a known caller should come to a node.
func (o *oracle) exposes(id string) bool {
	p := o.pieces[id]
	return p.effect || p.status != 0 && p.stored != ""
}

// protected reports whether every way to a node crosses a guard.
func (o *oracle) protected(id string) bool {
	return !slices.ContainsFunc(o.arrivals[id], func(a arrival) bool { return len(a.guards) == 0 })
}

// points are the nodes that some way leads to and that matter.
func (o *oracle) points(open bool) []string {
	var ids []string
	for _, id := range o.ids {
		if len(o.arrivals[id]) > 0 && o.matters(id) && o.protected(id) != open {
			ids = append(ids, id)
		}
	}
	return ids
}

// onAll are the names that every way to a node has in a list.
func (o *oracle) onAll(id string, list func(arrival) []string) []string {
	ways := o.arrivals[id]
	all := slices.Clone(list(ways[0]))
	for _, a := range ways[1:] {
		all = slices.DeleteFunc(all, func(name string) bool { return !slices.Contains(list(a), name) })
	}
	return all
}
