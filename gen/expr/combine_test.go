package expr_test

import (
	"fmt"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

// operands are one value of each type, and of each way to be null.
var operands = []string{
	"name", "token", "nick", "age", "count", "ratio", "ok", "maybe", "at", "since", "took", "raw", "body.x", "tags", "items",
	"counts", "counts.a", "labels.a", "home", "work", "people", "people[0].zip", "user", "user.email", "user.name", "user.meta", "user.id",
	"loose", "null", "'a'", "5", "1.5", "true", "age + 1", "when(has(nick), nick, 'x')", "or(data.z, 5)",
}

// TestWhatChecksCompiles combines all operands with all operators and functions: what the checker lets pass,
// the Go compiler does too.
func TestWhatChecksCompiles(t *testing.T) {
	const stride = 7 // a sample, spread over all: compiling everything takes 20 seconds
	var functions []jen.Code
	all := combinations()
	for n := 0; n < len(all); n += stride {
		source := all[n]
		for i, w := range []expr.Want{{Type: orNull, Rows: true}, {Type: anything}, {Type: text, Text: true, ZeroNull: true}, {Type: types.Of(types.Float).OrNull(), Rows: true}} {
			if e, problems := check(t, newScope(), "{{"+source+"}}", w); len(problems) == 0 && !isNil(e) {
				f := jen.Comment(fmt.Sprint(i, " ", source)).Line().Func().Id(fmt.Sprint("f", len(functions))).Params(jen.Id("exec").Op("*").Qual(runtimePath, "Exec")).Error()
				functions = append(functions, f.Add(emit(e)))
			}
		}
	}
	typeCheck(t, functions)
}

// combinations are expressions of one operation, right and wrong ones.
func combinations() []string {
	var all []string
	for _, a := range operands {
		all = append(all, a, "!"+a, "-("+a+")")
		for _, b := range operands {
			for _, op := range []string{"+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||"} {
				all = append(all, "("+a+") "+op+" ("+b+")")
			}
			all = append(all, "("+a+")["+b+"]")
		}
	}
	for _, f := range expr.Functions() {
		for _, a := range operands {
			all = append(all, f.Name+"("+a+")")
			for _, b := range operands {
				all = append(all, f.Name+"("+a+", "+b+")", f.Name+"(ok, "+a+", "+b+")")
			}
		}
	}
	return all
}

// isNil reports whether e is written as nil, which has no type for use to take.
func isNil(e *expr.Expr) bool {
	for e.Op == expr.OpConvert || e.Op == expr.OpCall && (e.Name == "or" || e.Name == "when") {
		e = e.Args[len(e.Args)-1]
	}
	return e.Op == expr.OpNull
}
