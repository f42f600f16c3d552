package runtime

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// Table is comma-separated values (RFC 4180): a line of names, and a line for each row.
type Table struct{ text strings.Builder }

// NewTable returns a table without rows.
func NewTable(names ...string) *Table {
	t := &Table{}
	for i, name := range names {
		names[i] = fn.CSVField(name)
	}
	t.write(names)
	return t
}

// Row adds a row. Null is an empty cell, and what is made of others is JSON.
func (t *Table) Row(cells ...any) {
	fields := make([]string, len(cells))
	for i, c := range cells {
		fields[i] = cell(c)
	}
	t.write(fields)
}

// String returns what was written so far.
func (t *Table) String() string { return t.text.String() }

func (t *Table) write(fields []string) {
	for i, field := range fields {
		if i > 0 {
			t.text.WriteByte(',')
		}
		t.text.WriteString(field)
	}
	t.text.WriteString("\r\n")
}

// cell returns one value of a row as a field. Only texts and JSON need quotes.
func cell(value any) string {
	switch v := value.(type) {
	case string:
		return fn.CSVField(v)
	case *string:
		return fn.CSVField(fn.Deref(v))
	case int64:
		return strconv.FormatInt(v, 10)
	case int:
		return strconv.Itoa(v)
	case float64:
		return fn.FormatFloat(v)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return fn.FormatTime(v)
	case time.Duration:
		return fn.FormatDuration(v)
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	}
	return valueCell(ValueOf(value))
}

// valueCell returns a value of unknown shape as a field.
func valueCell(v Value) string {
	switch v.kind() {
	case 'n':
		return ""
	case '"':
		text, _ := v.Text() // it is one
		return fn.CSVField(text)
	case '{', '[':
		return fn.CSVField(v.String())
	}
	return v.String()
}

// CSV writes a list of objects of unknown shape. The columns are in the order in which their names are first met.
func CSV(list []Value) (string, error) {
	var names []string
	known := map[string]bool{}
	for _, v := range list {
		if v.kind() != '{' {
			return "", v.not("an object")
		}
		for _, name := range v.names() {
			if !known[name] {
				known[name] = true
				names = append(names, name)
			}
		}
	}
	t := NewTable(slices.Clone(names)...)
	for _, v := range list {
		cells := make([]any, len(names))
		for i, name := range names {
			cells[i] = v.At(name)
		}
		t.Row(cells...)
	}
	return t.String(), nil
}
