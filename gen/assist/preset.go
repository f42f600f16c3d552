package assist

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
)

// FillPreset returns the document of a preset about a table, or of one without a table, served below a name.
func FillPreset(p *templates.Preset, t *Table, name string) ([]byte, error) {
	if !p.Table {
		return schema.Format([]byte(strings.ReplaceAll(p.Document(nil), "$path", inPath(name))))
	}
	switch {
	case t == nil:
		return nil, errors.New("choose a table first")
	case len(t.Key) != 1 || t.View:
		return nil, fmt.Errorf("%s has no key of one column", t.Name)
	}
	replace, clashes := t.replacer(strings.Contains(p.Document(nil), "$sets"))
	if replace == nil {
		return nil, fmt.Errorf("%s has no column that a request fills", t.Name)
	}
	without := p.Clash
	if clashes {
		without = nil
	}
	return schema.Format([]byte(replace.Replace(p.Document(without))))
}

// noPath matches what a path can't hold as it is.
var noPath = regexp.MustCompile(`[^a-z0-9]+`)

func inPath(name string) string {
	return strings.Trim(noPath.ReplaceAllString(strings.ToLower(name), "-"), "-")
}

// replacer replaces what a preset calls the parts of its table. clashes says that a row can be refused for the values
// that a caller chooses. With keeps, the key stays as it is, and there is no replacer where no other column can change.
func (t *Table) replacer(keeps bool) (_ *strings.Replacer, clashes bool) {
	var columns, names, values, sets, fields []string
	var key Column
	for _, c := range t.Columns {
		isKey := c.Name == t.Key[0]
		if isKey {
			key = c
		}
		if !c.Hidden {
			columns = append(columns, asJSON(c.SQL))
		}
		if c.Hidden || c.Filled || !fieldName.MatchString(c.Name) || keeps && isKey {
			continue
		}
		names = append(names, asJSON(c.SQL))
		values = append(values, "{{"+c.Name+"}}")
		sets = append(sets, asJSON(c.SQL)+" = {{"+c.Name+"}}")
		fields = append(fields, c.field())
		clashes = clashes || c.Unique || c.Refers != nil
	}
	if len(fields) == 0 && keeps {
		return nil, false
	}
	return strings.NewReplacer(
		`"$fields": true`, strings.Join(fields, ", "), "$columns", strings.Join(columns, ", "),
		"$names", strings.Join(names, ", "), "$values", strings.Join(values, ", "), "$sets", strings.Join(sets, ", "),
		"$keyType", fieldType(key.Type), "$key", asJSON(key.SQL), "$table", asJSON(t.SQL),
		"$path", inPath(t.Name),
	), clashes
}

// field declares the field of a request that a column is filled from.
func (c Column) field() string {
	kind := fieldType(c.Type)
	switch {
	case c.Nullable:
		return fmt.Sprintf(`"%s": {"type": "%s"}`, c.Name, kind)
	case kind == "string":
		return fmt.Sprintf(`"%s": {"type": "string", "required": true, "validate": "required,max=200"}`, c.Name)
	}
	return fmt.Sprintf(`"%s": {"type": "%s", "required": true}`, c.Name, kind)
}

var fieldName = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_]*$`)

// asJSON writes a name as it stands in a string of JSON.
func asJSON(name string) string { return strings.ReplaceAll(name, `"`, `\"`) }

// fieldTypes are the types of fields by what a column's type holds, the first that it does.
var fieldTypes = []struct{ holds, kind string }{
	{"INT", "int"}, {"SERIAL", "int"}, {"BOOL", "bool"}, {"REAL", "float"}, {"FLOA", "float"}, {"DOUB", "float"},
	{"TIME", "time"}, {"JSON", "any"},
}

// fieldType returns the type that a field has for a column of a type.
func fieldType(declared string) string {
	for _, t := range fieldTypes {
		if strings.Contains(strings.ToUpper(declared), t.holds) {
			return t.kind
		}
	}
	return "string"
}
