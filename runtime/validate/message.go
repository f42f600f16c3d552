package validate

import (
	"reflect"
	"strings"

	"github.com/go-playground/validator/v10"
)

// message says in words what a tag wants; of a tag that has no words here, it shows the tag.
func message(failure validator.FieldError) string {
	if words := format(failure.ActualTag()); words != "" {
		return words
	}
	if words := bound(failure); words != "" {
		return words
	}
	switch param := failure.Param(); failure.ActualTag() {
	case "required":
		return "must not be empty"
	case "oneof":
		return "must be one of " + strings.Join(strings.Fields(param), ", ")
	case "eq":
		return "must be " + param
	case "ne":
		return "must not be " + param
	case "contains":
		return "must contain " + param
	case "excludes":
		return "must not contain " + param
	case "startswith":
		return "must start with " + param
	case "endswith":
		return "must end with " + param
	case "unique":
		return "must not hold anything twice"
	case "eqfield":
		return "must equal " + param
	case "":
		return "does not satisfy " + failure.Tag()
	default:
		return "does not satisfy " + strings.TrimSuffix(failure.ActualTag()+"="+param, "=")
	}
}

// format names the formats that a tag without a parameter may want.
func format(tag string) string {
	switch tag {
	case "email":
		return "must be an e-mail address"
	case "url", "http_url":
		return "must be a URL"
	case "uri":
		return "must be a URI"
	case "uuid", "uuid4":
		return "must be a UUID"
	case "alpha":
		return "must consist of letters"
	case "alphanum":
		return "must consist of letters and digits"
	case "numeric", "number":
		return "must be a number"
	case "ascii", "printascii":
		return "must consist of ASCII characters"
	case "lowercase":
		return "must be in lower case"
	case "uppercase":
		return "must be in upper case"
	case "hexadecimal":
		return "must be hexadecimal"
	case "base64", "base64url":
		return "must be base64"
	case "ip", "ipv4", "ipv6":
		return "must be an IP address"
	case "hostname", "fqdn":
		return "must be a host name"
	case "e164":
		return "must be a telephone number in international form"
	}
	return ""
}

// bound words a comparison: of numbers by value, of texts in characters, of lists and maps in items.
func bound(failure validator.FieldError) string {
	words := ""
	switch failure.ActualTag() {
	case "min", "gte":
		words = "at least "
	case "max", "lte":
		words = "at most "
	case "gt":
		words = "more than "
	case "lt":
		words = "less than "
	case "len":
		words = "exactly "
	default:
		return ""
	}
	switch failure.Kind() {
	case reflect.String:
		return "must have " + words + count(failure.Param(), "character")
	case reflect.Slice, reflect.Map, reflect.Array:
		return "must have " + words + count(failure.Param(), "item")
	}
	return "must be " + words + failure.Param()
}

func count(n, noun string) string {
	if n == "1" {
		return n + " " + noun
	}
	return n + " " + noun + "s"
}
