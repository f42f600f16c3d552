package golden_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

var (
	randomCount = flag.Int("random.count", 40, "how many random workflows are run")
	randomSeed  = flag.Uint64("random.seed", 1, "the first of their seeds")
)

// minYield is the share of random workflows that must be free of errors: below it, the generator tests little.
const minYield = 0.7

// TestRandomWorkflows runs random workflows on a real server: what lints without errors builds, passes vet, and
// answers every request exactly once, without a panic.
func TestRandomWorkflows(t *testing.T) {
	t.Parallel()
	var good []*document
	tried := 0
	for ; len(good) < *randomCount && tried < 4**randomCount; tried++ {
		d := randomWorkflow(*randomSeed+uint64(tried), fmt.Sprintf("r%d", tried))
		if list := gen.Lint(randomFiles(d).folder()); list.HasErrors() {
			t.Logf("seed %d:\n%s", *randomSeed+uint64(tried), text(errorsIn(list)))
			continue
		}
		good = append(good, rewired(rand.New(rand.NewPCG(*randomSeed, uint64(tried))), d))
	}
	t.Logf("%d of %d random workflows lint without errors", len(good), tried)
	if float64(len(good)) < minYield*float64(tried) {
		t.Fatalf("fewer than %.0f %% of the random workflows lint without errors", 100*minYield)
	}
	runRandom(t, good)
}

// rewired leads wires of a workflow elsewhere, and adds some, as long as it stays free of errors: what is drawn then is
// nothing that the generator would have thought of.
func rewired(r *rand.Rand, d *document) *document {
	for range r.IntN(2 * maxRewired) {
		changed := d.with(nil, nil)
		changed.wires = slices.Clone(d.wires)
		to, w := pick(r, d.nodes...).ID, &changed.wires[r.IntN(len(d.wires))]
		if r.IntN(3) > 0 {
			w.Target = to
		} else {
			changed.wires = slices.Insert(changed.wires, r.IntN(len(d.wires)), wire{w.Source, w.Output, to})
		}
		if !gen.Lint(randomFiles(changed).folder()).HasErrors() {
			d = changed
		}
	}
	return d
}

// maxRewired is how many wires of a workflow are led elsewhere at most, on average.
const maxRewired = 10

// errorsIn is a list without its warnings.
func errorsIn(list diag.List) diag.List {
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Severity() != diag.Error })
}

func randomFiles(documents ...*document) fileSet {
	files := fileSet{"schema.sql": []byte(randomSchema), "code.go": []byte(randomCode)}
	for _, d := range documents {
		for _, d := range append(slices.Clip(d.subs), d) {
			files[d.name+".flow.json"] = d.json()
		}
	}
	return files
}
