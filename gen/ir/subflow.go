package ir

import (
	"maps"
	"reflect"
	"slices"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// A workflow that others call is compiled once, with what all Calls of the folder give it: their labels, null and
// protection. What it returns is what they go on with.

// subflows are the workflows of a folder that others call, by stem.
type subflows struct {
	called map[string]*Called
	given  map[string]*Given
	lost   map[string]bool      // stems of documents that could not be read or begin nowhere: one may be a workflow that is called
	rounds map[callOf][]string  // Calls that lead back to a workflow which leads to them, with the stems on that way
	others map[string]diag.Span // stems of workflows that nobody can call, and where their names are
}

// callOf is a Call.
type callOf struct{ stem, node string }

// hasCalls reports whether a workflow of the folder calls another one, or is there to be called.
func (f *folder) hasCalls() bool {
	return slices.ContainsFunc(f.workflows, func(w *Workflow) bool {
		return slices.ContainsFunc(w.Nodes, func(n *Node) bool { return n.Template != nil && n.Template.Reuse != nil })
	})
}

// callsOther reports whether what the workflow calls, or is given by Calls, by next is another than it was told.
func (w *Workflow) callsOther(told, next *subflows) bool {
	switch {
	case next == nil:
		return false
	case told == nil:
		told = &subflows{}
	}
	if !reflect.DeepEqual(told.given[w.Stem], next.given[w.Stem]) {
		return true
	}
	return slices.ContainsFunc(w.calls(), func(n *Node) bool {
		stem := n.callee()
		return told.called == nil || !reflect.DeepEqual(told.called[stem], next.called[stem])
	})
}

// subflows are the signatures of the folder's workflows, and the arguments of their Calls, of the last round of settle;
// nil where there is neither.
func (f *folder) subflows() *subflows {
	if !f.hasCalls() {
		return nil
	}
	all := &subflows{called: map[string]*Called{}, given: map[string]*Given{}, lost: maps.Clone(f.lost), others: map[string]diag.Span{}}
	for _, w := range f.byStem() {
		if w.entryCalled() == nil && len(w.Flows) == 0 {
			all.lost[w.Stem] = true // that it begins nowhere was reported
		} else if w.entryCalled() != nil {
			all.called[w.Stem] = w.asCalled()
			all.given[w.Stem] = &Given{
				Fields: map[string]types.Type{}, Lacking: map[string]Lack{}, Cookies: map[string][]string{},
				Nulls: map[string]Giver{}, Made: map[string]types.Field{}, Own: map[string]bool{},
				Body: types.Of(types.Any), Protected: true, Guarded: true,
			}
		} else {
			all.others[w.Stem] = w.Name.Span
		}
	}
	all.rounds = f.rounds(all.called)
	for _, w := range f.byStem() {
		for _, flow := range w.Flows {
			for _, s := range flow.Steps {
				if n := s.Node; n.called != nil && all.given[n.called.Stem] != nil {
					all.given[n.called.Stem].add(s)
				}
			}
		}
	}
	return all
}

// rounds are the Calls that lead back to where they are reached from, each with the way back, found in the order of
// stems and nodes.
func (f *folder) rounds(called map[string]*Called) map[callOf][]string {
	byStem := map[string]*Workflow{}
	for _, w := range f.workflows {
		byStem[w.Stem] = w
	}
	rounds := map[callOf][]string{}
	done := map[string]bool{}
	var path []string
	var visit func(stem string)
	visit = func(stem string) {
		path = append(path, stem)
		for _, n := range byStem[stem].calls() {
			to := n.callee()
			switch at := slices.Index(path, to); {
			case called[to] == nil:
			case at >= 0:
				rounds[callOf{stem, n.ID.Value}] = append(slices.Clone(path[at:]), to)
			case !done[to]:
				visit(to)
			}
		}
		path = path[:len(path)-1]
		done[stem] = true
	}
	for _, stem := range sortedKeys(called) {
		if !done[stem] {
			visit(stem)
		}
	}
	return rounds
}

// calls are the workflow's nodes that call another one.
func (w *Workflow) calls() []*Node {
	var list []*Node
	for _, n := range w.Nodes {
		if n.callee() != "" {
			list = append(list, n)
		}
	}
	return list
}

// Names reports whether a node of the workflow names another one as what it calls.
func (w *Workflow) Names(stem string) bool {
	return slices.ContainsFunc(w.Nodes, func(n *Node) bool { return n.callee() == stem })
}

// callee is the stem of the workflow that a node calls, "" where it calls none.
func (n *Node) callee() string {
	if v := n.Shaped(templates.Stem); v != nil {
		return v.Text
	}
	return ""
}

// CallsNobody reports whether a node calls a workflow that does not exist, or that nobody can call.
func (n *Node) CallsNobody() bool { return n.callee() != "" && n.called == nil }

// MayCall reports whether a node is to call a workflow, and it is not known which: the name of that was refused, or is
// missing.
func (n *Node) MayCall() bool {
	return n.Template != nil && n.callee() == "" && slices.ContainsFunc(n.Template.Fields, func(f templates.Field) bool { return f.Shape == templates.Stem })
}

// CallsUnknown reports whether a node calls a workflow of which nothing is known, or not how it ends.
func (n *Node) CallsUnknown() bool { return n.callee() != "" && (n.called == nil || !n.called.Known) }

// entryCalled is the workflow's entry point for others, or nil.
func (w *Workflow) entryCalled() *Node {
	for _, n := range w.Nodes {
		if n.isCalled() {
			return n
		}
	}
	return nil
}

// IsCalled reports whether the workflow begins for others that call it.
func (w *Workflow) IsCalled() bool { return w.entryCalled() != nil }

// isCalled reports whether a node is an entry point for other workflows.
func (n *Node) isCalled() bool {
	return n.Template != nil && n.Template.Reuse != nil && n.Template.Reuse.Called
}

// Called reports whether other workflows call the flow, and no request of its own begins it.
func (f *Flow) Called() bool { return f.Entry.isCalled() }

// Calls returns the workflow that a node calls, nil where it calls none that is known.
func (n *Node) Calls() *Called { return n.called }

// stems are the names of the workflows that can be called.
func (s *subflows) stems() []string { return sortedKeys(s.called) }
