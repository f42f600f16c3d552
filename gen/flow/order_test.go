package flow

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the orders that are found")

// TestOrder orders the drawings of testdata/orders.txt, each as it is written there below its drawing: of each step the
// outputs that lead to it, the immediate dominator with the output that all paths take, and what else is set of it.
func TestOrder(t *testing.T) {
	const path = "testdata/orders.txt"
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, text := range strings.Split(string(src), "\n# ") {
		name, rest, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		drawing, want, _ := strings.Cut(rest, "--\n")
		got := draw(t, drawing).order()
		if got != trimmed(want) && !*update {
			t.Errorf("%s: order of\n%sis\n%swant\n%s", name, drawing, got, trimmed(want))
		}
		found = append(found, "# "+name+"\n"+drawing+"--\n"+got)
	}
	if *update {
		if err := os.WriteFile(path, []byte(strings.Join(found, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
