package golden_test

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

var (
	only    = flag.String("mutants", "", "make only mistakes whose names hold this text")
	most    = flag.Int("mutants-most", 12, "of one kind in one document; 0 makes them all")
	telling = flag.Int("mutants-list", 3, "list those that lead to so many messages")
)

// mutant is a project with one mistake in it, made on purpose.
type mutant struct {
	operator string
	what     string // which mistake, where
	files    fileSet
	want     []finding // one of these reports it; nil where it may be another program that is right too
	base     *draft
}

// finding is a diagnostic that a mistake must lead to.
type finding struct {
	codes  string // one of these, with spaces between
	file   string // of the project; "" is the document that was changed
	node   string // id of the node at which it must point and which it must name; "" is any place but a node
	within string // JSON pointer, below the node where there is one: "/data/sqlQuery"; "*" is any node of that id
}

// operator is one way to make a mistake. It makes all mutants of a document that there are, in a fixed order, and only
// such that are mistakes: where a change may be another program that is right too, it says what it leaves out and why, or
// wants nothing but that what lints builds.
type operator struct {
	name   string
	mutate func(d *draft) []mutant
	// projects is set where telling mistakes from other programs takes more than the walks of this test over drawn wires
	// do: where regions, sequences and joins are stacked as only cases of single nodes have them.
	projects bool
}

// operators are all ways to make a mistake.
func operators() []operator {
	return slices.Concat(wireOperators(), nodeOperators(), documentOperators(), fieldOperators(), emptyOperators(), expressionOperators(),
		callOperators(), sqlOperators(), securityOperators(), trustOperators(), projectOperators())
}

// verdict is what became of a mutant.
type verdict struct {
	mutant
	list     diag.List
	killed   bool
	same     bool  // survived, and its Go is that of the project without the change: it is no mistake
	unbuilt  error // why the Go of what has no error is not made, or does not compile
	panicked any
	took     time.Duration
}

// TestMutants makes mistakes in the projects, one at a time, and wants each reported where it was made.
func TestMutants(t *testing.T) {
	t.Parallel()
	bases := drafts(t)
	var all []mutant
	for _, o := range operators() {
		if !strings.Contains(o.name, *only) {
			continue
		}
		for _, d := range bases {
			if o.projects && !d.app {
				continue
			}
			made := slices.DeleteFunc(o.mutate(d), func(m mutant) bool { return m.files == nil })
			for _, m := range d.sampled(made) {
				m.operator, m.base = o.name, d
				m.what = d.project + "/" + d.file + ": " + m.what
				all = append(all, m)
			}
		}
	}
	if *only == "" {
		all = thinned(t, all)
	}
	verdicts := judge(all)
	reportKills(t, verdicts)
	reportMessages(t, verdicts)
	checkNamed(t, verdicts)
}

// fullRun is how many mutants a full run has at least, and quickRun how many of them each run takes.
const (
	fullRun  = 5000
	quickRun = 1000
	oneOf    = 56
)

// thinned takes every fifty-sixth mutant of each operator, and all with FLOWC_TEST_LONG=1.
func thinned(t *testing.T, all []mutant) []mutant {
	t.Helper()
	if len(all) < fullRun {
		t.Errorf("there are %d mutants, want at least %d", len(all), fullRun)
	}
	if os.Getenv("FLOWC_TEST_LONG") == "1" {
		return all
	}
	var some []mutant
	made := map[string]int{}
	for _, m := range all {
		if made[m.operator]%oneOf == 0 {
			some = append(some, m)
		}
		made[m.operator]++
	}
	if len(some) < quickRun {
		t.Errorf("%d mutants are taken of them, want at least %d", len(some), quickRun)
	}
	return some
}

// sampled takes a few of the mutants of one operator and one document, evenly: those that follow each other are alike.
func (d *draft) sampled(list []mutant) []mutant {
	n := *most
	if !d.app {
		n = (n + 7) / 12 // there are many of them
	}
	if n == 0 || len(list) <= n {
		return list
	}
	some := make([]mutant, n)
	for i := range some {
		some[i] = list[i*len(list)/n]
	}
	return some
}

// judge lints every mutant, and builds those without errors, on all processors.
func judge(all []mutant) []verdict {
	verdicts := make([]verdict, len(all))
	work := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range work {
				verdicts[i] = all[i].judge()
			}
		})
	}
	for i := range all {
		work <- i
	}
	close(work)
	wg.Wait()
	return verdicts
}

func (m mutant) judge() (v verdict) {
	v.mutant = m
	start := time.Now()
	defer func() {
		v.panicked, v.took = recover(), time.Since(start)
	}()
	var generated fileSet
	v.list, generated, v.unbuilt = m.files.linted()
	v.killed = slices.ContainsFunc(v.list, func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(m.want, func(f finding) bool { return f.matches(d, m.base.file) })
	})
	v.same = len(v.list) == 0 && v.unbuilt == nil && m.base.generates(generated)
	return v
}

// matches reports whether a diagnostic is what was wanted.
func (f finding) matches(d diag.Diagnostic, changed string) bool {
	if f.file == "" {
		f.file = changed
	}
	if d.File == nil || d.File.Name != f.file || !slices.Contains(strings.Fields(f.codes), d.Code.Name) {
		return false
	}
	at := d.File.Pointer(d.Span.Start)
	if f.node == "" {
		return inside(at, f.within) && !strings.HasPrefix(at, "/nodes/")
	}
	if f.node == "?" { // of what can't be told
		return inside(at, f.within)
	}
	return d.Node == f.node && f.within == "*" || d.Node == f.node && inside(at, nodePointer(d.File, f.node)+f.within)
}

// nodePointer is the JSON pointer of a document's node.
func nodePointer(file *diag.File, id string) string {
	doc, _ := schema.Parse(file)
	if doc == nil {
		return "/nodes"
	}
	for i, item := range doc.Root.Get("nodes").Items {
		if v := item.Get("id"); v != nil && v.Text == id {
			return fmt.Sprintf("/nodes/%d", i)
		}
	}
	return "no such node"
}
