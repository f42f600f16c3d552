package types

import (
	"fmt"
	"strings"
)

// String writes t as a message shows it: "string?", "list<int>", "{id: int, name: string?}".
func (t Type) String() string {
	s := t.Kind.String()
	switch t.Kind {
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

// ParseName reads a type written as a name of the document: "string", "int?". Lists
// and objects are JSON shapes there and are read by their owner.
func ParseName(s string) (Type, error) {
	name, nullable := strings.CutSuffix(s, "?")
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
