package expr

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// claim notes the type that a place requires of an inferred request field, where e is one. Only the first place counts:
// it holds the field itself, the others hold what was made of it.
func (c *checker) claim(e *Expr, want types.Type, guarded bool) {
	if len(c.open) == 0 {
		return
	}
	for e.Op == OpDeref || e.Op == OpPresent {
		e = e.Args[0]
	}
	if i := slices.Index(c.open, e); i >= 0 {
		c.open = slices.Delete(c.open, i, i+1)
		e.note(want, guarded)
	}
}

func (e *Expr) note(want types.Type, guarded bool) {
	e.Ref.Note(Use{Type: want.NotNull(), Guarded: guarded, Start: e.Start, End: e.End})
}
