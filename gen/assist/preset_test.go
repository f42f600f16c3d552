package assist_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// presetTables are tables of each kind of column, one with names that need quotes.
const presetTables = `CREATE TABLE notes (
  id INTEGER PRIMARY KEY, author TEXT NOT NULL, stars INTEGER NOT NULL, weight REAL, done BOOLEAN NOT NULL DEFAULT FALSE,
  due TIMESTAMP, more JSON, created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE "order" (code TEXT PRIMARY KEY, "group" TEXT NOT NULL);
CREATE TABLE pairs (a INTEGER NOT NULL, b INTEGER NOT NULL, PRIMARY KEY (a, b));
`

// TestPresetsAreRight inserts each preset into an empty workflow: lint has nothing to say of it but that a required field is
// empty, which the page calls needed.
func TestPresetsAreRight(t *testing.T) {
	tables := &gen.Folder{Schema: diag.NewFile("schema.sql", []byte(presetTables)), Templates: all.Templates()}
	list := assist.Tables(tables, gen.Analyse([]*gen.Folder{tables})[0].Program)
	if len(list) != 3 {
		t.Fatalf("there are %d tables", len(list))
	}
	titles := map[string]bool{}
	for _, p := range all.Presets() {
		if titles[p.Title] || p.Title == "" || !strings.HasSuffix(p.Doc, ".") {
			t.Errorf("%s: title %q, documentation %q", p.Name, p.Title, p.Doc)
		}
		titles[p.Title] = true
		of := []*assist.Table{nil}
		if p.Table {
			of = []*assist.Table{&list[0], &list[1]}
			if _, err := assist.FillPreset(&p, &list[2], ""); err == nil {
				t.Errorf("%s: a table with a key of two columns is taken", p.Name)
			}
		}
		for _, table := range of {
			text, err := assist.FillPreset(&p, table, "my page")
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			if strings.Contains(string(text), `$t`) || strings.Contains(string(text), "$key") || strings.Contains(string(text), "$path") {
				t.Errorf("%s is not filled in: %s", p.Name, text)
			}
			f := &gen.Folder{
				Package: "flows", Templates: all.Templates(), Imports: imports(), Schema: tables.Schema,
				Documents: []*diag.File{diag.NewFile("preset.flow.json", text)},
			}
			for _, d := range gen.Lint(f) {
				if d.Code == diag.FC201 {
					continue
				}
				t.Errorf("%s: %s %s: %s\n%s", p.Name, d.Code.Name, d.Message, d.Hint, text)
			}
		}
	}
	for _, want := range []string{"Verify GitHub", "Verify Stripe", "Limit by address", "Page a list", "Insert a row", "Answer 404"} {
		if !titles[want] {
			t.Errorf("there is no preset %q", want)
		}
	}
}
