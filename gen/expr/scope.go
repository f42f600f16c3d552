package expr

import (
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Name is one name of a chain such as user.email.
type Name struct {
	Text       string
	Start, End int // half-open range of byte offsets of the decoded string
}

// Scope says what names mean at one place of a workflow.
type Scope interface {
	// Resolve is given the longest chain of names that stands at the root of a reference and returns
	// the value that the first n of them mean, 0 < n <= len(path); the checker selects the rest by type.
	// user.email gives [user email] and request.headers["x-name"] gives [request headers x-name]: an
	// index that is literal text counts as a name. Where it returns a problem, the other results are
	// ignored and the expression is of unknown type; a problem without a range gets that of path.
	Resolve(path []Name) (ref *Ref, n int, problem *Problem)
	// Proved reports whether a key was proved not null on every way to here: Ref.Key, Ref.Row, or one
	// that Facts gave (Ref.Key with fields appended).
	Proved(key string) bool
}

// Ref is the value that a chain of names resolved to.
type Ref struct {
	Key  string     // canonical name of the value: "user", "in.email", "env.JWT_SECRET"
	Row  string     // key of the row that it is or belongs to, where that row may be absent as a whole; else ""
	Type types.Type // as stored in the Go value: Nullable means a pointer there
	// Sent returns, of the request and of a field of it, the value that holds whether the request has the field: the one
	// called name, or where that is "" itself; nil where there is no such thing.
	Sent func(name string) *Ref
	From string // the field of the request that it is made of, where Key does not say so; else ""
	// Claim is what of a verified token it is made of; else "".
	Claim string
	Note  func(Use) // gets each use of a request field whose type is inferred; nil for other values
	Data  any       // the scope's own, not read here
}

// Use is one use of a request field whose type is to be inferred.
type Use struct {
	Type       types.Type // wanted there, never Nullable; Kind Unknown where any type would do
	Guarded    bool       // it is itself the operand of has or the first of or: null may stand there
	Start, End int        // half-open range of byte offsets of the decoded string
}

// Want says what may stand in a place of the document.
type Want struct {
	// Type is the wanted type. Kind Unknown: anything goes, as it is. Kind Any: anything goes and becomes
	// an rt.Value. Nullable: null may stand there (the expression may still be of a type without null).
	Type types.Type
	// List marks a place for a list, whatever it is of. Type is not read then.
	List bool
	// Text marks a place that is text by nature (a header, a URL, a cookie, a key): a scalar is
	// converted to text. Type is then string, or of Kind Unknown.
	Text bool
	// Repeats lets a list of scalars stand in a place of text, and an any, as they are.
	Repeats bool
	// ZeroNull lets null stand there and makes it the zero value of Type (hashAgainst, jwtToken).
	ZeroNull bool
	// Rows lets a row stand there that may be absent, and a column of it, as null does (hashAgainst).
	Rows bool
	// Syntax is what the text has to keep to there.
	Syntax Syntax
	// What names the place in messages: `field "hashInput"`.
	What string
	// Code is of the problem of another type there, FC206 where it is nil.
	Code *diag.Code
	// Strict refuses what may be null as an operand of == and !=, which would not be unknown there.
	Strict bool
	// Instead is what the hint names where null is not allowed, "" where the type of the value decides what may replace
	// it.
	Instead string
}
