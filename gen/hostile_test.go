package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// hostile is the schema of the statements in testdata/hostile.
const hostile = `CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, email TEXT NOT NULL UNIQUE, nick TEXT, password_hash TEXT NOT NULL, api_token TEXT, role TEXT NOT NULL DEFAULT 'user');
CREATE TABLE notes (id INTEGER PRIMARY KEY NOT NULL, owner TEXT NOT NULL, title TEXT NOT NULL, body TEXT, n INTEGER NOT NULL DEFAULT 0);
CREATE TABLE sessions (token_hash TEXT PRIMARY KEY NOT NULL, user_id BIGINT NOT NULL);
`

// TestHostileStatements holds lint to what a reader of the documents expects of statements that somebody wrote to get past it, and of
// the harmless ones beside them. A line of testdata/hostile is the rule that is wanted, or "-", and a statement; " ;; " stands between
// those of several workflows, and "+ " before what the schema declares besides for the next line.
func TestHostileStatements(t *testing.T) {
	files, err := filepath.Glob("testdata/hostile/*.txt")
	if err != nil || len(files) != 4 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		declared := ""
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "+ "):
				declared = line[2:]
			default:
				checkHostile(t, strings.Contains(file, "postgres"), declared, line)
				declared = ""
			}
		}
	}
}

func checkHostile(t *testing.T, postgres bool, declared, line string) {
	t.Helper()
	want, statements, _ := strings.Cut(line, " ")
	want = strings.TrimPrefix(want, "-")
	dialect := "any"
	if postgres {
		dialect = "postgres"
	}
	var drawings []string
	for statement := range strings.SplitSeq(statements, " ;; ") {
		drawings = append(drawings, drawnHostile(dialect, strings.TrimSpace(statement)))
	}
	f := folderDrawn(t, drawings...)
	f.Schema = diag.NewFile("schema.sql", []byte(hostile+declared))
	if postgres {
		f.Schema, f.Postgres = diag.NewFile("schema.sql", []byte(hostile)), diag.NewFile("schema.postgres.sql", []byte(hostile+declared))
	}
	var codes []string
	lines := told(gen.Lint(f))
	for _, l := range lines {
		if code := strings.Fields(l)[0]; code != "FC217" {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	if got := strings.Join(slices.Compact(codes), ","); got != want {
		t.Errorf("%s\n%s\n got %q, want %q\n  %s", declared, line, got, want, strings.Join(lines, "\n  "))
	}
}

// givesRows matches a statement that gives rows.
var givesRows = regexp.MustCompile(`^(WITH|SELECT|VALUES)|RETURNING`)

// drawnHostile is a workflow that answers with all that a statement gives.
func drawnHostile(dialect, statement string) string {
	const drawing = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"plain": {"type": "string", "required": true}, "other": {"type": "string", "required": true}, "maybe": {"type": "string"}, "password": {"type": "string", "required": true}, "n": {"type": "int", "required": true}}}
		%s q sql {"sqlMode": %q, "sqlDialect": %q, "sqlQuery": %q}
		ok response %s
		in -> %sq -> ok`
	hash, way, mode, answer := "", "", "exec", `{"responseStatus": 204}`
	if strings.Contains(statement, "{{h.hash}}") {
		hash, way = "h hash {\"hashMode\": \"hash\", \"hashInput\": \"{{password}}\"}\n", "h -> "
	}
	if givesRows.MatchString(statement) {
		mode, answer = "many", `{"responseStatus": 200, "responseBody": "{{q.rows}}"}`
	}
	return fmt.Sprintf(drawing, hash, mode, dialect, statement, answer, way)
}
