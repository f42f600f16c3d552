package expr

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
)

// Function is one function of expressions: the one place that says what it is called, what it takes and gives,
// what it does to labels, and how it is written in Go.
type Function struct {
	Name    string
	Doc     string // one sentence, Markdown: what it returns
	Params  []Param
	More    bool         // the last parameter may be given any number of times, at least once
	Result  types.Type   // Kind Unknown where it depends on the arguments
	Fresh   bool         // each call gives another value, of the clock or of chance
	Random  bool         // of Fresh: its result is a credential, which cannot be guessed
	Ways    []trace.Way  // how each argument goes into the result; the last one of any further arguments, too
	Pieces  bool         // its result is a piece of its first argument, or says something about one
	cut     bool         // its result is what lies between the occurrences of the second argument in the first one
	Closed  bool         // nothing in its text ends the text around it, though it may have quotes
	Results string       // of a Result that depends: how the documentation calls it
	Example string       // a call of it, which a test runs
	Is      string       // what the example gives, as JSON
	form    *form        // of the texts that it gives; nil where they may be any
	rule    rule         // checks the arguments together; nil where Params and Result say it all
	labels  labelRule    // nil where the result carries what the arguments carry
	rest    restRule     // nil where its result is never the whole rest of an argument
	narrow  narrowRule   // nil where arguments prove nothing for each other
	emit    emitFunction // writes the call in Go
}

// Param is one parameter of a Function.
type Param struct {
	Name    string
	Kinds   []types.Kind // that it takes; none: any of them
	Literal bool         // it has to be known at compile time
	null    bool         // null may stand there; rule decides
	each    bool         // it is evaluated for each element of the first argument, which item is in it
	// optional is set on a last parameter that a call may leave out.
	optional bool
}

type (
	// rule checks a call whose arguments fit their parameters. It sets the type of the call and may convert
	// arguments, or report a problem and return another Expr.
	rule func(c *checker, call *Expr) *Expr
	// labelRule returns the labels of a result from those of all arguments.
	labelRule func(types.Label) types.Label
	// restRule returns the argument of which a call is all that stands behind a fixed prefix, nil where it is not.
	restRule func(call *Expr) *Expr
	// narrowRule returns the keys that are proved not null while the argument after args is evaluated.
	narrowRule func(args []*Expr) []string
	// emitFunction writes a call in Go.
	emitFunction func(w writer, call *Expr) code
)

// Functions lists the functions of expressions in the order of their names.
func Functions() []Function {
	all := slices.Clone(functions)
	slices.SortFunc(all, func(a, b Function) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Signature writes the parameters and the result as the documentation shows them:
// "replace(text string, old string, new string) string".
func (f *Function) Signature() string {
	params := make([]string, len(f.Params))
	for i, p := range f.Params {
		params[i] = p.Name
		if len(p.Kinds) > 0 {
			params[i] += " " + kindNames(p.Kinds)
		}
		if p.optional {
			params[i] = "[" + params[i] + "]"
		}
	}
	if f.More {
		params = append(params, "…")
	}
	result := f.Results
	if result == "" {
		result = f.Result.String()
	}
	return f.Name + "(" + strings.Join(params, ", ") + ") " + result
}

// sample is the call of f in its example.
func (f *Function) sample() string {
	start := max(strings.Index(f.Example, f.Name+"("), 0)
	depth := 0
	for i := start; i < len(f.Example); i++ {
		switch c := f.Example[i]; {
		case isQuote(c):
			i = max(textEnd(f.Example, i)-1, i)
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return f.Example[start : i+1]
			}
		}
	}
	return f.Example
}

// param returns the parameter that argument i is for.
func (f *Function) param(i int) *Param {
	return &f.Params[min(i, len(f.Params)-1)]
}

// eachAt reports whether the second argument is evaluated for each element of the first.
func (f *Function) eachAt() bool { return len(f.Params) > 1 && f.Params[1].each }

// takes reports whether f can be called with n arguments.
func (f *Function) takes(n int) bool {
	return n >= f.least() && n <= len(f.Params) || f.More && n > len(f.Params)
}

// least returns how many arguments f takes at least.
func (f *Function) least() int {
	if n := len(f.Params); n > 0 && f.Params[n-1].optional {
		return n - 1
	}
	return len(f.Params)
}

// functions is the table of all functions; it never changes.
var functions = slices.Concat(
	nullFunctions, numberFunctions, textFunctions, conversionFunctions, encodingFunctions, timeFunctions, listFunctions, trustFunctions,
)

func function(name string) *Function {
	for i := range functions {
		if functions[i].Name == name {
			return &functions[i]
		}
	}
	return nil
}

func functionNames() []string {
	names := make([]string, len(functions))
	for i := range functions {
		names[i] = functions[i].Name
	}
	return names
}

func param(name string, kinds ...types.Kind) Param { return Param{Name: name, Kinds: kinds} }

// noLabels is for functions whose result says too little of their arguments to be guarded as they are.
func noLabels(types.Label) types.Label { return 0 }

// hashedLabels is for one-way functions: what was a token can't be used as one any more. A password keeps its
// label, as only Hash is slow enough for it.
func hashedLabels(l types.Label) types.Label {
	if l.Has(types.Token) {
		l = l&^types.Token | types.Hash
	}
	return l
}

func tokenLabels(types.Label) types.Label { return types.LabelsOf(types.FromRandom, "") }
