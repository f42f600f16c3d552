package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

func writeHint(what string) string {
	if what == "" {
		return ""
	}
	return "write " + what
}

// memberMend says how a property of text or a list, or a method without its parentheses, is written here: len(title)
// for title.length.
func memberMend(of, name string) string {
	if f := function(foreignFunctions[strings.ToLower(name)]); f != nil && len(f.Params) == 1 {
		return "write " + f.Name + "(" + of + ")"
	}
	return ""
}

// elementsMend says how a field is read of the elements of a list, which was read of the list itself, or "".
func elementsMend(list types.Type, of, name string) string {
	if list.Kind != types.List || list.Elem == nil {
		return ""
	}
	if _, has := list.Elem.Field(name); !has {
		return ""
	}
	return fmt.Sprintf("write map(%s, item.%s) for that of each, or %s[0].%s for that of the first", of, name, of, name)
}

// memberWords are what others call a member of a file, in small letters, by the name that it has here.
var memberWords = map[string][]string{
	"bytes":       {"buffer", "body", "content", "contents", "data", "blob"},
	"contentType": {"content_type", "contenttype", "mediatype", "mime", "mimetype", "type"},
	"name":        {"file", "filename", "file_name", "originalname", "original_name"},
	"size":        {"byte_length", "bytelength", "filesize", "len", "length"},
}

// memberWord is the member of an object that another name of it means, or "". An object has members of its own names:
// it is looked at as a file only where it has all that a file has.
func memberWord(of, name string, known []string) string {
	for member := range memberWords {
		if !slices.Contains(known, member) {
			return ""
		}
	}
	for member, words := range memberWords {
		if slices.Contains(words, strings.ToLower(name)) {
			return "write " + of + "." + member
		}
	}
	return ""
}

// foreignNames are names that mean something in other languages and tools, in small letters, with what is written here.
var foreignNames = map[string]string{
	"this": "write item, in each, map and filter", "it": "write item, in each, map and filter",
	"nil": "write null", "none": "write null", "null": "write null", "undefined": "write null", "nan": "", "current_timestamp": "write now()",
	"true": "write true", "false": "write false",
	"process": "write env.NAME", "environment": "write env.NAME", "secrets": "write env.NAME",
	"headers": "write request.headers[\"x-name\"]", "header": "write request.headers[\"x-name\"]",
	"cookies": "write request.cookies[\"name\"]", "cookie": "write request.cookies[\"name\"]",
	"query": "write request.query[\"name\"], or a field of the request by its name alone",
	"ip":    "write request.ip, or declare a field of that name", "clientip": "write request.ip", "remoteaddr": "write request.ip",
	"vars": "write env.NAME", "msg": requestMend, "ctx": requestMend,
	"body": requestMend, "req": requestMend, "params": requestMend, "payload": requestMend, "json": requestMend, "data": requestMend,
}

const requestMend = "write a field of the request by its name alone, and a part of it as request.path"

// IsCall reports whether a name is that of a function which takes nothing, so that its parentheses are easily
// forgotten: now. Who wants a field of the request of that name declares it.
func IsCall(name string) bool {
	f := function(name)
	return f != nil && len(f.Params) == 0
}

// IsPart reports whether a name is taken for a part of the request which nobody would leave to callers, so that no
// field of theirs is meant by it: ip. Who wants a field of that name declares it.
func IsPart(name string) bool { return name == "ip" }

// constants are what other languages write for null, true, false and the time, as they write it.
var constants = strings.Fields("nil Nil None NULL Null undefined NaN TRUE True FALSE False CURRENT_TIMESTAMP")

// IsConstant reports whether a name is a constant of other languages which nobody calls a field, so that none of the
// request is meant by it: None. Who wants a field of that name declares it.
func IsConstant(name string) bool { return slices.Contains(constants, name) }

// CallMend says how the function is called whose name stands without parentheses, or "".
func CallMend(name string) string {
	if f := function(name); f != nil {
		return "write " + f.sample()
	}
	return ""
}

// NameMend says what is written here in place of a name that means something in other languages or tools, or "".
func NameMend(name string) string {
	if IsCall(name) {
		return CallMend(name)
	}
	return foreignNames[strings.ToLower(name)]
}
