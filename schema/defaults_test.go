package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestParseDefaults reads files of defaults, right ones and such with a mistake, which has a place.
func TestParseDefaults(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"whole", `{"$schema": "x", "version": 1, "x-ours": 1,
			"names": {"public": ["A", "B"], "secret": [], "notHash": ["files.hash"], "inUrl": ["T"]}}`, ""},
		{"schema", `{"version": 1, "schema": {"postgres": "../db", "sqlite": ["a.sql", "b"], "searchPath": ["app", "public"]}}`, ""},
		{"schema of another kind", `{"version": 1, "schema": {"postgres": 1, "mysql": "a"}}`, "FC002 1:42, FC003 1:39"},
		{"empty", `{"version": 1}`, ""},
		{"no JSON", `{"version": 1,}`, "FC001 1:14"},
		{"no version", `{"names": {}}`, "FC005 1:1"},
		{"another version", `{"version": 2}`, "FC005 1:13"},
		{"unknown key", `{"version": 1, "limits": {}}`, "FC002 1:16"},
		{"unknown name", `{"version": 1, "names": {"nothash": []}}`, "FC002 1:26"},
		{"no list", `{"version": 1, "names": {"public": "A"}}`, "FC003 1:36"},
		{"no text", `{"version": 1, "names": {"public": [1]}}`, "FC003 1:37"},
		{"a key twice", `{"version": 1, "names": {}, "names": {}}`, "FC004 1:29"},
		{"a row twice", `{"version": 1, "names": {"public": ["A", "A"]}}`, "FC004 1:42"},
	} {
		d, problems := schema.ParseDefaults(diag.NewFile("defaults.json", []byte(c.src)))
		var got []string
		for _, p := range problems {
			line, column := p.File.Position(p.Span.Start)
			got = append(got, fmt.Sprintf("%s %d:%d", p.Code.Name, line, column))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if c.name == "whole" && (len(d.Public) != 2 || d.NotHash[0].Value != "files.hash" || d.InURL[0].Value != "T") {
			t.Errorf("read %+v", d)
		}
		if c.name == "schema" && (d.Tables.Postgres[0].Value != "../db" || len(d.Tables.SQLite) != 2 || len(d.Tables.SearchPath) != 2) {
			t.Errorf("read %+v", d.Tables)
		}
	}
}

func TestFormatDefaults(t *testing.T) {
	src := []byte(`{"names":{"inUrl":["T"],"public":["A"]},"schema":{"searchPath":["a"],"postgres":"../db"},"version":1}`)
	want := "{\n  \"version\": 1,\n  \"schema\": {\"postgres\": \"../db\", \"searchPath\": [\"a\"]},\n  \"names\": {\"public\": [\"A\"], \"inUrl\": [\"T\"]}\n}\n"
	got, err := schema.FormatDefaults(src)
	if err != nil || string(got) != want {
		t.Errorf("got %s (%v)", got, err)
	}
	if again, err := schema.FormatDefaults(got); err != nil || !slices.Equal(again, got) {
		t.Errorf("formatted again it is %s (%v)", again, err)
	}
}

func TestDefaultsSchema(t *testing.T) {
	text, err := schema.DefaultsSchema()
	if err != nil || !strings.Contains(string(text), `"notHash"`) {
		t.Errorf("%s (%v)", text, err)
	}
}
