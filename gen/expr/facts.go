package expr

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// Facts returns the keys that are proved not null when e, a bool, has the given outcome, without repetition.
func Facts(e *Expr, outcome bool) []string {
	switch {
	case e == nil:
		return nil
	case e.Op == OpNot:
		return Facts(e.Args[0], !outcome)
	case e.Op == OpCall && e.Name == "has" && outcome:
		return e.Args[0].keys()
	case e.Op == OpBinary:
		return binaryFacts(e, outcome)
	}
	return nil
}

func binaryFacts(e *Expr, outcome bool) []string {
	switch e.Name {
	case "==", "!=":
		if outcome != (e.Name == "!=") {
			return nil
		}
		if e.Args[1].Type.Kind == types.Null {
			return e.Args[0].keys()
		}
		if e.Args[0].Type.Kind == types.Null {
			return e.Args[1].keys()
		}
	case "&&", "||":
		left, right := Facts(e.Args[0], outcome), Facts(e.Args[1], outcome)
		if outcome == (e.Name == "&&") {
			return union(left, right) // both operands had this outcome
		}
		return intersection(left, right) // one of them had, and we do not know which
	}
	return nil
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
