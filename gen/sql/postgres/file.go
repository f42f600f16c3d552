package postgres

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/schema/diag"
)

// fileForm is flows.postgres.json.
type fileForm struct {
	Server     int                 `json:"server"`
	Left       map[string]string   `json:"left,omitzero"`
	Enums      map[string][]string `json:"enums,omitzero"`
	Tables     []tableForm         `json:"tables,omitzero"`
	Statements []statementForm     `json:"statements"`
}

type statementForm struct {
	Hash    string       `json:"hash"`
	Schema  string       `json:"schema"`
	Params  []string     `json:"params,omitzero"`
	Columns []columnForm `json:"columns,omitzero"`
	Refused *refusalForm `json:"refused,omitzero"`
}

type tableForm struct {
	Table   string        `json:"table"`
	Schema  string        `json:"schema"`
	View    bool          `json:"view,omitzero"`
	Columns []TableColumn `json:"columns,omitzero"`
	Keys    []Key         `json:"keys,omitzero"`
}

type columnForm struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	NotNull bool   `json:"notNull,omitzero"`
}

type refusalForm struct {
	State   string `json:"state"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitzero"`
	At      int    `json:"at,omitzero"`
}

// Read reads flows.postgres.json. One that is not as Write makes it is refused whole (FC505): generate makes it anew.
func Read(file *diag.File) (*Facts, diag.List) {
	var form fileForm
	if err := json.Unmarshal(file.Src, &form, json.RejectUnknownMembers(true)); err != nil {
		return nil, diag.List{{
			Code: diag.FC505, File: file, Message: fmt.Sprintf("%q can't be read: %v", FactsFile, err),
			Hint: "delete it and run flowc generate, which makes it anew",
		}}
	}
	f := &Facts{Server: form.Server, Left: form.Left, Enums: form.Enums, Statements: map[string]Statement{}}
	for _, t := range form.Tables {
		if f.Tables == nil {
			f.Tables = map[string]Table{}
		}
		f.Tables[t.Table] = Table{Text: t.Schema, View: t.View, Columns: t.Columns, Keys: t.Keys}
	}
	for _, s := range form.Statements {
		read := Statement{Schema: s.Schema, Params: s.Params, Refused: (*Refusal)(s.Refused)}
		for _, c := range s.Columns {
			read.Columns = append(read.Columns, Column(c))
		}
		f.Statements[s.Hash] = read
	}
	return f, nil
}

// Write writes flows.postgres.json: one line a statement, sorted by hash, so that two people who change different
// statements change different lines.
func (f *Facts) Write() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"server\": %d,\n", f.Server)
	if err := writeLine(&b, "left", f.Left); err != nil {
		return nil, err
	}
	if err := writeLine(&b, "enums", f.Enums); err != nil {
		return nil, err
	}
	tables := make([]tableForm, 0, len(f.Tables))
	for _, name := range slices.Sorted(maps.Keys(f.Tables)) {
		t := f.Tables[name]
		tables = append(tables, tableForm{name, t.Text, t.View, t.Columns, t.Keys})
	}
	if len(tables) > 0 {
		if err := writeLines(&b, "tables", tables); err != nil {
			return nil, err
		}
		b.WriteString(",\n")
	}
	statements := make([]statementForm, 0, len(f.Statements))
	for _, hash := range slices.Sorted(maps.Keys(f.Statements)) {
		s := f.Statements[hash]
		form := statementForm{Hash: hash, Schema: s.Schema, Params: s.Params, Refused: (*refusalForm)(s.Refused)}
		for _, c := range s.Columns {
			form.Columns = append(form.Columns, columnForm(c))
		}
		statements = append(statements, form)
	}
	if err := writeLines(&b, "statements", statements); err != nil {
		return nil, err
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// writeLines writes a key with a list, an entry a line.
func writeLines[T any](b *bytes.Buffer, key string, list []T) error {
	fmt.Fprintf(b, "  %q: [", key)
	for i, entry := range list {
		line, err := json.Marshal(entry, jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true))
		if err != nil {
			return fmt.Errorf("writing %q of PostgreSQL: %w", key, err)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "\n    %s", line)
	}
	b.WriteString("\n  ]")
	return nil
}

// writeLine writes a key with a map, if that holds anything.
func writeLine[V any](b *bytes.Buffer, key string, of map[string]V) error {
	if len(of) == 0 {
		return nil
	}
	line, err := json.Marshal(of, json.Deterministic(true), jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true))
	if err != nil {
		return fmt.Errorf("writing %q of PostgreSQL: %w", key, err)
	}
	fmt.Fprintf(b, "  %q: %s,\n", key, line)
	return nil
}
