package mcp

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// formats are the rules of validator/v10 that are formats of JSON Schema.
var formats = map[string]string{
	"email": "email", "url": "uri", "uri": "uri", "uuid": "uuid", "uuid4": "uuid", "ipv4": "ipv4", "ipv6": "ipv6", "hostname": "hostname",
}

// constrain adds to a property what of its field's validate tag JSON Schema can say; the rest is checked in the
// execution alone.
func constrain(property *jsonschema.Schema, field reflect.StructField) {
	for rule := range strings.SplitSeq(field.Tag.Get("validate"), ",") {
		name, parameter, _ := strings.Cut(rule, "=")
		switch {
		case name == "dive":
			return // what follows is about the elements
		case name == "oneof" && !strings.Contains(parameter, "'"):
			oneOf(property, strings.Fields(parameter))
		case formats[name] != "":
			property.Format = formats[name]
		default:
			bound(property, name, parameter)
		}
	}
}

func oneOf(property *jsonschema.Schema, values []string) {
	for _, value := range values {
		if !isType(property, "string") {
			return // numbers would need converting, and are rare
		}
		property.Enum = append(property.Enum, value)
	}
	if len(property.Types) > 0 {
		property.Enum = append(property.Enum, nil)
	}
}

// bound sets the bound of a number, or of how long a text or a list is.
func bound(property *jsonschema.Schema, rule, parameter string) {
	limit, err := strconv.ParseFloat(parameter, 64)
	if err != nil {
		return
	}
	length := int(limit)
	least, most := rule == "min" || rule == "gte" || rule == "len", rule == "max" || rule == "lte" || rule == "len"
	switch {
	case isType(property, "string"):
		set(&property.MinLength, least, length)
		set(&property.MaxLength, most, length)
	case isType(property, "array"):
		set(&property.MinItems, least, length)
		set(&property.MaxItems, most, length)
	case isType(property, "integer"), isType(property, "number"):
		set(&property.Minimum, least, limit)
		set(&property.Maximum, most, limit)
		set(&property.ExclusiveMinimum, rule == "gt", limit)
		set(&property.ExclusiveMaximum, rule == "lt", limit)
	}
}

func set[T any](to **T, holds bool, value T) {
	if holds {
		*to = &value
	}
}

func isType(property *jsonschema.Schema, name string) bool {
	return property.Type == name || len(property.Types) > 0 && property.Types[0] == name
}
