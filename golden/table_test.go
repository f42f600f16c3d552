package golden_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/schema/diag"
)

// holdTable wants a committed file to be what has been found; -update writes it, where nothing else is wrong.
func holdTable(t *testing.T, file, found string) {
	t.Helper()
	if *update && !t.Failed() {
		if err := os.WriteFile(file, []byte(found), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(read(t, file), found); d != "" {
		t.Errorf("%s (-committed +found):\n%s", file, d)
	}
}

// sayings are what is said of a mistake, as a cell of a table has it.
func sayings(found diag.List) string {
	var said strings.Builder
	for _, d := range found {
		fmt.Fprintf(&said, "%s: %s%s. ", d.Code.Name, d.Message, hintOf(d))
	}
	return said.String()
}

func hintOf(d diag.Diagnostic) string {
	if d.Hint == "" {
		return ""
	}
	return " (" + d.Hint + ")"
}

// inTable is a text as it stands in a cell.
func inTable(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	text = strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}
