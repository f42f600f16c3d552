package types

import (
	"fmt"
	"strings"
)

// String writes t as a message shows it: "string?", "list<int>", "{id: int, name: string?}".
func (t Type) String() string {
	s := t.Kind.String()
	switch t.Kind {
	case Time:
		if t.Day() {
			s = string(Date)
		}
	case List, Map:
		if t.Elem != nil {
			s += "<" + t.Elem.String() + ">"
		}
	case Object:
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			parts[i] = f.Name + ": " + f.Type.String()
		}
		s = "{" + strings.Join(parts, ", ") + "}"
	}
	if t.Nullable && t.Kind != Null {
		s += "?"
	}
	return s
}

var named = map[string]Kind{
	"string": String, "int": Int, "float": Float, "bool": Bool, "bytes": Bytes,
	"time": Time, "duration": Duration, "any": Any,
}

// ParseName reads a type written as a text of the document: "string", "int?", and a list so that it may be null,
// "[string]?". Lists without that, and objects, are JSON shapes there and are read by their owner.
func ParseName(s string) (Type, error) {
	name, nullable := strings.CutSuffix(s, "?")
	if inner, opened := strings.CutPrefix(name, "["); opened && strings.HasSuffix(inner, "]") {
		elem, err := ParseName(strings.TrimSuffix(inner, "]"))
		list := ListOf(elem)
		list.Nullable = nullable
		return list, err
	}
	k, ok := named[name]
	if !ok {
		return Type{}, fmt.Errorf("unknown type %q, want one of %s", s, strings.Join(Names(), ", "))
	}
	return Type{Kind: k, Nullable: nullable}, nil
}

// Names lists the type names of the document, sorted.
func Names() []string {
	return []string{"any", "bool", "bytes", "duration", "float", "int", "string", "time"}
}

// foreignNames are types of other languages and formats, in small letters, with how the document writes them.
var foreignNames = map[string]string{
	"integer": `"int"`, "int32": `"int"`, "int64": `"int"`, "long": `"int"`, "bigint": `"int"`,
	"number": `"int" or "float"`, "numeric": `"float"`, "double": `"float"`, "decimal": `"float"`, "real": `"float"`, "float64": `"float"`,
	"boolean": `"bool"`, "str": `"string"`, "text": `"string"`, "varchar": `"string"`, "char": `"string"`,
	"uuid": `"string" with "validate": "uuid"`, "email": `"string" with "validate": "email"`, "url": `"string" with "validate": "url"`,
	"date": `"time", or "string" with "validate": "datetime=2006-01-02"`, "datetime": `"time"`, "date-time": `"time"`, "timestamp": `"time"`,
	"array": `["string"], a list of one type`, "list": `["string"], a list of one type`,
	"object": `{"name": "string"}, an object with its fields, or "any"`, "dict": `{"name": "string"}, an object with its fields, or "any"`,
	"map": `{"name": "string"}, an object with its fields, or "any"`, "json": `"any"`, "unknown": `"any"`,
	"binary": `"bytes"`, "blob": `"bytes"`, "file": `"bytes"`, "[]byte": `"bytes"`,
	"password": `"string" with "sensitive": true`, "secret": `"string" with "sensitive": true`,
	"null": `"any", or a type with "?" where null may be`,
}

// NameHint says how the document writes a type that another language or format calls name: `write "int"` for integer.
// It is "" for other names.
func NameHint(name string) string {
	name = strings.ToLower(strings.TrimSuffix(name, "?"))
	for _, list := range [...][2]string{{"", "[]"}, {"[]", ""}, {"list<", ">"}, {"array<", ">"}, {"list[", "]"}} {
		elem, opened := strings.CutPrefix(name, list[0])
		elem, closed := strings.CutSuffix(elem, list[1])
		if opened && closed && named[elem] != Unknown {
			return fmt.Sprintf("write [%q]", elem)
		}
	}
	if meant := foreignNames[name]; meant != "" {
		return "write " + meant
	}
	return ""
}
