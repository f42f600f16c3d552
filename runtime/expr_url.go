package runtime

import (
	"errors"
	"net/url"
)

// PathSegment escapes s as one segment of a URL path. A segment that is empty, "." or ".." would name another place
// than the one meant, and is an error.
func PathSegment(s string) (string, error) {
	switch s {
	case "":
		return "", errors.New("a URL path segment is empty")
	case ".", "..":
		return "", errors.New("a URL path segment is a dot or two")
	}
	return url.PathEscape(s), nil
}
