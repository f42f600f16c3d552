package studio

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// newMigration is a table, or a column of one, that the page asks for.
type newMigration struct {
	Dir     string      `json:"dir"`
	Table   string      `json:"table"`
	Columns []newColumn `json:"columns"`
	Begin   bool        `json:"begin"` // it makes the table
}

type newColumn struct {
	Name   string `json:"name"`
	Type   string `json:"type"` // of columnTypes
	Null   bool   `json:"null"`
	Unique bool   `json:"unique"`
	Refers string `json:"refers"` // a table, by whose key it is found
}

// columnTypes are what a column may hold, and how each engine calls that. The fallback is of a column that rows get
// that are there.
var columnTypes = []struct{ name, sqlite, postgres, fallback string }{
	{"text", "TEXT", "TEXT", "''"},
	{"integer", "INTEGER", "BIGINT", "0"},
	{"number", "REAL", "DOUBLE PRECISION", "0"},
	{"boolean", "BOOLEAN", "BOOLEAN", "FALSE"},
	{"time", "TIMESTAMP", "TIMESTAMPTZ", ""},
	{"JSON", "JSON", "JSONB", "'null'"},
	{"bytes", "BLOB", "BYTEA", "''"},
}

func columnTypeNames() []string {
	list := []string{}
	for _, t := range columnTypes {
		list = append(list, t.name)
	}
	return list
}

// whyNoMigration returns why no migration can be written beside the workflows of a folder, "" where one can.
func whyNoMigration(f *project.Folder) string {
	if f.Elsewhere {
		return "defaults.json names the schema: make its tables where that comes from"
	}
	_, begun, err := project.NextMigration(f.Files, migrate.SQLite)
	if err != nil {
		return err.Error()
	}
	for _, b := range begun {
		if b.Schema != "" {
			return b.File + " makes the tables: change it there, or begin migrations with flowc migrate new begin"
		}
	}
	return ""
}

func (s *Studio) serveMigration(w http.ResponseWriter, r *http.Request) {
	var asked newMigration
	if !readBody(w, r, 1<<16, &asked) {
		return
	}
	written, err := s.writeMigration(asked)
	if err != nil {
		refuse(w, err)
		return
	}
	s.wrote()
	s.Check()
	reply(w, struct {
		Files []string `json:"files"`
	}{written})
}

