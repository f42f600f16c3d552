package golden_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// brokenCount is how many random workflows of each kind of mistake must be caught: four times as many with FLOWC_TEST_LONG=1.
func brokenCount() int {
	if os.Getenv("FLOWC_TEST_LONG") == "1" {
		return 500
	}
	return 125
}

// TestRandomWorkflowsWithoutAnAnswer takes a Response, or any wire, out of random workflows: the linter finds exactly the
// ways that end unanswered then, each where it ends and with a path that leads there, and nothing where none does.
func TestRandomWorkflowsWithoutAnAnswer(t *testing.T) {
	caught, tried, byCode := 0, 0, map[string]int{}
	for seed := *randomSeed; caught < brokenCount(); seed++ {
		whole := cleanWorkflow(seed)
		if whole == nil {
			continue
		}
		for what, d := range cuts(rand.New(rand.NewPCG(seed, 2)), whole) {
			list := builtIfClean(t, d)
			tried++
			ways := d.ways()
			if diff := cmp.Diff(ways.codes(), answerless(list)); diff != "" {
				t.Fatalf("seed %d, %s: ways without an answer (-) and found (+):\n%s\n%s\n%s", seed, what, diff, text(list), d.json())
			}
			checkPaths(t, ways, list)
			if len(ways.codes()) > 0 {
				caught++
			}
			for code := range ways.codes() {
				byCode[code[:len("FC303")]]++
			}
		}
	}
	t.Logf("%d of %d workflows with something cut out had a way without an answer, and all were caught: %v", caught, tried, byCode)
}

// builtIfClean returns what is wrong in a document. Where that is no error, it generates and compiles.
func builtIfClean(t *testing.T, d *document) diag.List {
	t.Helper()
	list, _, err := randomFiles(d).linted()
	if err != nil {
		t.Errorf("lints without an error and does not build: %v\n%s", err, d.json())
	}
	return list
}

// cleanWorkflow is the random workflow of a seed, or nil where it has errors.
func cleanWorkflow(seed uint64) *document {
	d := randomWorkflow(seed, "r")
	clean, known := cleanSeeds.Load(seed)
	if !known {
		clean = !gen.Lint(randomFiles(d).folder()).HasErrors()
		cleanSeeds.Store(seed, clean)
	}
	if !clean.(bool) {
		return nil
	}
	return d
}

// cleanSeeds says of seeds whether their workflow has no errors, as a bool: several tests begin with the same.
var cleanSeeds sync.Map

// cuts takes something out of a workflow in five ways: a Response, a wire to one, any wire, several wires, and all that
// follows regions.
func cuts(r *rand.Rand, whole *document) map[string]*document { return cutsOf(r, whole, "response") }

// cutsOf is cuts for a workflow whose ways end at nodes of that type.
func cutsOf(r *rand.Rand, whole *document, end string) map[string]*document {
	responses := whole.all(end)
	response := pick(r, responses...)
	var to []int
	for i, w := range whole.wires {
		if slices.Contains(responses, w.Target) {
			to = append(to, i)
		}
	}
	answer, any := pick(r, to...), r.IntN(len(whole.wires))
	several := whole.without(any)
	for range min(1+r.IntN(3), len(several.wires)) {
		several = several.without(r.IntN(len(several.wires)))
	}
	return map[string]*document{
		"without " + response:                             whole.withoutNode(response),
		fmt.Sprint("without ", whole.wires[answer]):       whole.without(answer),
		fmt.Sprint("without the wire ", whole.wires[any]): whole.without(any),
		"without several wires":                           several,
		"without done":                                    whole.withoutOutput("done"),
	}
}

// answerless are the diagnostics of FC301 to FC303, by what they are and where.
func answerless(list diag.List) map[string]bool {
	found := map[string]bool{}
	for _, d := range list {
		if slices.Contains([]*diag.Code{diag.FC301, diag.FC302, diag.FC303}, d.Code) {
			found[fmt.Sprint(d.Code.Name, end{d.Node, d.Output})] = true
		}
	}
	return found
}

var (
	endsMessage = regexp.MustCompile(`^path ends without a Response: (.+), output "\w+"$`)
	twoMessage  = regexp.MustCompile(`^path with more than one Response: (.+)$`)
)

// checkPaths wants each FC303 to name a path that leads to where it is.
func checkPaths(t *testing.T, w *ways, list diag.List) {
	t.Helper()
	for _, d := range list {
		if d.Code != diag.FC303 {
			continue
		}
		if !w.isPath(pathIn(endsMessage, d.Message), d.Node) || !strings.HasSuffix(d.Message, fmt.Sprintf(", output %q", d.Output)) {
			t.Errorf("no path leads there: %s\n%s", d.Message, w.json())
		}
	}
}

// pathIn is the path that a message of that form names, or nil.
func pathIn(form *regexp.Regexp, message string) []string {
	m := form.FindStringSubmatch(message)
	if m == nil {
		return nil
	}
	return strings.Split(m[1], " -> ")
}

// TestRandomWorkflowsWithTwoAnswers leads from a Response of random workflows to a second one, at once or by way of
// another node: the linter finds that, and names a path over both.
func TestRandomWorkflowsWithTwoAnswers(t *testing.T) {
	caught, shared := map[string]int{}, 0
	for seed := *randomSeed; caught["a new one"] < brokenCount(); seed++ {
		whole := cleanWorkflow(seed)
		if whole == nil {
			continue
		}
		for what, twice := range seconds(rand.New(rand.NewPCG(seed, 3)), whole) {
			list := gen.Lint(randomFiles(twice.document).folder())
			i := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return d.Code == diag.FC304 && d.Node == twice.second })
			if i < 0 && hasCode(list, diag.FC308) {
				shared++ // the second is a node of another branch: one mistake is one message
				continue
			}
			if i < 0 {
				t.Fatalf("seed %d, %s: %s after %s is not found:\n%s\n%s", seed, what, twice.second, twice.first, text(list), twice.json())
			}
			path := pathIn(twoMessage, list[i].Message)
			if !slices.Contains(path, twice.first) || !twice.ways().isPath(path, twice.second) {
				t.Fatalf("seed %d, %s: no path leads over %s there: %s\n%s", seed, what, twice.first, list[i].Message, twice.json())
			}
			caught[what]++
		}
	}
	t.Logf("workflows with a second Response after one, all caught: %v, and %d as branches that share it", caught, shared)
}

func hasCode(list diag.List, code *diag.Code) bool {
	return slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code == code })
}

// twice is a workflow in which a Response comes after another.
type twice struct {
	*document
	first, second string
}

// seconds leads from a Response that answers some request to a new one, to one that is there, and to a new one by way of
// a Set.
func seconds(r *rand.Rand, whole *document) map[string]twice {
	reached := slices.DeleteFunc(whole.all("response"), func(id string) bool {
		return !slices.ContainsFunc(whole.wires, func(w wire) bool { return w.Target == id })
	})
	first := pick(r, reached...)
	second := node{ID: "second", Type: "response", Data: map[string]any{"responseStatus": 200}}
	between := node{ID: "between", Type: "set", Data: map[string]any{"setValues": map[string]any{"v": 1}}}
	all := map[string]twice{
		"a new one": {whole.with([]node{second}, []wire{{first, "out", "second"}}), first, "second"},
		"by way of a Set": {whole.with([]node{second, between}, []wire{{first, "out", "between"}, {"between", "", "second"}}),
			first, "second"},
	}
	if there := pick(r, reached...); there != first {
		all["one that is there"] = twice{whole.with(nil, []wire{{first, "out", there}}), first, there}
	}
	return all
}
