package expr

import (
	"go/constant"
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// Facts returns the keys that are proved not null when e, a bool, has the given outcome, without repetition.
func Facts(e *Expr, outcome bool) []string {
	switch {
	case e == nil || e.Type.Kind != types.Bool:
		return nil // of no bool, a mistake that is reported where it is used, nothing is known
	case e.Op == OpNot:
		return Facts(e.Args[0], !outcome)
	case e.Op == OpCall && e.Name == "has" && outcome:
		return e.Args[0].keys()
	case e.Op == OpCall && e.Name == "when":
		return whenFacts(e, outcome)
	case e.Op == OpBinary && (e.Name == "&&" || e.Name == "||"):
		return logicFacts(e, outcome)
	case e.Op == OpBinary && (e.Name == "==" || e.Name == "!="):
		return equalityFacts(e, outcome)
	}
	return refined(e, outcome)
}

func logicFacts(e *Expr, outcome bool) []string {
	left, right := Facts(e.Args[0], outcome), Facts(e.Args[1], outcome)
	if outcome == (e.Name == "&&") {
		return union(left, right) // both operands had this outcome
	}
	return intersection(left, right) // one of them had, and we do not know which
}

// equalityFacts is Facts of == and !=: with null, of a truth value with true or false, and of values that are equal,
// which are there.
func equalityFacts(e *Expr, outcome bool) []string {
	equal := outcome == (e.Name == "==")
	for i, x := range e.Args {
		other := e.Args[1-i]
		v, known := other.Const()
		switch {
		case other.Type.Kind == types.Null && !equal:
			return x.keys()
		case other.Type.Kind == types.Null:
			return nil
		case known && v.Kind() == constant.Bool && x.Type.Kind == types.Bool && len(e.maybe) == 0:
			return Facts(x, constant.BoolVal(v) == equal)
		}
	}
	facts := refined(e, outcome)
	if equal {
		facts = union(union(facts, e.Args[0].keys()), e.Args[1].keys())
	}
	return facts
}

// whenFacts is Facts of when: one alternative had this outcome, with what its choice proves, and we do not know which;
// but one that is known had it or not.
func whenFacts(e *Expr, outcome bool) []string {
	var facts []string
	possible := 0
	for i, chosen := range []bool{true, false} {
		alternative := e.Args[1+i]
		if v, known := alternative.Const(); known && constant.BoolVal(v) != outcome {
			continue
		}
		proved := union(Facts(e.Args[0], chosen), Facts(alternative, outcome))
		if possible++; possible == 1 {
			facts = proved
		} else {
			facts = intersection(facts, proved)
		}
	}
	return facts
}

// keys returns what is proved when e is not null: e itself, and that its row is there.
func (e *Expr) keys() []string {
	var keys []string
	if e.Key != "" {
		keys = append(keys, e.Key)
	}
	if e.Row != "" && e.Row != e.Key {
		keys = append(keys, e.Row)
	}
	return keys
}

func union(a, b []string) []string {
	for _, key := range b {
		if !slices.Contains(a, key) {
			a = append(a, key)
		}
	}
	return a
}

func intersection(a, b []string) []string {
	return slices.DeleteFunc(a, func(key string) bool { return !slices.Contains(b, key) })
}
