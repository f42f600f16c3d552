package expr

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// nullable reports whether e has to be proved, or given a fallback, before it may stand where null can't.
// A plain any, a member of JSON, may be null too; converting it fails then, at run time.
func (e *Expr) nullable() bool { return e.absent != "" || e.Type.Nullable }

// mayBeNull reports that e may be null where it can't be. place begins the message.
func (c *checker) mayBeNull(e *Expr, place, want string) *Expr {
	if want == "null" {
		want = "a value" // the other one is null as well
	}
	if e.Type.Kind == types.Null {
		return c.mistake(e, diag.FC206, place+": want "+want+", got null", "")
	}
	if c.lost() {
		return &Expr{Op: OpBad, Start: e.Start, End: e.End}
	}
	source := c.source(e)
	message := quote(source) + " may be missing"
	if place != quote(source) {
		message = place + ": " + message
	}
	if e.absent != "" && e.absent != source {
		message += ", as the row " + quote(e.absent) + " may be"
	}
	instead := "or(" + source + ", " + cmp.Or(c.instead, fallback(e.Type, want)) + ")"
	if e.Type.Kind == types.Object && e.absent == "" {
		instead = "when(has(" + source + "), " + source + ".…, …)" // no object can be written in its place
	}
	hint := "use " + instead + ", or a Condition on has(" + cmp.Or(e.absent, source) + ")"
	if beside := e.beside(); beside != "" && e.absent == "" {
		of := strings.Trim(source, "() ")
		hint = "it is always null there: write " + of[:strings.LastIndexByte(of, '.')+1] + beside
	}
	bad := c.mistake(e, diag.FC206, message, hint)
	p := &c.problems[len(c.problems)-1]
	p.Row, p.Null = e.absent, true
	return bad
}

// beside is the field that is read in place of one that is always null; "" where e is none of these.
func (e *Expr) beside() string {
	if e.Op != OpField {
		return ""
	}
	return e.Args[0].Type.Fields[e.field].Instead
}

// fallback is what may stand in for a value of a type, to begin with; "…" where another type is wanted.
func fallback(t types.Type, want string) string {
	if want != "a value" && want != t.Kind.String() {
		return "…"
	}
	switch t.Kind {
	case types.String:
		return `""`
	case types.Int, types.Float:
		return "0"
	case types.Bool:
		return "false"
	}
	return "…"
}

// lost reports whether a name of the string was refused: it may have been what proves that others are not null.
func (c *checker) lost() bool {
	return slices.ContainsFunc(c.problems, func(p Problem) bool { return p.Code == diag.FC204 })
}

// notNull returns e where it can't be null, and reports it where it may be.
func (c *checker) notNull(e *Expr, place, want string) *Expr {
	if e.nullable() {
		return c.mayBeNull(e, place, want)
	}
	return e
}
