package lineage

import (
	"fmt"
	"testing"
)

// TestAlways holds which conditions leave out no row, and by which parameters: what is only likely is none of them.
func TestAlways(t *testing.T) {
	const schema = "CREATE TABLE notes (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL, body TEXT, done BOOLEAN NOT NULL); " +
		"CREATE TABLE keys (k TEXT PRIMARY KEY, v TEXT);" +
		"CREATE VIEW open AS SELECT id, body FROM notes;"
	for where, want := range map[string]string{
		"1 = 1": "always", "1": "always", "2 > 1": "always", "1 <> 2": "always", "'a' = 'a'": "always", "NOT false": "always", "(true)": "",
		"true AND 1 = 1": "always", "id = 1 OR 1 = 1": "always", "true OR owner = $1": "always", "NOT (1 = 2)": "always", "(1 = 1) IS TRUE": "always",
		"id = id": "always", "notes.id = id": "always", "ID == id": "always", "id >= id": "always", "lower(title) = lower(title)": "always",
		"owner || title = owner || title": "always", "(id, owner) = (id, owner)": "always", "id IS NOT NULL": "always", "id NOTNULL": "always",
		"NOT id IS NULL": "always", "owner IS NOT NULL AND title IS NOT NULL": "always", "body IS NULL OR body IS NOT NULL": "always",
		"body IS body": "always", "body IS NOT DISTINCT FROM body": "always", "title LIKE '%'": "always", "owner GLOB '*'": "always",
		"id IN (SELECT id FROM notes)": "always", "EXISTS (SELECT 1 FROM notes)": "always", "rowid = rowid": "always",
		"$1 = $1": "always given [1 1]", "$1 = $2": "always given [1 2] alike [[1 2]]", "$1 IS NOT NULL": "always given [1]",
		"lower($1) = lower($2)": "always given [1 2] alike [[1 2]]", "NOT ($1 <> $2)": "always given [1 2] alike [[1 2]]",

		"true": "", "TRUE": "", "id = 1": "", "id = $1": "", "body = body": "", "body IS NOT NULL": "", "lower(body) = lower(body)": "", "title = owner": "",
		"id IS NULL": "", "1 = 0": "", "false": "", "0": "", "'a' = 'b'": "", "'a' = 'A'": "", "id > 0": "", "random() = random()": "", "random() > 0": "",
		"owner = coalesce($1, owner)": "", "$1 IS NULL OR owner = $1": "", "$1": "", "$1 = 'yes'": "", "done": "", "NOT done": "", "done IS TRUE": "",
		"id IN (SELECT id FROM notes WHERE owner = $1)": "", "id IN (SELECT id FROM notes LIMIT 10)": "", "id IN (SELECT max(id) FROM notes)": "",
		"id NOT IN (SELECT id FROM notes)": "", "id IN (SELECT id FROM keys)": "", "EXISTS (SELECT 1 FROM keys)": "", "NOT EXISTS (SELECT 1 FROM notes)": "",
		"body IN (SELECT body FROM notes)": "", "title LIKE '%a'": "", "title LIKE $1": "", "title NOT LIKE '%'": "", "body LIKE '%'": "",
		"id IS DISTINCT FROM id": "", "id IS NOT id": "", "body IS NULL": "", "body IS NOT NULL OR owner IS NULL": "", "elsewhere = elsewhere": "",
		"id = 1 AND 1 = 1": "", "NOT (id = 1)": "", "id <> id": "", "id < id": "", "(id = id) IS FALSE": "",
	} {
		for _, text := range []string{"DELETE FROM notes WHERE " + where, "UPDATE notes SET title = 'x' WHERE " + where + " RETURNING id"} {
			got := ""
			if a := Resolve(text, ReadSchema(schema)).Changes[0].Always; a != nil {
				got = "always"
				if a.Given != nil {
					got += fmt.Sprintf(" given %v", a.Given)
				}
				if a.Alike != nil {
					got += fmt.Sprintf(" alike %v", a.Alike)
				}
				if where := text[a.Start:a.End]; where == "" {
					t.Errorf("%s: no place", text)
				}
			}
			if got != want {
				t.Errorf("%s\n got %q\nwant %q", text, got, want)
			}
		}
	}
	for text, want := range map[string]bool{
		"DELETE FROM keys WHERE k IS NOT NULL":                                                                    false, // SQLite's TEXT PRIMARY KEY
		"UPDATE notes SET title = k.v FROM keys k WHERE notes.id = notes.id":                                      true,
		"UPDATE notes SET title = k.v FROM keys k WHERE k.k = notes.owner":                                        false,
		"UPDATE notes SET title = 'x' FROM keys k LEFT JOIN notes n ON n.id = 1 WHERE n.id IS NOT NULL":           false,
		"WITH notes AS (SELECT 1 AS id) DELETE FROM notes WHERE id IN (SELECT id FROM notes)":                     false,
		"DELETE FROM open WHERE id IS NOT NULL":                                                                   true,
		"DELETE FROM open WHERE body IS NOT NULL":                                                                 false,
		"MERGE INTO notes USING keys k ON 1 = 1 WHEN MATCHED THEN DELETE":                                         true,
		"MERGE INTO notes USING keys k ON notes.id = notes.id WHEN MATCHED AND 1 = 1 THEN UPDATE SET title = 'x'": true,
		"MERGE INTO notes USING keys k ON true WHEN MATCHED THEN DELETE":                                          false, // as WHERE true says
		"MERGE INTO notes USING keys k ON true WHEN MATCHED AND notes.id = 1 THEN DELETE":                         false,
		"MERGE INTO notes USING keys k ON k.k = notes.owner WHEN MATCHED THEN DELETE":                             false,
		"MERGE INTO notes USING keys k ON false WHEN NOT MATCHED THEN INSERT (owner) VALUES ('a')":                false,
	} {
		changes := Resolve(text, ReadSchema(schema)).Changes
		if got := changes[len(changes)-1].Always != nil; got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}

// TestIsFalse holds that what IS FALSE asks says of columns what NOT does, and not what is false there.
func TestIsFalse(t *testing.T) {
	schema := ReadSchema("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);")
	for where, null := range map[string]bool{
		"(body IS NOT NULL) IS FALSE": true, "(body IS NULL) IS FALSE": false, "(body IS NOT NULL) IS TRUE": false, "(body = 'a') IS FALSE": false,
		"(body IS NOT NULL) IS NOT TRUE": true,
	} {
		if s := Resolve("SELECT body FROM notes WHERE "+where, schema); s.Columns[0].Null != null {
			t.Errorf("%s: null %t, want %t", where, s.Columns[0].Null, null)
		}
	}
}
