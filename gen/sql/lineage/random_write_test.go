package lineage

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// TestRandomWrites makes tables and INSERTs, and runs them: those fail of which it is said, and no others.
func TestRandomWrites(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	r := &writer{Rand: rand.New(rand.NewPCG(20, 26))}
	refused := 0
	for range 150 {
		table, columns := r.table()
		if _, err := db.Exec(table); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		for range 10 {
			insert := r.insert(columns)
			want := failing(Resolve(insert, ReadSchema(table)))
			_, err := db.Exec("DELETE FROM t; " + insert)
			if (want != "") != (err != nil) {
				t.Errorf("%s\n%s\nfails with %v, and it is said: %q", table, insert, err, want)
			}
			if want != "" {
				refused++
			}
		}
		if _, err := db.Exec("DROP TABLE t"); err != nil {
			t.Fatal(err)
		}
	}
	if refused < 300 || refused > 1200 {
		t.Errorf("%d of 1500 statements fail: too many or too few of one kind", refused)
	}
}

// writer makes statements. No two values of it are equal, so that no key is there twice.
type writer struct {
	*rand.Rand
	values int
}

// table is a table called t, and the columns that an INSERT may fill.
func (r *writer) table() (create string, columns []string) {
	var parts []string
	add := func(name, declared string) {
		parts, columns = append(parts, name+" "+declared), append(columns, name)
	}
	end := ")"
	switch r.IntN(4) {
	case 0:
		add("id", "INTEGER PRIMARY KEY")
	case 1:
		add("id", "INTEGER PRIMARY KEY AUTOINCREMENT")
	case 2:
		add("key", "TEXT PRIMARY KEY")
		end = ") WITHOUT ROWID"
	}
	for i := range 1 + r.IntN(4) {
		add(fmt.Sprint("c", i), r.column(fmt.Sprint("c", i)))
	}
	if r.IntN(3) == 0 {
		parts = append(parts, "g TEXT NOT NULL GENERATED ALWAYS AS ('g') STORED")
	}
	if r.IntN(3) == 0 {
		parts = append(parts, "CHECK (c0 IS NULL OR c0 <> 'never')")
	}
	return "CREATE TABLE t (" + strings.Join(parts, ", ") + end, columns
}

// column declares a column that takes any value of ours, and perhaps NULL.
func (r *writer) column(name string) string {
	declared := []string{"TEXT"}
	for _, constraint := range []string{
		"NOT NULL", "CHECK (" + name + " <> 'never')",
		[]string{"DEFAULT 'd'", "DEFAULT ('a' || 'b')", "DEFAULT NULL", "DEFAULT CURRENT_TIMESTAMP"}[r.IntN(4)],
	} {
		if r.IntN(2) == 0 {
			declared = append(declared, constraint)
		}
	}
	r.Shuffle(len(declared)-1, func(i, j int) { declared[1+i], declared[1+j] = declared[1+j], declared[1+i] })
	return strings.Join(declared, " ")
}

// insert is an INSERT of some of the columns, in any order.
func (r *writer) insert(columns []string) string {
	verb := []string{"INSERT INTO t", "INSERT INTO t", "INSERT OR IGNORE INTO t", "REPLACE INTO t", "INSERT OR ABORT INTO t"}[r.IntN(5)]
	if r.IntN(10) == 0 {
		return verb + " DEFAULT VALUES"
	}
	chosen := append([]string{}, columns...)
	r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	chosen = chosen[:1+r.IntN(len(chosen))]
	rows := make([]string, 1+r.IntN(2))
	for i := range rows {
		rows[i] = r.row(chosen)
	}
	into := verb + " (" + strings.Join(chosen, ", ") + ")"
	if len(rows) == 1 && r.IntN(3) == 0 {
		return into + " SELECT " + rows[0]
	}
	return into + " VALUES (" + strings.Join(rows, "), (") + ")"
}

func (r *writer) row(columns []string) string {
	list := make([]string, len(columns))
	for i, name := range columns {
		r.values++
		switch {
		case r.IntN(5) == 0:
			list[i] = "NULL"
		case name == "id":
			list[i] = fmt.Sprint(r.values)
		default:
			list[i] = fmt.Sprintf("'v%d'", r.values)
		}
	}
	return strings.Join(list, ", ")
}
