package runtime

import (
	"net/url"
	"strings"
)

// PathSegment escapes s as one segment of a URL path. A segment that is empty, "." or ".." would name another place
// than the one meant, and is an error. An @ is escaped too: next to a host, all before it would be a user's name, and
// what follows another host.
func PathSegment(s string) (string, error) {
	switch s {
	case "":
		return "", wrongValue("a URL path segment is empty")
	case ".", "..":
		return "", wrongValue("a URL path segment is a dot or two")
	}
	return strings.ReplaceAll(url.PathEscape(s), "@", "%40"), nil
}
