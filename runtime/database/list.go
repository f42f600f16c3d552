package database

import (
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

// listColumn scans an array of PostgreSQL, which its driver hands over as text.
type listColumn struct{ to reflect.Value } // a slice, or a pointer to one where the column may be NULL

// Scan implements sql.Scanner.
func (c *listColumn) Scan(column any) error {
	list := c.to
	if list.Kind() == reflect.Pointer {
		list.SetZero()
		if column == nil {
			return nil
		}
		list.Set(reflect.New(list.Type().Elem()))
		list = list.Elem()
	}
	text, ok := column.(string)
	if !ok {
		return fmt.Errorf("a %T is no array", column)
	}
	elements, err := readArray(text)
	if err != nil {
		return err
	}
	return set(list, elements)
}

// isList reports whether a field holds a list whose elements can be read.
func isList(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Slice || t.Elem().Kind() == reflect.Uint8 {
		return false
	}
	elem := t.Elem()
	if elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	if isList(elem) {
		return true
	}
	switch reflect.New(elem).Interface().(type) {
	case *string, *int64, *float64, *bool, *[]byte, *time.Time, *rt.Value:
		return true
	}
	return false
}

// element is one of an array, as written there.
type element struct {
	text   string
	null   bool
	list   []element // of an array of several dimensions
	nested bool
}

// set sets a slice to the elements.
func set(list reflect.Value, elements []element) error {
	list.Set(reflect.MakeSlice(list.Type(), len(elements), len(elements)))
	for i, e := range elements {
		if err := e.read(list.Index(i)); err != nil {
			return fmt.Errorf("element %d: %w", i+1, err)
		}
	}
	return nil
}

// oddElements are the elements that JSON has no form for, of types that may be NULL instead.
var oddElements = []string{"NaN", "Infinity", "-Infinity", "infinity", "-infinity"}

// odd reports whether JSON has no form for the element as a value of a type.
func (e element) odd(as reflect.Type) bool {
	return (as == reflect.TypeFor[float64]() || as == reflect.TypeFor[time.Time]()) && slices.Contains(oddElements, e.text)
}

// read sets a value to the element.
func (e element) read(to reflect.Value) (err error) {
	if e.null {
		switch to.Interface().(type) {
		case rt.Value:
			return to.Addr().Interface().(*rt.Value).Scan(nil)
		}
		if to.Kind() != reflect.Pointer {
			return fmt.Errorf("it is NULL, where a %s is wanted", to.Type())
		}
		return nil
	}
	switch lists := isList(to.Type()); {
	case e.nested && !lists:
		return fmt.Errorf("it is an array of several dimensions, where a list is wanted")
	case lists && !e.nested:
		return fmt.Errorf("it is an array of one dimension, where a list of lists is wanted")
	}
	if e.nested {
		return set(to, e.list)
	}
	if to.Kind() == reflect.Pointer && e.odd(to.Type().Elem()) {
		return nil
	}
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	switch v := to.Addr().Interface().(type) {
	case *string:
		*v = e.text
	case *int64:
		*v, err = strconv.ParseInt(e.text, 10, 64)
	case *float64:
		*v, err = strconv.ParseFloat(e.text, 64)
	case *bool:
		*v = e.text == "t"
	case *time.Time:
		*v, err = readTime(e.text)
	case *[]byte:
		*v, err = hex.DecodeString(strings.TrimPrefix(e.text, `\x`))
	case *rt.Value:
		err = v.Scan([]byte(e.text))
	}
	return err
}

// readArray reads {a,"b c",NULL} (PostgreSQL's documentation, 8.15.6: Array Input and Output Syntax).
func readArray(text string) ([]element, error) {
	list, rest, err := readDimension(text)
	if err == nil && rest != "" {
		err = errUnended
	}
	return list, err
}

var errUnended = errors.New("it is an array that does not end")

// readDimension reads one dimension of an array, and what follows it.
func readDimension(text string) (list []element, rest string, err error) {
	rest, ok := strings.CutPrefix(text, "{")
	if !ok {
		return nil, "", fmt.Errorf("it is no array that begins at 1")
	}
	list = []element{}
	if after, empty := strings.CutPrefix(rest, "}"); empty {
		return list, after, nil
	}
	for {
		e, after, err := readElement(rest)
		if err != nil {
			return nil, "", err
		}
		list = append(list, e)
		switch {
		case strings.HasPrefix(after, "}"):
			return list, after[1:], nil
		case !strings.HasPrefix(after, ","):
			return nil, "", errUnended
		}
		rest = after[1:]
	}
}

func readElement(text string) (e element, rest string, err error) {
	switch {
	case strings.HasPrefix(text, "{"):
		e.nested = true
		e.list, rest, err = readDimension(text)
		return e, rest, err
	case strings.HasPrefix(text, `"`):
		return readQuoted(text[1:])
	}
	end := strings.IndexAny(text, ",}")
	if end < 0 {
		return e, "", errUnended
	}
	return element{text: text[:end], null: text[:end] == "NULL"}, text[end:], nil
}

// readQuoted reads an element behind its first quote.
func readQuoted(text string) (e element, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			return element{text: b.String()}, text[i+1:], nil
		case '\\':
			if i++; i == len(text) {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return e, "", fmt.Errorf("it is an array that does not end")
}

// listOfSQLite returns a list as a parameter of SQLite: JSON, of which the statement takes the elements by json_each.
func listOfSQLite(list []any) (string, error) {
	for i, v := range list {
		if t, ok := v.([]byte); ok {
			list[i] = string(t)
		}
	}
	text, err := json.Marshal(list)
	return string(text), err
}

// listOfPostgres returns a list as a parameter of PostgreSQL: an array as text, which the server reads as one of
// whatever type it wants.
func listOfPostgres(list []any) (string, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		switch v := v.(type) {
		case nil:
			b.WriteString("NULL")
		case string:
			quote(&b, v)
		case []byte:
			quote(&b, `\x`+hex.EncodeToString(v))
		case time.Time:
			quote(&b, v.Format(time.RFC3339Nano))
		default: // int64, float64, bool
			fmt.Fprint(&b, v)
		}
	}
	b.WriteByte('}')
	return b.String(), nil
}

// quote writes an element of an array in quotes.
func quote(b *strings.Builder, text string) {
	b.WriteByte('"')
	for i := range len(text) {
		if text[i] == '"' || text[i] == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	b.WriteByte('"')
}

// ofList is a comparison with the elements of a list, as both PostgreSQL and generated code write it.
var ofList = regexp.MustCompile(`(?i)(=\s*(?:ANY|SOME)|(?:<>|!=)\s*ALL)\s*\(\s*(\$\d+)\s*\)`)

// spelled takes the elements of lists by json_each: SQLite has no arrays, and neither ANY nor ALL.
func (sqliteEngine) spelled(statement string) string {
	return ofList.ReplaceAllStringFunc(statement, func(found string) string {
		m := ofList.FindStringSubmatch(found)
		in := "IN"
		if m[1][0] != '=' {
			in = "NOT IN"
		}
		return " " + in + " (SELECT value FROM json_each(" + m[2] + "))"
	})
}

func (postgresEngine) spelled(statement string) string { return statement }
