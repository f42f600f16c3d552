package schema_test

import (
	"regexp"
	"testing"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func TestNewIDIsFreshAndWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		id := schema.NewID()
		if !regexp.MustCompile(`^[a-z2-7]{26}$`).MatchString(id) || seen[id] {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
}

func TestNewIsValidAndFormatted(t *testing.T) {
	src := schema.New("User list_v2")
	w, problems := schema.Parse(diag.NewFile("user-list.flow.json", src))
	wantReport(t, problems, "")
	if w.Name.Value != "User list_v2" || len(w.Nodes) != 2 || len(w.Edges) != 1 {
		t.Errorf("name %q, %d nodes, %d edges", w.Name.Value, len(w.Nodes), len(w.Edges))
	}
	if got := w.Nodes[0].Field("endpointPath").Text; got != "/user-list-v2" {
		t.Errorf("path %q", got)
	}
	formatted, err := schema.Format(src)
	if err != nil || string(formatted) != string(src) {
		t.Errorf("not in canonical form: %v\n%s", err, formatted)
	}
}
