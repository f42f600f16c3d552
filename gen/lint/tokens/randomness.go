package tokens

import (
	"go/constant"
	"math"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/types"
)

// How much of a text nobody else knows. What a Call gives, and what one returns, is followed to where it is made.

// random is the entropy of a text in bits, unknownBits where it can't be computed, and the step that limits it.
type random struct {
	bits float64
	at   *ir.Step
}

// made is an expression of a step, in an execution that some Calls have led to, the innermost first.
type made struct {
	g     *values.Graph
	step  *ir.Step
	calls []*ir.Step
	expr  *expr.Expr
}

func (m made) of(e *expr.Expr) made { return made{m.g, m.step, m.calls, e} }

// digested is what an expression is the SHA-256 or the HMAC of; none where it is neither.
func (m made) digested() []made {
	var list []made
	for _, e := range m.plain() {
		if of, _ := e.expr.Digest(); of != nil {
			list = append(list, e.of(of).plain()...)
		}
	}
	return list
}

// plain is an expression without conversions and names, as a Call gives it, or as one returns it by each of the ends
// that lead here.
func (m made) plain() []made {
	g := m.g
	var list []made
	walk := trace.Walk{Through: trace.Plain, Calls: g.Numbers(m.calls)}
	for at := range g.Back(walk, g.Expr(m.expr)) {
		if a := g.Read(at); !g.Reached(at.Value, trace.Plain) {
			list = append(list, made{g, a.Step, g.Steps(at.Calls()), a.Expr})
		}
	}
	return list
}

// randomness is how random the least random value of an expression is.
func (m made) randomness() random {
	least := random{unknownBits, m.step}
	for _, e := range m.plain() {
		if found := e.bits(); found.bits < least.bits {
			least = found
		}
	}
	return least
}

// bits are those of an expression that is plain.
func (m made) bits() random {
	e := m.expr
	if e == nil || e.Op == expr.OpBad || e.Type.AllLabels().Has(types.Confidential) {
		return random{unknownBits, m.step}
	}
	if _, known := e.Const(); known {
		return random{0, m.step}
	}
	switch {
	case e.Op == expr.OpCall && e.Name == "randomCode":
		return random{codeBits(e), m.step}
	case e.Op == expr.OpCall && e.Name == "now":
		return random{0, m.step}
	case e.Op == expr.OpCall && (e.Fresh() || len(e.Args) == 0):
		return random{unknownBits, m.step}
	case e.Op == expr.OpCall, e.Op == expr.OpText, e.Op == expr.OpBinary:
		return m.sum()
	case e.Op == expr.OpRef || e.Op == expr.OpField:
		return random{m.knownBits(), m.step}
	}
	return random{unknownBits, m.step}
}

// sum is how random a text is that is made of several.
func (m made) sum() random {
	all := random{0, m.step}
	most := 0.0
	for _, arg := range m.expr.Args {
		part := m.of(arg).randomness()
		all.bits = min(all.bits+part.bits, unknownBits)
		if part.bits > most {
			most, all.at = part.bits, part.at
		}
	}
	return all
}

// knownBits are those of what a caller sends, which others may know, and of the number of a row: none.
func (m made) knownBits() float64 {
	labels := m.expr.Type.AllLabels()
	if labels.Has(types.Caller) && !m.step.Flow.Called() || labels.Has(types.Data) && m.expr.Type.Kind == types.Int {
		return 0
	}
	return unknownBits
}

// codeBits are those of randomCode(count, alphabet).
func codeBits(e *expr.Expr) float64 {
	count, known := e.Args[0].Const()
	alphabet, both := e.Args[1].Const()
	if !known || !both {
		return unknownBits
	}
	n, _ := constant.Float64Val(constant.ToFloat(count))
	return n * math.Log2(float64(utf8.RuneCountInString(expr.ConstText(alphabet))))
}
