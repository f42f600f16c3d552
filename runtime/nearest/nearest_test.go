package nearest_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/nearest"
)

func TestName(t *testing.T) {
	known := []string{"target", "id", "source", "nodes", "edges", "sourceHandle", "set", "get", "sql"}
	for name, want := range map[string]string{
		"nodez":         "nodes",
		"ndoes":         "nodes",
		"NODES":         "nodes",
		"noes":          "nodes",
		"sourcehandle":  "sourceHandle",
		"souceHandel":   "sourceHandle",
		"nodes":         "", // it is no misspelling of itself
		"xx":            "",
		"ids":           "id",
		"bet":           "get", // and set: the first in the alphabet
		"i":             "",
		"":              "",
		"completely":    "",
		"sorceHandl":    "sourceHandle",
		"srcHandl":      "",
		"sourceHandles": "sourceHandle",
	} {
		if got := nearest.Name(name, known); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestCertain(t *testing.T) {
	known := []string{"jwtIssuer", "jwtAudience", "sqlQuery", "apiUrl", "sourceHandle", "name", "codeFunction"}
	for name, want := range map[string]string{
		"jwtIsuer":     "jwtIssuer",
		"JWTISSUER":    "jwtIssuer",
		"sourceHandel": "sourceHandle",
		"sqlQeury":     "sqlQuery",
		"jwtIsuor":     "", // two edits
		"nam":          "", // too short to tell
		"nothing":      "",
		"":             "",
	} {
		if got := nearest.Certain(name, known); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for name, known := range map[string][]string{"jwtKeys": {"jwtKey", "jwtKeyz"}, "storageKye": {"storageKey", "storageBy"}} {
		if got := nearest.Certain(name, known); got != "" {
			t.Errorf("of two near names one is certain: %q", got)
		}
	}
}
