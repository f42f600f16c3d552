package expr

import (
	"go/constant"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// fit makes e what a place of the document wants, or reports that it can't be.
func (c *checker) fit(e *Expr, w Want) *Expr {
	place := w.What
	if place == "" {
		place = quote(c.source(e))
	}
	want := w.Type
	if w.List {
		return c.listed(e, place)
	}
	if w.Text && want.Kind == types.Unknown {
		want.Kind = types.String
	}
	switch {
	case e.Type.Kind == types.Unknown:
		c.claim(e, textWant(w, want), false)
		return e
	case e.absent != "" && !w.Rows:
		return c.fitAbsent(e, place, nameOfWanted(want), w)
	case e.nullable() && w.ZeroNull:
		return c.fitZero(e, place, w)
	case e.nullable() && !w.allowsNull():
		return c.mayBeNull(e, place, nameOfWanted(want))
	case e.Type.Kind == types.Null:
		return c.fitNull(e, want)
	case w.Repeats && (e.Type.Kind == types.Any || isListOfTexts(e.Type)):
		return e
	case w.Text && want.Kind == types.String:
		return c.textOf(e, place)
	}
	return c.fitted(e, place, want)
}

// isListOfTexts reports whether t is a list whose items have a text.
func isListOfTexts(t types.Type) bool {
	return t.Kind == types.List && (t.Elem.Scalar() || t.Elem.Kind == types.Any || t.Elem.Kind == types.Unknown)
}

// textWant returns what an inferred field is asked to be: a text place takes any scalar.
func textWant(w Want, want types.Type) types.Type {
	if w.Text {
		return types.Type{}
	}
	return want
}

// allowsNull reports whether what may be null may stand in the place.
func (w *Want) allowsNull() bool { return w.Type.Nullable || w.Type.Kind == types.Any }

// fitAbsent reports that the row of e may be absent.
func (c *checker) fitAbsent(e *Expr, place, want string, w Want) *Expr {
	bad := c.mayBeNull(e, place, want)
	c.problems[len(c.problems)-1].Known = w.allowsNull() || w.ZeroNull
	return bad
}

func (c *checker) fitted(e *Expr, place string, want types.Type) *Expr {
	if converted := c.convert(e, want); converted != nil {
		return converted
	}
	return c.mismatch(e, place, want)
}

func (c *checker) fitNull(e *Expr, want types.Type) *Expr {
	if want.Kind == types.Unknown {
		return e
	}
	return e.wrap(OpConvert, want.OrNull())
}

// fitZero makes e, which may be null, a value that is zero where it is, and fits that.
func (c *checker) fitZero(e *Expr, place string, w Want) *Expr {
	t := e.Type.NotNull()
	if t.Kind == types.Any || t.Kind == types.Null {
		want := w.Type.NotNull()
		if want.Kind == types.Unknown {
			want = types.Of(types.String) // what a place that takes zero for null holds, if it does not say
		}
		if c.convert(e, want) == nil {
			return c.mismatch(e, place, want)
		}
		t = want.WithLabelsOf(t)
	}
	zero := e.wrap(OpZero, t)
	zero.absent = ""
	if e.Type.Kind == types.Null && t.Kind == types.String {
		zero = constExpr(constant.MakeString(""), t, e.Start, e.End)
	}
	return c.fit(zero, w)
}

// inText makes e the text that stands for it inside a longer string.
func (c *checker) inText(e *Expr, place string) *Expr {
	if e.Type.Kind == types.Unknown {
		return e
	}
	if e = c.notNull(e, place, "string"); e.Type.Kind == types.Unknown {
		return e
	}
	return c.textOf(e, place)
}

// textOf converts a scalar to text; null-able stays null-able.
func (c *checker) textOf(e *Expr, place string) *Expr {
	switch {
	case e.Type.Kind == types.String:
		return e
	case e.Type.Scalar() || e.Type.Kind == types.Any:
		if text, ok := foldText(e); ok {
			return text
		}
		t := types.Of(types.String).With(e.Type.AllLabels())
		t.Nullable = e.nullable()
		return e.wrap(OpConvert, t)
	}
	return c.mismatch(e, place, types.Of(types.String))
}

// mismatch reports that e is of another type than wanted.
func (c *checker) mismatch(e *Expr, place string, want types.Type) *Expr {
	hint := fieldHint(c.source(e), e.Type, want)
	if hint == "" {
		hint = conversionHint(c.source(e), e.Type, want.Kind)
	}
	return c.otherType(e, place, nameOfWanted(want), hint)
}

// otherType reports that e is of none of the types that are wanted.
func (c *checker) otherType(e *Expr, place, wanted, hint string) *Expr {
	before := len(c.problems)
	bad := c.mistake(e, diag.FC206, place+": want "+wanted+", got "+e.Type.String(), hint)
	if len(c.problems) > before {
		c.problems[before].Wanted = wanted
	}
	return bad
}

// fieldHint names the fields of an object where a value of another type is wanted, as one of them is meant: those of
// that type, or the only one; "" where there is none.
func fieldHint(source string, got, want types.Type) string {
	if source == "" || got.Kind != types.Object || !want.Scalar() && want.Kind != types.Bytes && want.Kind != types.List {
		return ""
	}
	var fields []string
	for _, f := range got.Fields {
		if f.Type.Kind == want.Kind {
			fields = append(fields, memberKey(source, f.Name))
		}
	}
	if len(fields) == 0 && len(got.Fields) == 1 && got.Fields[0].Type.Scalar() {
		fields = []string{memberKey(source, got.Fields[0].Name)}
	}
	slices.Sort(fields)
	const most = 4 // as many as an Auth has: more of them are no help
	if len(fields) == 0 || len(fields) > most {
		return ""
	}
	return "name the field that is meant: " + strings.Join(fields, " or ")
}

func nameOfWanted(t types.Type) string {
	if t.Kind == types.Unknown {
		return "a value"
	}
	return t.NotNull().String()
}

// conversionHint names the function that makes a value of kind want of one of type got, "" where there is none.
func conversionHint(source string, got types.Type, want types.Kind) string {
	if source == "" {
		return ""
	}
	function := ""
	switch {
	case want == types.Duration && got.Kind == types.Int:
		return "write duration(string(" + source + ") + \"m\"): of so many minutes"
	case want == types.String && got.Kind == types.Bytes:
		return "convert it: string(" + source + "), or base64(" + source + ") where it may be no text"
	case got.Kind == types.Bytes && convertible(want) && want != types.Any:
		return "convert it: " + want.String() + "(string(" + source + "))"
	case want == types.String && got.Scalar():
		function = "string"
	case want == types.String:
		function = "json"
	case want == types.Time && got.Kind == types.String:
		function = "parseTime"
	case want == types.Duration && got.Kind == types.String:
		function = "duration"
	case want == types.Int && got.Kind == types.Time:
		function = "unix"
	case (want == types.Int || want == types.Float || want == types.Bool) && convertible(got.Kind):
		function = want.String()
	default:
		return ""
	}
	return "convert it: " + function + "(" + source + ")"
}

// convertible reports whether int, float and bool take a value of kind k.
func convertible(k types.Kind) bool {
	switch k {
	case types.String, types.Int, types.Float, types.Bool, types.Any:
		return true
	}
	return false
}

// article puts a or an before the name of a kind.
func article(kind string) string {
	switch kind[0] {
	case 'a', 'i', 'o', 'u':
		return "an " + kind
	}
	return "a " + kind
}

// plural counts arguments in messages.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
