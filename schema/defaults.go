package schema

import (
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/flowc-dev/flowc/schema/diag"
)

// DefaultsFile is the name of the file that says what holds for all workflows of its folder.
const DefaultsFile = "defaults.json"

// The keys of the file, in the order in which Format writes them.
var (
	defaultsKeys = []string{"$schema", "version", "schema", "names"}
	schemaKeys   = DefaultsSections()[0].keys()
	namesKeys    = DefaultsSections()[1].keys()
)

// DefaultsSection is a key of the file, with the keys of what it holds.
type DefaultsSection struct {
	Name, Title, Doc string
	Keys             []DefaultsKey
}

// DefaultsKey is a list of texts in a DefaultsSection.
type DefaultsKey struct {
	Name, Title, Doc string
	Of               string // what each text names: "variable", "column", "path" or "schema"
}

const schemaPaths = "relative to this file: a file of SQL, the folder of a tool for migrations, or a list of these."

// DefaultsSections returns what the file may hold beside its version.
func DefaultsSections() []DefaultsSection {
	return []DefaultsSection{
		{"schema", "Schema", "Where the SQL is that makes the tables.", []DefaultsKey{
			{"postgres", "PostgreSQL", "Where the schema of PostgreSQL is, " + schemaPaths, "path"},
			{"sqlite", "SQLite", "Where the schema of SQLite is, " + schemaPaths, "path"},
			{"searchPath", "Search path", "The schemas of PostgreSQL in which a table is looked for that is named without " +
				"one; by default public.", "schema"},
		}},
		{"names", "Names", "Names that mean something else than they say.", []DefaultsKey{
			{"public", "Public variables", "Environment variables that everybody may know although their names do not begin " +
				"with PUBLIC_.", "variable"},
			{"secret", "Secret variables", "Environment variables that hold a secret although their names do not say " +
				"so.", "variable"},
			{"notHash", "Columns without a hash", "Columns, such as \"files.hash\", that hold no hash of a password although " +
				"their names say so.", "column"},
			{"inUrl", "Variables in a URL", "Environment variables that may stand in a URL although their names say that they " +
				"hold a secret.", "variable"},
		}},
	}
}

// keys are the names of the keys, in the order in which Format writes them.
func (s DefaultsSection) keys() (names []string) {
	for _, k := range s.Keys {
		names = append(names, k.Name)
	}
	return names
}

// Defaults is what a folder of workflows says once for all of them.
type Defaults struct {
	File                           *diag.File
	Public, Secret, NotHash, InURL []Text // of "names"
	Tables                         *Tables
}

// Tables is what the key "schema" says: where the SQL is that makes the tables of the service around the workflows.
type Tables struct {
	Span             diag.Span
	Postgres, SQLite []Text // paths, relative to the folder
	SearchPath       []Text // schemas of PostgreSQL; nil where it is not said
}

// ParseDefaults reads the file of a folder and reports all that is wrong with its shape (FC001 to FC005). Defaults
// holds what could be read; it is nil where that is nothing.
func ParseDefaults(file *diag.File) (*Defaults, diag.List) {
	root, syntax := read(file.Src)
	if syntax != nil {
		return nil, diag.List{syntax.diagnostic(file)}
	}
	p := &parser{file: file}
	if !p.checkKind(root, "document", Object) || !p.checkVersion(root) {
		return nil, p.problems
	}
	p.checkRepeated(root)
	p.checkKeys(root, defaultsKeys)
	p.optionalString(root, "$schema")
	d := &Defaults{File: file}
	if tables := root.Get("schema"); tables != nil && p.checkKey(tables, "schema", Object) {
		p.checkKeys(tables, schemaKeys)
		d.Tables = &Tables{
			Span: tables.Span, Postgres: p.rowOrRows(tables, "postgres"), SQLite: p.rowOrRows(tables, "sqlite"),
			SearchPath: p.rows(tables, "searchPath"),
		}
	}
	if names := root.Get("names"); names != nil && p.checkKey(names, "names", Object) {
		p.checkKeys(names, namesKeys)
		d.Public, d.Secret = p.rows(names, "public"), p.rows(names, "secret")
		d.NotHash, d.InURL = p.rows(names, "notHash"), p.rows(names, "inUrl")
	}
	return d, p.problems
}

// rows reads a list of texts that an object may have, each once.
func (p *parser) rows(of *Value, key string) []Text {
	list := of.Get(key)
	if list == nil || !p.checkKey(list, key, Array) {
		return nil
	}
	var rows []Text
	for _, item := range list.Items {
		if !p.checkKind(item, "entry of "+quote(key), String) {
			continue
		}
		if i := slices.IndexFunc(rows, func(row Text) bool { return row.Value == item.Text }); i >= 0 {
			p.reportRepeated(item.Span, rows[i].Span, "duplicate entry %s", quote(item.Text))
			continue
		}
		rows = append(rows, Text{item.Text, item.Span})
	}
	return rows
}

// rowOrRows reads a text, or a list of such.
func (p *parser) rowOrRows(of *Value, key string) []Text {
	if v := of.Get(key); v != nil && v.Kind == String {
		return []Text{{v.Text, v.Span}}
	}
	return p.rows(of, key)
}

// DefaultsSchema returns the JSON Schema (draft 7) of the file.
func DefaultsSchema() ([]byte, error) {
	tables, names := sectionSchema(DefaultsSections()[0]), sectionSchema(DefaultsSections()[1])
	root := object("What a folder of workflows says once for all of them.", map[string]*jsonschema.Schema{
		"$schema": text("Where the JSON Schema of this file is, for editors."),
		"version": {Const: jsonschema.Ptr[any](1), Description: "The version of the format."},
		"schema":  tables,
		"names":   names,
	}, defaultsKeys, nil)
	root.Schema, root.Title = "http://json-schema.org/draft-07/schema#", "flowc defaults"
	root.Required = []string{"version"}
	return writeSchema(root)
}

// sectionSchema is of a key of the file. A path may be a text alone.
func sectionSchema(s DefaultsSection) *jsonschema.Schema {
	of := object(s.Doc, map[string]*jsonschema.Schema{}, s.keys(), nil)
	for _, key := range s.Keys {
		list := &jsonschema.Schema{Type: "array", UniqueItems: true, Items: &jsonschema.Schema{Type: "string"}}
		if of.Properties[key.Name] = list; key.Of == "path" {
			of.Properties[key.Name] = &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, list}}
		}
		of.Properties[key.Name].Description = key.Doc
	}
	return of
}
