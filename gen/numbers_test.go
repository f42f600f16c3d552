package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
)

// TestNumbers checks which placeholders of a statement for SQLite are sent once: those that are one value, which the
// engine takes as one type. For any engine PostgreSQL would have to say so.
func TestNumbers(t *testing.T) {
	const drawing = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"a": {"type": "string", "required": true}, "b": {"type": "string", "required": true}, "n": {"type": "int", "required": true}, "ids": {"type": ["int"], "required": true}}}
		row sql {"sqlMode": "many", "sqlDialect": %q, "sqlQuery": %q}
		in -> row -> ok`
	for _, tt := range []struct{ dialect, where, want, args string }{
		{"sqlite", "owner = {{a}} OR title = {{a}}", "owner = $1 OR title = $1", "x, in.A"},
		{"sqlite", "owner = {{a}} OR title = {{b}} OR body = {{ a }}", "owner = $1 OR title = $2 OR body = $1", "x, in.A, in.B"},
		{"sqlite", "owner = {{b}} OR n > {{n}} OR id = {{n}} OR title = {{a}}", "owner = $1 OR n > $2 OR id = $2 OR title = $3", "x, in.B, in.N, in.A"},
		{"any", "owner = {{a}} OR title = {{a}}", "owner = $1 OR title = $2", "x, in.A, in.A"},
		{"sqlite", "n > {{n}} OR price > {{n}}", "n > $1 OR price > $2", "x, in.N, float64(in.N)"},
		{"sqlite", "owner = {{uuid()}} OR title = {{uuid()}}", "owner = $1 OR title = $2", "x, fn.UUID(), fn.UUID()"},
		{"sqlite", "{{a}} IS NULL OR owner = {{a}}", "$1 IS NULL OR owner = $2", "x, in.A, in.A"},
		{"sqlite", "id IN ({{ids}}) OR n IN ({{ids}})", "id IN (SELECT value FROM json_each($1)) OR n IN (SELECT value FROM json_each($2))", "x, in.Ids, in.Ids"},
	} {
		out, list, err := gen.Compile(folderDrawn(t, fmt.Sprintf(drawing, tt.dialect, "SELECT id FROM notes WHERE "+tt.where)))
		if err != nil || list.HasErrors() {
			t.Errorf("%s: %v, %v", tt.where, err, told(list))
			continue
		}
		generated := string(out[0].Content)
		if !strings.Contains(generated, " WHERE "+tt.want+"\"\n") || !strings.Contains(generated, "f.row.Many("+tt.args+")") {
			t.Errorf("%s for %s: want %s and %s in\n%s", tt.where, tt.dialect, tt.want, tt.args, generated)
		}
	}
}
