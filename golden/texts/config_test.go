package texts_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestLiterals wants every value as itself where JSON is a literal of YAML and of JavaScript, each in a line of its own.
func TestLiterals(t *testing.T) {
	s := start(t)
	for _, value := range hostile {
		for path, begins := range map[string][]string{
			"/config.yaml": {"# it's for 7", "name: ", "count: 7", "names: ["}, "/config.js": {"window.config = ", "load("},
		} {
			got := s.post(t, path, map[string]any{"name": value, "count": 7, "any": value})
			lines := strings.Split(strings.TrimSuffix(got.body, "\n"), "\n")
			if len(lines) != len(begins) {
				t.Fatalf("%q has %d lines at %s: %s", value, len(lines), path, got.body)
			}
			for i, line := range lines {
				literal, found := strings.CutPrefix(line, begins[i])
				if !found {
					t.Errorf("%q is in the line %q", value, line)
				}
				var read string
				err := json.NewDecoder(strings.NewReader(literal)).Decode(&read)
				if literal != "" && (err != nil || read != value) {
					t.Errorf("%q is %q (%v) in %s", value, read, err, line)
				}
			}
		}
	}
}
