package golden_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// practiceMessages is the largest part of the nodes of right workflows that may have a message.
const practiceMessages = 0.02

// TestPractice lints and builds services as practitioners write them: right, for both engines, each statement proved by a
// PostgreSQL (flows.postgres.json). A message that one of them gets stands in its archive, and the archive's comment argues it.
func TestPractice(t *testing.T) {
	m := newModule(t)
	workflows, nodes, messages := 0, 0, 0
	for _, path := range archives(t, "practice") {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := below(archive, "")
		want := string(files[warnings])
		delete(files, warnings)
		generated, a := analysed(t, files)
		checkPractice(t, path, archive, a)
		if diff := cmp.Diff(want, text(a.Found)); diff != "" {
			t.Errorf("%s: diagnostics (-want +got):\n%s", path, diff)
		}
		for _, w := range a.Program.Workflows {
			workflows, nodes = workflows+1, nodes+len(w.Nodes)
		}
		messages += len(told(a.Found))
		m.add(t, caseName(path), files, generated)
	}
	if workflows < 100 || float64(messages) > practiceMessages*float64(nodes) {
		t.Errorf("%d messages on %d nodes of %d workflows; at most %v of the nodes, of 100 workflows or more",
			messages, nodes, workflows, practiceMessages)
	}
	m.vet(t)
}

// checkPractice requires the argument for each message, and a proof of each statement.
func checkPractice(t *testing.T, path string, archive *txtar.Archive, a *gen.Analysis) {
	t.Helper()
	checkWhy(t, path, archive)
	for _, d := range a.Found {
		if !strings.Contains(string(archive.Comment), d.Code.Name) {
			t.Errorf("%s does not argue %s", path, d.Code)
		}
	}
	if missing := a.Postgres.Missing(); len(missing) > 0 {
		t.Errorf("%s: no PostgreSQL has proved %q", path, missing)
	}
}

// told leaves out notes.
func told(list diag.List) (found diag.List) {
	for _, d := range list {
		if d.Severity() != diag.Note {
			found.Add(d)
		}
	}
	return found
}
