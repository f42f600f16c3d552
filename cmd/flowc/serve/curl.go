package serve

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/flowc-dev/flowc/gen/ir"
)

// curl is a shell command that calls the route with sample values.
func (r Route) curl(base string) string {
	address := base + r.samplePath()
	args := []string{"curl -sS"} // no progress bar: that would stand between the answers
	body := map[string]any{}
	query := url.Values{}
	var parts []string // of a form with files
	for _, in := range r.Flow.Inputs {
		switch in.In {
		case "body":
			body[in.Name] = sample(in)
			for _, text := range partTexts(body[in.Name]) {
				parts = append(parts, partArgs(in.Name, text, in.Type.IsFile(), Quote)...)
			}
		case "query":
			query.Set(in.Name, sampleText(in))
		case "header":
			args = append(args, "-H", Quote(in.Name+": "+sampleText(in)))
		case "cookie":
			args = append(args, "-b", Quote(in.Name+"="+url.QueryEscape(sampleText(in))))
		}
	}
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	args = append(args, quoteAddress(address))
	args = append(args, methodArgs(r.Method, len(body) > 0 || r.sender != nil)...)
	if r.credentials != "" {
		args = append(args, r.credentials)
	}
	args = append(args, r.cookies...)
	switch {
	case r.sender != nil:
		return r.sender.signed(strings.Join(args, " "), jsonText(body))
	case r.Flow.TakesFiles():
		args = append(args, parts...)
	case len(body) > 0:
		args = append(args, "-H 'Content-Type: application/json'", "-d", r.bodyText(body))
	}
	return strings.Join(args, " ")
}

// bodyText is the body, quoted, with the shell variables that fields of it take.
func (r Route) bodyText(body map[string]any) string {
	for field, variable := range r.taken {
		if _, ok := body[field]; ok {
			body[field] = "$" + variable
		}
	}
	text := Quote(jsonText(body))
	for _, variable := range r.taken {
		text = strings.ReplaceAll(text, `"$`+variable+`"`, `"'"$`+variable+`"'"`)
	}
	return text
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
func (r Route) samplePath() string {
	return wildcard.ReplaceAllStringFunc(r.Path, func(w string) string {
		name := strings.TrimSuffix(strings.Trim(w, "{}"), "...")
		for _, in := range r.Flow.Inputs {
			if in.Name == name && in.In == "path" {
				if variable, ok := r.taken[name]; ok {
					return "$" + variable
				}
				return url.PathEscape(sampleText(in))
			}
		}
		return w
	})
}

// keepTokens makes a command that keeps tokens of its answer in shell variables. The call has a line of its own, so
// that it can be pasted alone; the rest is plain parameter expansion, which needs no other program.
func keepTokens(curl string, kept map[string]string) string {
	if len(kept) == 0 {
		return curl
	}
	var b strings.Builder
	fmt.Fprintf(&b, "ANSWER=$(\n  %s\n  ); echo \"$ANSWER\"", curl)
	for _, variable := range slices.Sorted(maps.Keys(kept)) {
		fmt.Fprintf(&b, `; %[1]s=${ANSWER#*'"%[2]s":"'}; %[1]s=${%[1]s%%%%'"'*}`, variable, kept[variable])
	}
	return b.String()
}

// quoteAddress quotes an address, in which shell variables stand for values of earlier answers.
func quoteAddress(address string) string {
	if shellVariable.MatchString(address) {
		return `"` + address + `"`
	}
	return Quote(address)
}

// Quote quotes a text for a POSIX shell, where it needs that.
func Quote(text string) string {
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
