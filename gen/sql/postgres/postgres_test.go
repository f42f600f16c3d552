package postgres_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

func TestAskedOf(t *testing.T) {
	for _, c := range []struct {
		statement, asked string
		tests            []int
	}{
		{"SELECT 1", "SELECT 1", nil},
		{"SELECT a FROM t WHERE $1 IS NULL OR a = $2", "SELECT a FROM t WHERE CAST($1 AS text) IS NULL OR a = $2", []int{1}},
		{"SELECT a FROM t WHERE a = $1 AND $2 is  not\nnull", "SELECT a FROM t WHERE a = $1 AND CAST($2 AS text) is  not\nnull", []int{2}},
		{"SELECT a FROM t WHERE a = $1 AND b IS NULL", "SELECT a FROM t WHERE a = $1 AND b IS NULL", nil},
	} {
		got := postgres.AskedOf(c.statement, nil)
		var tests []int
		for param := range 4 {
			if got.Tests(param) {
				tests = append(tests, param)
			}
		}
		if got.SQL != c.asked || !slices.Equal(tests, c.tests) {
			t.Errorf("%q: asked %q, tested %v; want %q, %v", c.statement, got.SQL, tests, c.asked, c.tests)
		}
	}
}

// TestPlace wants what a server points to, counted in characters of what it was asked, at its place in the statement in bytes.
func TestPlace(t *testing.T) {
	const statement = "SELECT 'é', nam FROM t WHERE $1 IS NULL AND $2 IS NULL AND foo = 1"
	asked := postgres.AskedOf(statement, nil)
	for at, want := range map[int]string{
		0: statement, 13: "nam", 30: "$1", 37: "$1", 88: "foo", 3: "LECT", 10_000: "",
	} {
		start, end := asked.Place(at)
		if got := statement[start:end]; got != want {
			t.Errorf("character %d: %q, want %q", at, got, want)
		}
	}
}

func TestFileReadsBack(t *testing.T) {
	want := &postgres.Facts{Server: 15, Left: map[string]string{"ee": "no <right>"}, Tables: map[string]postgres.Table{
		"app.users": {
			Text: "0f", Columns: []postgres.TableColumn{{Name: "id", Type: "bigint", NotNull: true, Identity: true}, {Name: "of", Type: "text", Default: true}},
			Keys: []postgres.Key{{Kind: "foreign", Name: "users_of_fkey", Columns: []string{"of"}, Of: "app.teams", Refers: []string{"id"}}},
		}, "seen": {Text: "10", View: true},
	}, Enums: map[string][]string{"mood": {"sad", "a, \"b\""}}, Statements: map[string]postgres.Statement{
		"bb": {Schema: "0f", Params: []string{"int8"}, Columns: []postgres.Column{{Name: "id", Type: "int8", NotNull: true}, {Name: "é\"\n", Type: "text[]"}}},
		"aa": {Refused: &postgres.Refusal{State: "42703", Message: "column \"x\" does not exist", Hint: "perhaps y", At: 7}},
		"cc": {},
	}}
	content, err := want.Write()
	if err != nil {
		t.Fatal(err)
	}
	got, problems := postgres.Read(diag.NewFile(postgres.FactsFile, content))
	if len(problems) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("read %v, %v\nwant %v", got, problems, want)
	}
	again, _ := got.Write()
	if string(again) != string(content) {
		t.Errorf("written again it is\n%s\nand was\n%s", again, content)
	}
}

// FuzzRead wants any text to be refused with a place or to be read, and what was read to be written and read as the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"server":15,"statements":[{"hash":"aa","schema":"0f","params":["int8"],"columns":[{"name":"id","type":"int8","notNull":true}]}]}`))
	f.Add([]byte(`{"server":15,"statements":[{"hash":"aa","schema":"0f","refused":{"state":"42703","message":"m"}}],"more":1}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, problems := postgres.Read(diag.NewFile(postgres.FactsFile, src))
		if (facts == nil) != problems.HasErrors() {
			t.Fatalf("%v, %v", facts, problems)
		}
		if facts == nil {
			return
		}
		content, err := facts.Write()
		if err != nil {
			t.Fatal(err)
		}
		again, problems := postgres.Read(diag.NewFile(postgres.FactsFile, content))
		if len(problems) > 0 || len(again.Statements) != len(facts.Statements) {
			t.Errorf("written as %s it is read as %v, %v", content, again, problems)
		}
	})
}

func TestReadable(t *testing.T) {
	for _, c := range []struct {
		name string
		as   types.Kind
		want bool
	}{
		{"int4", types.Int, true}, {"numeric", types.Int, true}, {"float8", types.Int, false}, {"bool", types.Int, false}, {"text", types.Int, false},
		{"numeric", types.Float, true}, {"text", types.Float, false}, {"bool", types.Bool, true}, {"text", types.Bool, false},
		{"uuid", types.String, true}, {"mood", types.String, true}, {"text[]", types.String, false}, {"bool", types.String, false},
		{"date", types.Time, true}, {"int8", types.Time, false}, {"bytea", types.Bytes, true}, {"text[]", types.Any, true},
	} {
		if got := postgres.Readable(c.name, types.Of(c.as)); got != c.want {
			t.Errorf("%s read as %s: %v, want %v", c.name, types.Of(c.as), got, c.want)
		}
	}
}
