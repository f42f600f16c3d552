package trace

import "slices"

// Verdict is what a judgement says of a value.
type Verdict uint8

// The verdicts.
const (
	Open Verdict = iota // it follows from what the value is made of
	Fails
	Neutral // as a constant: it decides nothing beside other values
	Holds
)

// Judgement decides whether something holds of a value. It holds of a value with several parts where it holds of all
// parts that are not neutral, and of a value that may be one of several where it holds of one of them.
type Judgement struct {
	Of func(Value) Verdict // Open leads on to what a value is made of
	// Either reports whether an edge comes from one of several values of which one is enough. Where there is such an edge
	// into a value, others do not count.
	Either func(Edge) bool
	Passes func(Edge) bool // as of a Walk
}

// Judge returns the verdict on a value, which is never Open: the least one that agrees with all edges. A value that
// nothing is known of fails.
func (g *Graph) Judge(j Judgement, v Value) Verdict {
	verdicts := map[Value]Verdict{}
	var open []Value
	walk := Walk{Through: All, Passes: j.Passes, Stop: func(v Value) bool { return verdicts[v] != Open }}
	for at := range g.Back(walk, v) {
		if _, seen := verdicts[at.Value]; seen {
			continue
		}
		verdicts[at.Value] = j.Of(at.Value)
		if verdicts[at.Value] == Open {
			open = append(open, at.Value)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, v := range slices.Backward(open) {
			before := verdicts[v]
			verdicts[v] = g.follows(j, v, verdicts)
			changed = changed || verdicts[v] != before
		}
	}
	return verdicts[v]
}

// follows returns the verdict on a value that follows from those on what it is made of.
func (g *Graph) follows(j Judgement, v Value, verdicts map[Value]Verdict) Verdict {
	either, all := Open, Open
	for e := range g.In(v) {
		of := max(verdicts[e.From], Fails)
		switch {
		case j.Passes != nil && !j.Passes(e):
		case j.Either(e):
			either = max(either, of)
		case all != Fails && of != Fails:
			all = max(all, of)
		default:
			all = Fails
		}
	}
	switch {
	case either == Holds:
		return Holds
	case either != Open:
		return Fails
	}
	return max(all, Fails)
}
