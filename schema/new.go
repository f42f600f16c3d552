package schema

import (
	"crypto/rand"
	"fmt"
	"strings"
)

// NewID returns a fresh workflow id: 26 random characters of a-z and 2-7 (base32, 130 bits).
func NewID() string { return strings.ToLower(rand.Text()) }

// New returns a minimal valid document with a fresh id, in canonical form: GET /<name>, in lower
// case and with "-" for " " and "_", answers 200. The name must be one that FC006 accepts.
func New(name string) []byte {
	path := strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(name))
	return fmt.Appendf(nil, newDocument, NewID(), name, path)
}

// newDocument needs an id, a name and a path.
const newDocument = `{
  "$schema": "./.flowc/workflow.schema.json",
  "version": 1,
  "id": %q,
  "name": %q,
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "position": {"x": 0, "y": 0}, "data": {"endpointMethod": "GET", "endpointPath": "/%s"}},
    {"id": "ok", "type": "response", "position": {"x": 240, "y": 0}, "data": {"responseStatus": 200, "responseBody": {"ok": true}}}
  ],
  "edges": [
    {"source": "in", "target": "ok"}
  ]
}
`