// writeMigration writes the next migration of each engine of a folder, and returns the files.
func (s *Studio) writeMigration(m newMigration) ([]string, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	f := s.folderNamed(m.Dir)
	if f == nil {
		return nil, errNotHere
	}
	if why := whyNoMigration(f); why != "" {
		return nil, errors.New(why)
	}
	if err := m.check(assist.Tables(&f.Folder, f.Analysis.Program)); err != nil {
		return nil, err
	}
	root, err := s.folder(f.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	number, begun, err := project.NextMigration(root.FS(), s.engine())
	if err != nil {
		return nil, err
	}
	d := &shelf{root: root, path: filepath.Join(f.Dir, "x")}
	var written []string
	for _, b := range begun {
		if err := root.Mkdir(b.Engine, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return written, err
		}
		name := path.Join(b.Engine, fmt.Sprintf("%05d_%s.sql", number, m.name()))
		if err := d.write(name, []byte(m.text(b.Engine, assist.Tables(&f.Folder, f.Analysis.Program)))); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// folderNamed is the folder of workflows that is shown as dir, or nil.
func (s *Studio) folderNamed(dir string) *project.Folder {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	i := slices.IndexFunc(p.folders, func(f *project.Folder) bool { return filepath.ToSlash(f.Dir) == dir })
	if i < 0 {
		return nil
	}
	return p.folders[i]
}

// engine is that of the database that the environment names: of the first migration of a folder.
func (s *Studio) engine() string {
	if d, _ := s.databaseNamed("DATABASE_URL"); d.Engine != "" {
		return d.Engine
	}
	return migrate.SQLite
}

var plainName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

// check wants names that need no quotes, of what is not there yet.
func (m newMigration) check(tables []assist.Table) error {
	find := func(name string) *assist.Table {
		i := slices.IndexFunc(tables, func(t assist.Table) bool { return t.Name == name })
		if i < 0 {
			return nil
		}
		return &tables[i]
	}
	t := find(m.Table)
	switch {
	case m.Begin && t != nil:
		return fmt.Errorf("there is a table %s", m.Table)
	case !m.Begin && (t == nil || t.View):
		return fmt.Errorf("there is no table %s", m.Table)
	case len(m.Columns) == 0 || len(m.Columns) > 100:
		return errors.New("a table has at least one column, and at most a hundred")
	}
	names := []string{}
	if m.Begin {
		names = []string{m.Table, "id"}
	}
	for _, c := range m.Columns {
		if slices.Contains(names[min(1, len(names)):], c.Name) || t != nil && slices.ContainsFunc(t.Columns, func(have assist.Column) bool { return strings.EqualFold(have.Name, c.Name) }) {
			return fmt.Errorf("there is a column %s", c.Name)
		}
		names = append(names, c.Name)
		if err := c.check(find(c.Refers)); err != nil {
			return err
		}
	}
	for _, name := range names {
		if !plainName.MatchString(name) {
			return fmt.Errorf("%q can't be a name here: want small letters, digits and _", name)
		}
		if ddl.Reserved(name) {
			return fmt.Errorf("%q is a word of SQL", name)
		}
	}
	return nil
}

func (c newColumn) check(parent *assist.Table) error {
	switch {
	case !slices.Contains(columnTypeNames(), c.Type):
		return fmt.Errorf("%s has no type", c.Name)
	case c.Refers != "" && (parent == nil || len(parent.Key) != 1):
		return fmt.Errorf("%s has no key of one column", c.Refers)
	}
	return nil
}

// name is that of the file.
func (m newMigration) name() string {
	if m.Begin {
		return m.Table
	}
	return strings.ReplaceAll(strings.ToLower(m.Table), ".", "_") + "_" + m.Columns[0].Name
}

// text is the migration of an engine.
func (m newMigration) text(engine string, tables []assist.Table) string {
	up, down := []string{}, []string{}
	if m.Begin {
		key := "INTEGER PRIMARY KEY"
		if engine == migrate.Postgres {
			key = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
		}
		lines := []string{"  id " + key}
		for _, c := range m.Columns {
			lines = append(lines, "  "+c.declared(engine, tables, true))
		}
		up = append(up, fmt.Sprintf("CREATE TABLE %s (\n%s\n);", m.Table, strings.Join(lines, ",\n")))
		down = append(down, "DROP TABLE "+m.Table+";")
	} else {
		table := tables[slices.IndexFunc(tables, func(t assist.Table) bool { return t.Name == m.Table })].SQL
		for _, c := range m.Columns {
			up = append(up, fmt.Sprintf("ALTER TABLE %s ADD COLUMN %s;", table, c.declared(engine, tables, false)))
			if c.Unique { // SQLite adds no column that is UNIQUE
				index := m.name() + "_key"
				up = append(up, fmt.Sprintf("CREATE UNIQUE INDEX %s ON %s (%s);", index, table, c.Name))
				down = append(down, "DROP INDEX "+index+";")
			}
			down = append(down, fmt.Sprintf("ALTER TABLE %s DROP COLUMN %s;", table, c.Name))
		}
	}
	return "-- +goose Up\n" + strings.Join(up, "\n") + "\n\n-- +goose Down\n" + strings.Join(down, "\n") + "\n"
}

// declared is a column as an engine has it. Of a table that has rows, one that is not null needs a value for them; one
// that refers to another row, or that is unique, or a time, has none and may be null.
func (c newColumn) declared(engine string, tables []assist.Table, fresh bool) string {
	of := columnTypes[slices.Index(columnTypeNames(), c.Type)]
	text := c.Name + " " + of.sqlite
	if engine == migrate.Postgres {
		text = c.Name + " " + of.postgres
	}
	switch {
	case c.Null:
	case fresh:
		text += " NOT NULL"
	case of.fallback != "" && c.Refers == "" && !c.Unique:
		text += " NOT NULL DEFAULT " + of.fallback
	}
	if c.Unique && fresh {
		text += " UNIQUE"
	}
	if c.Refers != "" {
		parent := tables[slices.IndexFunc(tables, func(t assist.Table) bool { return t.Name == c.Refers })]
		text += fmt.Sprintf(" REFERENCES %s (%s)", parent.SQL, parent.Key[0])
	}
	return text
}
