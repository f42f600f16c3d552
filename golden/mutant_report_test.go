package golden_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// reportKills prints what part of each operator's mutants was found, and wants all of it.
func reportKills(t *testing.T, verdicts []verdict) {
	t.Helper()
	type tally struct{ made, same, killed, messages, told, once int }
	tallies := map[string]*tally{}
	var order []string
	total := tally{}
	for _, v := range verdicts {
		c := tallies[v.operator]
		if c == nil {
			c = &tally{}
			tallies[v.operator] = c
			order = append(order, v.operator)
		}
		for _, c := range []*tally{c, &total} {
			c.made++
			c.messages += len(v.list)
			if len(v.list) > 0 {
				c.told++
			}
			if len(v.list) == 1 {
				c.once++
			}
			switch {
			case v.same:
				c.same++
			case v.killed, v.want == nil && v.unbuilt == nil:
				c.killed++
			}
		}
		v.check(t)
	}
	var table strings.Builder
	row := func(name string, c tally) {
		rate := 100.0
		if c.made > c.same {
			rate = 100 * float64(c.killed) / float64(c.made-c.same)
		}
		once := 100 * float64(c.once) / float64(max(1, c.told))
		fmt.Fprintf(&table, "%-50s %6d %6d %6d %5.1f%% %8.2f %5.1f%%\n", name, c.made, c.same, c.killed, rate, float64(c.messages)/float64(max(1, c.made)), once)
	}
	fmt.Fprintf(&table, "%-50s %6s %6s %6s %6s %8s %6s\n", "operator", "made", "same", "killed", "rate", "messages", "to one")
	for _, name := range order {
		row(name, *tallies[name])
	}
	row("all", total)
	t.Logf("\n%s", table.String())
}

// check wants a mutant to be found where it was made, without a panic and at once.
func (v verdict) check(t *testing.T) {
	t.Helper()
	switch {
	case v.panicked != nil:
		t.Errorf("%s: %s: panic: %v", v.operator, v.what, v.panicked)
	case v.unbuilt != nil:
		t.Errorf("%s: %s: lints without an error and does not build: %v", v.operator, v.what, v.unbuilt)
	case v.took > 10*time.Second:
		t.Errorf("%s: %s: took %v", v.operator, v.what, v.took)
	case !v.killed && !v.same && v.want != nil:
		t.Errorf("%s: %s: want %s, got:\n%s", v.operator, v.what, describe(v.want), text(v.list))
	}
}

func describe(want []finding) string {
	var parts []string
	for _, f := range want {
		parts = append(parts, fmt.Sprintf("%s at %s%s%s", f.codes, f.file, f.node, f.within))
	}
	return strings.Join(parts, " or ")
}

// A mistake may lead to so many messages, on average, and this share of all to one. Some show at several places that must each be
// looked at; what becomes of a change in the schema is not counted: it is a message for each statement that it breaks.
const (
	wantedMessages = 1.05
	wantedSingle   = 0.98
)

// reportMessages prints how many messages a mistake leads to, and lists those of many.
func reportMessages(t *testing.T, verdicts []verdict) {
	t.Helper()
	counts, together, sum, mistakes := map[int]int{}, map[string]int{}, 0, 0
	for _, v := range verdicts {
		if v.operator == ofSchema || v.want == nil || len(v.list) == 0 {
			continue
		}
		mistakes++
		counts[len(v.list)]++
		sum += len(v.list)
		if len(v.list) > 1 {
			together[v.operator+": "+strings.Join(slices.Sorted(slices.Values(foundCodes(v.list))), " ")]++
		}
		if len(v.list) >= *telling {
			t.Logf("%d messages: %s: %s: %s\n%s", len(v.list), v.operator, v.what, strings.Join(foundCodes(v.list), " "), text(v.list))
		}
	}
	for _, what := range slices.SortedFunc(maps.Keys(together), func(a, b string) int { return cmp.Or(together[b]-together[a], cmp.Compare(a, b)) }) {
		if together[what] >= 10 {
			t.Logf("%6d times %s", together[what], what)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%6d mutants lead to %d messages", counts[n], n)
	}
	if mistakes == 0 {
		return // of what may be another program, messages are not counted
	}
	mean, single := float64(sum)/float64(mistakes), float64(counts[1])/float64(mistakes)
	t.Logf("%d mistakes lead to %.3f messages on average, %.1f %% of them to one", mistakes, mean, 100*single)
	if (mean > wantedMessages || single < wantedSingle) && *only == "" {
		t.Errorf("want at most %.2f messages of a mistake, and one of %.1f %%", wantedMessages, 100*wantedSingle)
	}
}

func foundCodes(list diag.List) []string {
	var codes []string
	for _, d := range list {
		codes = append(codes, d.Code.Name)
	}
	return codes
}

// checkNamed wants a diagnostic that points into a node to name it.
func checkNamed(t *testing.T, verdicts []verdict) {
	t.Helper()
	for _, v := range verdicts {
		for _, d := range v.list {
			if d.File == nil {
				t.Errorf("%s: %s: a diagnostic without a file: %s", v.operator, v.what, d.Message)
				continue
			}
			at := d.File.Pointer(d.Span.Start)
			if !strings.HasPrefix(at, "/nodes/") {
				continue
			}
			doc, _ := schema.Parse(d.File)
			if i := 0; doc != nil {
				_, _ = fmt.Sscanf(at, "/nodes/%d", &i)
				if id := doc.Root.Get("nodes").Items[i].Get("id"); id != nil && id.Text == d.Node {
					continue
				}
				t.Errorf("%s: %s: a diagnostic at %s names node %q:\n%s", v.operator, v.what, at, d.Node, text(v.list))
			}
		}
	}
}

// inside reports whether a JSON pointer is that of a value, or of one inside it.
func inside(at, value string) bool { return at == value || strings.HasPrefix(at, value+"/") }
