package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

// sent returns what tells whether the request has a field, of a reference to that or, where own is "", to the whole
// request, and notes that it was asked. It is nil where another workflow gives the fields, always all of them.
func (sc *scope) sent(own string) func(name string) *expr.Ref {
	f := sc.step.Flow
	if f.Called() {
		return nil
	}
	return func(name string) *expr.Ref {
		if (name == "") == (own == "") { // the request itself, or a field of a field
			return nil
		}
		name += own
		if f.asked == nil {
			f.asked = map[string]bool{}
		}
		f.asked[name] = true
		return &expr.Ref{Type: types.Of(types.Bool), Data: Source{Kind: FromSent, Node: f.Entry, Field: name}}
	}
}

// AsksSent reports whether the workflow asks if the request has a field: present(name).
func (f *Flow) AsksSent(name string) bool { return f.asked[name] }

// SentName is the Go name of the field of the request's struct that tells whether the request has the field called
// name.
func (f *Flow) SentName(name string) string {
	request := f.inputType()
	sent := goField(request, name) + "Present"
	for slices.Contains(types.GoFields(request), sent) {
		sent += "2"
	}
	return sent
}
