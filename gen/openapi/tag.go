package openapi

import (
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/flowc-dev/flowc/schema/types"
)

// constrain says in a schema what a validator/v10 tag wants of a value of type t, as far as JSON Schema has a keyword
// for it. What comes after "dive" is of the items.
func constrain(s *openapi3.Schema, t types.Type, tag string) {
	for part := range strings.SplitSeq(tag, ",") {
		name, param, _ := strings.Cut(part, "=")
		switch {
		case name == "dive" && t.Kind == types.List:
			_, rest, _ := strings.Cut(tag, "dive,")
			constrain(s.Items.Value, *t.Elem, rest)
			return
		case name == "dive":
			return
		case name == "oneof":
			s.Enum = choices(t, param)
		case formats[name] != "" && t.Kind == types.String:
			s.Format = formats[name]
		case name == "required":
			atLeast(s, t, 1)
		default:
			bound(s, t, name, param)
		}
	}
}

// formats are those of JSON Schema, by the tags that mean the same.
var formats = map[string]string{
	"email": "email", "url": "uri", "http_url": "uri", "uri": "uri", "uuid": "uuid", "uuid4": "uuid",
	"ipv4": "ipv4", "ipv6": "ipv6", "hostname": "hostname", "fqdn": "hostname",
}

// choices are the values of oneof, of the type that they are compared as.
func choices(t types.Type, param string) []any {
	var list []any
	for _, word := range strings.Fields(strings.ReplaceAll(param, "'", "")) {
		if n, err := strconv.ParseInt(word, 10, 64); err == nil && t.Kind == types.Int {
			list = append(list, n)
		} else {
			list = append(list, word)
		}
	}
	if t.Nullable {
		list = append(list, nil)
	}
	return list
}

// bound writes a comparison: of numbers by value, of texts in characters, of lists in items.
func bound(s *openapi3.Schema, t types.Type, name, param string) {
	if t.Numeric() {
		limit(s, name, param)
		return
	}
	n, err := strconv.ParseUint(param, 10, 32)
	if err != nil {
		return
	}
	switch name {
	case "min", "gte":
		atLeast(s, t, n)
	case "gt":
		atLeast(s, t, n+1)
	case "max", "lte":
		atMost(s, t, n)
	case "lt":
		atMost(s, t, max(n, 1)-1)
	case "len":
		atLeast(s, t, n)
		atMost(s, t, n)
	}
}

// limit bounds a number.
func limit(s *openapi3.Schema, name, param string) {
	n, err := strconv.ParseFloat(param, 64)
	if err != nil {
		return
	}
	switch name {
	case "min", "gte":
		s.Min = &n
	case "max", "lte":
		s.Max = &n
	case "gt":
		s.ExclusiveMin = openapi3.ExclusiveBound{Value: &n}
	case "lt":
		s.ExclusiveMax = openapi3.ExclusiveBound{Value: &n}
	}
}

func atLeast(s *openapi3.Schema, t types.Type, n uint64) {
	switch t.Kind {
	case types.String:
		s.MinLength = max(s.MinLength, n)
	case types.List:
		s.MinItems = max(s.MinItems, n)
	case types.Map:
		s.MinProps = max(s.MinProps, n)
	}
}

func atMost(s *openapi3.Schema, t types.Type, n uint64) {
	switch t.Kind {
	case types.String:
		s.MaxLength = &n
	case types.List:
		s.MaxItems = &n
	case types.Map:
		s.MaxProps = &n
	}
}
