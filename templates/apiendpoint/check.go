package apiendpoint

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

func check(p templates.Pass) {
	checkPath(p)
	checkOrigins(p)
	for _, d := range p.Declared("endpointFields") {
		checkField(p, d)
	}
}

// checkPath asks net/http itself whether it takes the path.
func checkPath(p templates.Pass) {
	path := p.Text("endpointPath")
	if !p.Given("endpointPath") {
		return
	}
	problem := ""
	switch {
	case !strings.HasPrefix(path, "/"):
		problem = "it must begin with \"/\""
	case strings.ContainsAny(path, "?#"):
		problem = "it can't hold a query or a fragment"
	default:
		problem = refusal("GET " + path)
	}
	if problem != "" {
		p.Report(templates.Problem{
			Code: "FC203", Field: "endpointPath", Message: fmt.Sprintf("path pattern %q: %s", path, problem),
			Hint: "write it as net/http does: /users, /users/{id}, /files/{path...}",
		})
	}
}

// offset is net/http's own count, which includes the method.
var offset = regexp.MustCompile(`^at offset \d+: `)

// refusal is why net/http's mux refuses a pattern, or "".
func refusal(pattern string) (why string) {
	defer func() {
		if r := recover(); r != nil {
			why = fmt.Sprint(r)
			if _, after, ok := strings.Cut(why, pattern+"\": "); ok {
				why = offset.ReplaceAllString(after, "")
			}
		}
	}()
	http.NewServeMux().Handle(pattern, http.NotFoundHandler())
	return ""
}

func checkOrigins(p templates.Pass) {
	for _, origin := range p.List("endpointCorsOrigins") {
		u, err := url.Parse(origin)
		if origin == "*" || err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") && u.Scheme+"://"+u.Host == origin {
			continue
		}
		p.Report(templates.Problem{
			Code: "FC203", Field: "endpointCorsOrigins", Message: fmt.Sprintf("%q is no origin", origin),
			Hint: "write scheme and host, such as https://app.example.com",
		})
	}
}

// checkField checks what a declaration says beyond its shape.
func checkField(p templates.Pass, d templates.Declared) {
	report := func(message, hint string) {
		p.Report(templates.Problem{Code: "FC203", Field: "endpointFields", Key: d.Name, Message: message, Hint: hint})
	}
	wildcard := slices.Contains(strings.FieldsFunc(p.Text("endpointPath"), func(r rune) bool { return strings.ContainsRune("/{}.", r) }), d.Name)
	switch {
	case d.In == "path" && !wildcard:
		report(fmt.Sprintf("%q is in the path, and the path has no wildcard {%s}", d.Name, d.Name), "add the wildcard, or change \"in\"")
	case d.In != "" && d.In != "body" && !d.Type.Scalar() && d.Type.Kind != types.Unknown && d.Type.Kind != types.Any:
		report(fmt.Sprintf("%q is in the %s: want a scalar type, got %s", d.Name, d.In, d.Type), "")
	}
	if why := badTag(d.Validate, d.Type); why != "" {
		report(fmt.Sprintf("%q: validate tag %q: %s", d.Name, d.Validate, why), "see the tags of validator/v10, such as \"email\" or \"min=8,max=72\"")
	}
}

// badTag is why validator/v10 refuses a tag, or "". It panics on one that it can't read, or
// that has no meaning for the field's type.
func badTag(tag string, t types.Type) (why string) {
	if tag == "" {
		return ""
	}
	defer func() {
		if r := recover(); r != nil {
			why = strings.TrimSuffix(fmt.Sprint(r), " on field ''") // there is no struct
			why = strings.ToLower(why[:1]) + why[1:]
		}
	}()
	_ = validator.New().Var(sample(t), tag) // only whether it can be read matters
	return ""
}

// sample is a value of the type, not the zero value, which omitempty would end at.
func sample(t types.Type) any {
	switch t.Kind {
	case types.Int:
		return int64(1)
	case types.Float:
		return 1.5
	case types.Bool:
		return true
	case types.Bytes:
		return []byte("x")
	case types.Time:
		return time.Unix(1, 0)
	case types.Duration:
		return time.Second
	case types.List:
		return []any{sample(*t.Elem)}
	case types.Map:
		return map[string]any{"x": sample(*t.Elem)}
	}
	return "x"
}
