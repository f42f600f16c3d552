package ir

import (
	"fmt"
	"go/constant"
	"go/token"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// beyond reports an element that a list never has which a node before writes out (FC203): the fourth of three fails
// whenever it is read.
func (s *Step) beyond(e *expr.Expr) []expr.Problem {
	var found []expr.Problem
	e.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpItem {
			return
		}
		index, known := e.Args[1].Const()
		list := s.writtenOut(e.Args[0])
		if !known || index.Kind() != constant.Int || list == nil || constant.Compare(index, token.LSS, constant.MakeInt64(int64(len(list.Items)))) {
			return
		}
		found = append(found, expr.Problem{
			Code: diag.FC203, Start: e.Args[1].Start, End: e.Args[1].End,
			Message: fmt.Sprintf("there is no element %s: the list has %d, the first being 0", index.ExactString(), len(list.Items)),
			Hint:    lastOf(len(list.Items)),
		})
	})
	return found
}

func lastOf(n int) string {
	if n == 0 {
		return "it is empty: write what it holds"
	}
	return fmt.Sprintf("write %d for the last one", n-1)
}

// writtenOut is the list of a document that an expression names, where it is always that one; else nil.
func (s *Step) writtenOut(e *expr.Expr) *Typed {
	if e.Op != expr.OpRef && e.Op != expr.OpField {
		return nil
	}
	src := sourceOf(e)
	if src.Kind != FromNode || src.Node == nil || len(s.taken(src.Node)) != 1 {
		return nil
	}
	list := s.Flow.values().Given(s.taken(src.Node)[0], src.Field)
	if list == nil || list.Tree.JSON.Kind != schema.Array {
		return nil
	}
	return list
}
