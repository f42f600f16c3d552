package api

import (
	"regexp"
	"strings"
)

var variable = regexp.MustCompile(`^\{\{\s*(?:env\.)?([\w.]+)\s*\}\}`)

// says is a call by its method and host; of an address that is a variable by the variable.
func says(text func(string) string) string {
	address := text("apiUrl")
	if address == "" {
		return ""
	}
	if name := variable.FindStringSubmatch(address); name != nil {
		return text("apiMethod") + " " + name[1]
	}
	if _, rest, found := strings.Cut(address, "://"); found {
		address = rest
	}
	host, _, _ := strings.Cut(address, "/")
	host, _, _ = strings.Cut(host, "?")
	return text("apiMethod") + " " + host
}
