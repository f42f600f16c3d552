package runtime

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Table is comma-separated values (RFC 4180): a line of names, and a line for each row.
type Table struct{ text strings.Builder }

// NewTable returns a table without rows.
func NewTable(names ...string) *Table {
	t := &Table{}
	for i, name := range names {
		names[i] = tame(name)
	}
	t.write(names)
	return t
}

// Row adds a row. Null is an empty cell, and what is made of others is JSON.
func (t *Table) Row(cells ...any) {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = cell(c)
	}
	t.write(texts)
}

// String returns what was written so far.
func (t *Table) String() string { return t.text.String() }

func (t *Table) write(cells []string) {
	for i, text := range cells {
		if i > 0 {
			t.text.WriteByte(',')
		}
		t.text.WriteString(csvField(text))
	}
	t.text.WriteString("\r\n")
}

// tame keeps spreadsheets from taking a text for a formula, which could send the rest of the table somewhere.
func tame(text string) string {
	if strings.HasPrefix(text, "\r") || strings.HasPrefix(text, "\n") || text != "" && strings.ContainsAny(text[:1], "=+-@\t") {
		return "'" + text
	}
	return text
}

// cell writes one value of a row.
func cell(value any) string {
	switch v := value.(type) {
	case string:
		return tame(v)
	case *string:
		return tame(Deref(v))
	case int64:
		return strconv.FormatInt(v, 10)
	case int:
		return strconv.Itoa(v)
	case float64:
		return FormatFloat(v)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return FormatTime(v)
	case time.Duration:
		return FormatDuration(v)
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	}
	return valueCell(ValueOf(value))
}

// valueCell writes a value of unknown shape.
func valueCell(v Value) string {
	switch v.kind() {
	case 'n':
		return ""
	case '"':
		text, _ := v.Text() // it is one
		return tame(text)
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
