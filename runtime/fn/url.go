package fn

import (
	"net/url"
	"strings"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// PathSegment escapes s as one segment of a URL path. A segment that is empty, "." or ".." would name another place
// than the one meant, and is an error. An @ is escaped too: next to a host, all before it would be a user's name, and
// what follows another host.
func PathSegment(s string) (string, error) {
	switch s {
	case "":
		return "", public.New("a URL path segment is empty")
	case ".", "..":
		return "", public.New("a URL path segment is a dot or two")
	}
	return strings.ReplaceAll(url.PathEscape(s), "@", "%40"), nil
}

// HostPart escapes s as a part of a URL's host, with a port or without. What can be neither, such as a text with a
// slash or a line break, is an error: it would end the host, or begin another one.
func HostPart(s string) (string, error) {
	part, err := PathSegment(s)
	if err != nil {
		return "", public.New("a part of a URL's host is empty, or a dot or two")
	}
	if u, err := url.Parse("http://" + part + "/"); err != nil || u.User != nil || u.Path != "/" || strings.Contains(s, "%") {
		return "", public.New("a part of a URL's host has a character that hosts can't hold")
	}
	return part, nil
}
