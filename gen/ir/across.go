package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/parallel"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// project is the folders whose workflows share what is stored.
type project []*folder

// folder is the documents of a folder and what was built of each.
type folder struct {
	docs      []*schema.Workflow
	workflows []*Workflow
	lists     []diag.List
	lost      map[string]bool // as of Config
	builder   builder         // of which each workflow gets a copy
}

// across is the environment in which a workflow is built: types in Local Storage, labels of columns and signatures of
// what is called, of all folders. It is zero in the first round of settle, and in each further one what the round
// before has found.
type across struct {
	stored   stored
	columns  columns
	subflows *subflows // nil where none calls another one, or is there to be called
}

// maxRounds bounds how often workflows are built again. Each Call inside of another one, and each value that is stored
// of what was read elsewhere, takes two rounds at most.
const maxRounds = 256

// settle builds workflows again until each has been told what all others are. A fixed point, and a real one, as what is
// told goes round: what is called is told the labels, the null and the protection of all Calls, and these what it
// returns; what is stored may be made of what was read. Labels only grow, and types that do not settle become any.
func (p project) settle() {
	for range maxRounds {
		if !p.tell() && !p.assumeAny() {
			return
		}
	}
}

// tell tells all folders what was built last, and builds the workflows again for which some of it is news. It reports
// whether there were any.
func (p project) tell() (again bool) {
	values := p.stores()
	next := make([]across, len(p))
	for i, f := range p {
		next[i] = across{f.stored(values), f.columns(), f.subflows()}
	}
	for i, f := range p {
		which := f.concerned(next[i])
		f.builder.across = next[i]
		f.build(which)
		again = again || len(which) > 0
	}
	return again
}

// concerned are the documents to which something of next is news.
func (f *folder) concerned(next across) []int {
	told := f.builder.across
	columns := !next.columns.equal(told.columns)
	var list []int
	for i, w := range f.workflows {
		if w.readsOther(told.stored, next.stored) || columns && w.selectsOther(told.columns, next.columns) || w.callsOther(told.subflows, next.subflows) {
			list = append(list, i)
		}
	}
	return list
}

// build builds some of the documents, on all processors.
func (f *folder) build(which []int) {
	parallel.Each(len(which), func(at int) {
		i, b := which[at], f.builder
		b.reported = map[mistake]bool{}
		f.workflows[i] = b.build(f.docs[i])
		f.lists[i] = b.list
	})
}

// finish sets what of the finished programs leads to others of the folder.
func (f *folder) finish() {
	for _, w := range f.workflows {
		w.columns = f.builder.columns
		w.settle()
	}
	if f.builder.subflows != nil {
		f.link()
	}
	f.settleLogins()
}

// settle keeps the type of each request, and of each step the fields that were checked, whether one was refused and the
// columns of its query, now that all that flows into them is known: emission and the rules ask for them many times.
func (w *Workflow) settle() {
	for _, f := range w.Flows {
		f.object = nil
		f.object = new(f.inputType())
		for _, s := range f.Steps {
			s.settled, s.columns = nil, nil
			s.columns = NewPass(s).Query("").Columns
			s.mistaken = s.Mistaken()
			s.settled = s.Checked()
		}
	}
}

func (f *folder) all() []int {
	list := make([]int, len(f.docs))
	for i := range list {
		list[i] = i
	}
	return list
}

func (f *folder) byStem() []*Workflow {
	return slices.SortedStableFunc(slices.Values(f.workflows), func(a, b *Workflow) int { return strings.Compare(a.Stem, b.Stem) })
}
