package main

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/flowc-dev/flowc/gen/ir"
)

// curl is a shell command that calls the route with sample values.
func (r route) curl(base string) string {
	address := base + r.samplePath()
	args := []string{"curl -sS"} // no progress bar: that would stand between the answers
	body := map[string]any{}
	query := url.Values{}
	for _, in := range r.flow.Inputs {
		switch in.In {
		case "body":
			body[in.Name] = sample(in)
		case "query":
			query.Set(in.Name, sampleText(in))
		case "header":
			args = append(args, "-H", quote(in.Name+": "+sampleText(in)))
		case "cookie":
			args = append(args, "-b", quote(in.Name+"="+url.QueryEscape(sampleText(in))))
		}
	}
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	args = append(args, quote(address))
	args = append(args, methodArgs(r.method, len(body) > 0)...)
	if r.credentials != "" {
		args = append(args, r.credentials)
	}
	if len(body) > 0 {
		args = append(args, "-H 'Content-Type: application/json'", "-d", quote(jsonText(body)))
	}
	return strings.Join(args, " ")
}

// methodArgs is what makes curl use a method; data alone makes it a POST.
func methodArgs(method string, data bool) []string {
	switch {
	case method == "HEAD":
		return []string{"--head"}
	case method == "GET" && !data, method == "POST" && data:
		return nil
	}
	return []string{"-X", method}
}

var wildcard = regexp.MustCompile(`\{([^}]*)\}`)

// samplePath is the route's path with sample values for its wildcards.
func (r route) samplePath() string {
	return wildcard.ReplaceAllStringFunc(r.path, func(w string) string {
		name := strings.TrimSuffix(strings.Trim(w, "{}"), "...")
		for _, in := range r.flow.Inputs {
			if in.Name == name && in.In == "path" {
				return url.PathEscape(sampleText(in))
			}
		}
		return w
	})
}

// keepToken makes a command that keeps the token of its answer in $TOKEN. The call has a line of its own, so that it
// can be pasted alone; the rest is plain parameter expansion, which needs no other program.
func keepToken(curl, key string) string {
	return fmt.Sprintf(`TOKEN=$(
  %[1]s
  ); echo "$TOKEN"; TOKEN=${TOKEN#*'"%[2]s":"'}; TOKEN=${TOKEN%%%%'"'*}`, curl, key)
}

// quote quotes a text for a POSIX shell, where it needs that.
func quote(text string) string {
	if text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+=,") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// jsonText writes sample values, which JSON can always hold, with sorted keys.
func jsonText(value any) string {
	text, err := json.Marshal(value, json.Deterministic(true))
	if err != nil {
		return "{}"
	}
	return string(text)
}

// sampleText is the sample of a field as text: in a path, query, header or cookie.
func sampleText(in ir.Input) string {
	if text, ok := sample(in).(string); ok {
		return text
	}
	return jsonText(sample(in))
}
