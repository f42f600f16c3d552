package facts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
)

// WeakerThan reports whether p admits callers that was rejects: more is public, a path leads around a guard, or a
// condition on the caller is gone. Guards of different kinds or scopes are not compared, as neither is stronger.
func (p Protection) WeakerThan(was Protection) bool {
	if p.Partly && (!was.Partly || len(was.Ways) > 0 && len(p.Ways) == 0) && len(was.Guards) > 0 {
		return true
	}
	asked := p.conjuncts()
	if slices.ContainsFunc(was.conjuncts(), func(c string) bool { return !slices.Contains(asked, c) }) {
		return true
	}
	return slices.ContainsFunc(p.Ways, func(way []*ir.Out) bool {
		return len(was.Ways) > 0 && !slices.ContainsFunc(was.Ways, func(old []*ir.Out) bool { return holdsAll(way, old) })
	})
}

// holdsAll reports whether a way has a guard like each of another one.
func holdsAll(way, other []*ir.Out) bool {
	return !slices.ContainsFunc(other, func(guard *ir.Out) bool {
		return !slices.ContainsFunc(way, func(o *ir.Out) bool { return like(o) == like(guard) })
	})
}

// like is a key of guards that let the same callers through, whatever their nodes are called: the scope, else the kind.
func like(o *ir.Out) string {
	if served := o.Step.Node.Route(); served.Scope != "" || served.Hook {
		return shown(o)
	}
	return o.Step.Node.Kind()
}
