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
	var good []*document
	tried := 0
	for ; len(good) < *randomCount && tried < 4**randomCount; tried++ {
		d := randomWorkflow(*randomSeed+uint64(tried), fmt.Sprintf("r%d", tried))
		if list := gen.Lint(randomFiles(d).folder()); list.HasErrors() {
			t.Logf("seed %d:\n%s", *randomSeed+uint64(tried), text(errorsIn(list)))
			continue
		}
		good = append(good, d)
	}
	t.Logf("%d of %d random workflows lint without errors", len(good), tried)
	if float64(len(good)) < minYield*float64(tried) {
		t.Fatalf("fewer than %.0f %% of the random workflows lint without errors", 100*minYield)
	}
	runRandom(t, good)
}

// errorsIn is a list without its warnings.
func errorsIn(list diag.List) diag.List {
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
}

func randomFiles(documents ...*document) fileSet {
	files := fileSet{"schema.sql": []byte(randomSchema), "code.go": []byte(randomCode)}
	for _, d := range documents {
		files[d.name+".flow.json"] = d.json()
	}
	return files
}

// TestRandomWorkflowsWithoutAnAnswer takes a wire away: the linter finds an unanswered way if and only if there is one.
func TestRandomWorkflowsWithoutAnAnswer(t *testing.T) {
	stalled := 0
	for i := range uint64(10 * *randomCount) {
		seed := *randomSeed + i
		whole := randomWorkflow(seed, "r")
		if gen.Lint(randomFiles(whole).folder()).HasErrors() {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 2))
		d := whole.without(r.IntN(len(whole.wires)))
		files := randomFiles(d)
		list := gen.Lint(files.folder())
		var found []string
		for _, p := range list {
			found = append(found, p.Code)
		}
		caught := slices.ContainsFunc(found, func(code string) bool { return code == "FC301" || code == "FC302" || code == "FC303" })
		if stalls := d.stalls(); stalls != caught {
			t.Fatalf("seed %d: a way without an answer: %v, found: %v\n%s\n%s", seed, stalls, found, d.json(), text(list))
		}
		if caught {
			stalled++
		}
	}
	if stalled == 0 {
		t.Error("none of the workflows had a way without an answer")
	}
}
