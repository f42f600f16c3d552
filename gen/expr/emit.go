package expr

import (
	"go/constant"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

// The packages that emitted expressions call.
const (
	runtimePath = "github.com/flowc-dev/flowc/runtime"
	fnPath      = runtimePath + "/fn"
)

// Gen is what the emitter of a handler offers to the expressions in it.
type Gen interface {
	Ref(r *Ref) *jen.Statement              // the Go expression of a value, to be selected of or read; a new Statement at each call
	Whole(r *Ref) *jen.Statement            // Ref for an object that is used as such: of the Go struct that its type names
	Present(row string) *jen.Statement      // bool: whether the row is there
	Exec() *jen.Statement                   // the *rt.Exec
	Temp(hint string) string                // a local name like hint, neither taken nor a keyword or package of the file
	Add(c ...jen.Code)                      // adds statements before the one being written
	Block(f func()) []jen.Code              // the statements that f adds, for a nested block
	Assign(name string, call, err jen.Code) // adds `name, err := call`, and leaves the enclosing function with err where it fails
	Regexp(pattern string) *jen.Statement   // a *regexp.Regexp of package level, compiled once
	Element(depth int) string               // a local name for the element of a loop in depth others; loops that are not in each other share it
	Zone(name string) *jen.Statement        // a *time.Location, loaded once
	Key(variable string) *jen.Statement     // a *seal.Key of an environment variable, derived once
}

// Go writes e as a Go expression. What it needs to have run before (conversions that can fail, branches
// that are evaluated only when needed) is added to g. e must have been checked without problems.
func Go(e *Expr, g Gen) *jen.Statement {
	return writer{Gen: g}.expr(e).Statement
}

// writer writes the expressions of one place.
type writer struct {
	Gen
	known bool                // see GoKnown
	held  map[*Expr]code      // of the operands that are written before the comparison that they stand in
	at    *Expr               // what is being written: where it fails, whatever of the request it is made of is at fault
	names map[*element]string // of the variables that hold the elements
}

// failure is the error of a call that failed: the caller's fault where its data went in.
func (w writer) failure() jen.Code { return Failure(w.at) }

// Failure is the error of a call that failed on what the expressions say: the caller's fault where one reads its data,
// and the token's where one reads a claim.
func Failure(of ...*Expr) jen.Code {
	for _, e := range of {
		if field := Sent(e); field != "" {
			return rt("BadInput").Call(jen.Lit(field), jen.Err())
		}
		if name := Claim(e); name != "" {
			return rt("BadClaim").Call(jen.Lit(name), jen.Err())
		}
	}
	return jen.Err()
}

// blaming returns w for a failure that is the fault of one operand, if the caller has sent it.
func (w writer) blaming(operand *Expr) writer {
	w.at = operand
	return w
}

// code is a Go expression with how tightly it binds, so that parentheses stand only where Go needs them.
type code struct {
	*jen.Statement
	binds int
}

// How tightly Go expressions bind: the precedences of the language's binary operators, and above them.
const (
	bindsOr = 1 + iota
	bindsAnd
	bindsCompare
	bindsAdd
	bindsMultiply
	bindsUnary
	bindsPrimary
)

func primary(s *jen.Statement) code { return code{s, bindsPrimary} }

// atLeast returns c in parentheses where it binds less tightly than its place asks for.
func (c code) atLeast(binds int) *jen.Statement {
	if c.binds < binds {
		return jen.Parens(c.Statement)
	}
	return c.Statement
}

func (w writer) expr(e *Expr) code {
	w.at = e
	if held, ok := w.held[e]; ok {
		return code{held.Clone(), held.binds}
	}
	switch e.Op {
	case OpConst:
		return literal(e)
	case OpNull:
		return primary(jen.Nil())
	case OpRef:
		return w.ref(e)
	case OpElement:
		e.of.read = true
		return primary(jen.Id(w.names[e.of]))
	case OpField:
		of := e.Args[0].Type
		value := w.owner(e.Args[0]).Dot(types.GoFields(of)[e.field])
		if of.Fields[e.field].Native {
			value = jen.Int64().Parens(value)
		}
		return primary(value)
	case OpAt, OpItem, OpLookup:
		return w.element(e)
	case OpNot:
		return w.not(e.Args[0])
	case OpNegate:
		return w.negate(e)
	case OpBinary:
		return w.binary(e)
	case OpCall:
		return e.fn.emit(w, e)
	case OpText:
		return w.text(e)
	}
	return w.conversion(e)
}

func (w writer) ref(e *Expr) code {
	if e.Type.Kind == types.Object {
		return primary(w.Whole(e.Ref))
	}
	return primary(w.Ref(e.Ref))
}

// typed is expr for a place that does not say a type: `:=`, and an argument of type any.
func (w writer) typed(e *Expr) *jen.Statement {
	if e.Op == OpConst && e.Type.Kind == types.Int {
		return jen.Int64().Parens(literal(e).Statement)
	}
	return w.expr(e).Statement
}

// literal writes a constant as Go's untyped one.
func literal(e *Expr) code {
	switch e.Type.Kind {
	case types.String:
		return primary(textLiteral(constant.StringVal(e.value)))
	case types.Bool:
		return primary(jen.Lit(constant.BoolVal(e.value)))
	case types.Int:
		return signed(e.value, jen.Op(constant.ToInt(e.value).ExactString()))
	}
	f, _ := constant.Float64Val(e.value)
	return signed(e.value, jen.Lit(f))
}

// textLiteral writes a text of several lines, such as a page, as it looks where a raw literal can hold it.
func textLiteral(text string) *jen.Statement {
	severalLines := strings.Contains(strings.TrimSuffix(text, "\n"), "\n")
	if severalLines && strconv.CanBackquote(strings.ReplaceAll(text, "\n", "")) {
		return jen.Op("`" + text + "`")
	}
	return jen.Lit(text)
}

func signed(v constant.Value, s *jen.Statement) code {
	if constant.Sign(v) < 0 {
		return code{s, bindsUnary}
	}
	return primary(s)
}

// owner writes what a field is selected of: Go follows a pointer by itself there.
func (w writer) owner(e *Expr) *jen.Statement {
	if e.Op == OpDeref {
		e = e.Args[0]
	}
	if e.Op == OpRef {
		return w.Ref(e.Ref)
	}
	return w.expr(e).atLeast(bindsPrimary)
}

// receiver writes what a method is called of: Go follows a pointer by itself there too.
func (w writer) receiver(e *Expr) *jen.Statement {
	if _, held := w.held[e]; !held && e.Op == OpDeref {
		e = e.Args[0]
	}
	return w.expr(e).atLeast(bindsPrimary)
}

// element writes what is selected of an any, a list or a map.
func (w writer) element(e *Expr) code {
	of := e.Args[0]
	switch {
	case e.Op == OpAt && len(e.Args) == 1:
		return primary(w.expr(of).atLeast(bindsPrimary).Dot("At").Call(jen.Lit(e.Name)))
	case e.Op == OpAt:
		of := w.expr(of).atLeast(bindsPrimary)
		return primary(of.Dot("At").Call(w.expr(e.Args[1]).Statement))
	case e.Op == OpItem && of.Type.Kind == types.Any:
		of := w.expr(of).atLeast(bindsPrimary)
		return primary(of.Dot("Index").Call(w.expr(e.Args[1]).Statement))
	case e.Op == OpItem:
		index := e.Args[1]
		item := fn("Item").Call(w.expr(of).Statement, w.expr(index).Statement)
		if Sent(index) != "" {
			return w.blaming(index).fallible("item", item)
		}
		return w.fallible("item", item)
	case of.Type.Import != "": // no Go map
		return primary(w.expr(of).atLeast(bindsPrimary).Dot("At").Call(w.expr(e.Args[1]).Statement))
	case storesNull(*of.Type.Elem):
		return w.lookup(e)
	}
	members := w.expr(of).Statement
	return primary(fn("Lookup").Call(members, w.expr(e.Args[1]).Statement))
}

// lookup writes a plain m[key], whose zero value is null already or which is proved to be there.
func (w writer) lookup(e *Expr) code {
	members := w.expr(e.Args[0]).atLeast(bindsPrimary)
	return primary(members.Index(w.expr(e.Args[1]).Statement))
}

// storesNull reports whether the zero value in Go of a type is null.
func storesNull(t types.Type) bool { return t.Nullable || t.Kind == types.Any }

// text writes texts one after the other.
func (w writer) text(e *Expr) code {
	sum := jen.Null()
	for i, arg := range e.Args {
		if i > 0 {
			sum.Op("+")
		}
		sum.Add(w.expr(arg).atLeast(bindsAdd))
	}
	return code{sum, bindsAdd}
}

// fallible adds a call that can fail to the statements before and returns the variable that holds its result.
func (w writer) fallible(hint string, call *jen.Statement) code {
	return w.hoist(hint, call, w.failure())
}

// fallibleAny is fallible for a method of rt.Value, whose error knows whether the caller is at fault.
func (w writer) fallibleAny(hint string, call *jen.Statement) code {
	return w.hoist(hint, call, jen.Err())
}

func (w writer) hoist(hint string, call *jen.Statement, failure jen.Code) code {
	name := w.Temp(hint)
	w.Assign(name, call, failure)
	return primary(jen.Id(name))
}

// rt is something of the runtime, and fn a function of it that needs nothing but its arguments.
func rt(name string) *jen.Statement { return jen.Qual(runtimePath, name) }
func fn(name string) *jen.Statement { return jen.Qual(fnPath, name) }

// NameOf is what a value is called in the document: the last name of what it is, or otherwise.
func NameOf(e *Expr, otherwise string) string {
	for e.Key == "" && len(e.Args) == 1 {
		e = e.Args[0]
	}
	if strings.HasSuffix(e.Key, "[]") {
		return "item" // of a list
	}
	return hint(e, otherwise)
}

// hint proposes a local name for a value made of e: that of e in the document, where it has one.
func hint(e *Expr, otherwise string) string {
	if name := types.GoLocal(lastName(e.Key)); name != "" {
		return name
	}
	return otherwise
}

// lastName returns the last name of a key: "name" of `user.name` and of `user["name"]`.
func lastName(key string) string {
	end := len(key)
	for i := len(key) - 1; i >= 0; i-- {
		switch key[i] {
		case '.':
			return key[i+1 : end]
		case '[':
			if name, err := strconv.Unquote(key[i+1 : len(key)-1]); err == nil {
				return name
			}
			end = i // the number of an element
		}
	}
	return key[:end]
}
