package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Kept is a request that is kept in a file, as editors run them (.http): a line "###" with its name, the request as
// HTTP writes it, and {{name}} for what is filled in when it runs.
type Kept struct {
	Name  string `json:"name"`
	Entry string `json:"entry"` // id of the entry point's node
	Form  Form   `json:"form"`
	raw   string // of one that is of no route: as it is in the file

	comments string // lines between its name and its request
}

// File is a file of requests.
type File struct {
	Head     string // what stands before the first request; "" for what studio writes there
	Requests []Kept
}

// httpHead begins a file of requests.
const httpHead = "# Requests that flowc studio keeps. {{name}} is filled in by studio, or by an editor that runs them.\n@base = %s\n"

// ownBase matches the line that says where requests go, where that is a server of this machine.
var ownBase = regexp.MustCompile(`(?m)^@base *= *(?:http://(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?)?/?$`)

// Write writes requests as a file. What is hidden in a form is not in it, only its name; what a person has written into
// the file is, but for the address of a server of this machine, which is base now.
func (f File) Write(base string) []byte {
	var b bytes.Buffer
	if f.Head == "" {
		fmt.Fprintf(&b, httpHead, base)
	} else {
		b.WriteString(ownBase.ReplaceAllLiteralString(f.Head, "@base = "+base) + "\n")
	}
	for _, k := range f.Requests {
		if k.raw != "" {
			fmt.Fprintf(&b, "\n%s\n", k.raw)
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n# @entry %s\n%s", oneLine(k.Name), oneLine(k.Entry), k.comments)
		k.Form.writeHTTP(&b)
	}
	return b.Bytes()
}

// Keep puts requests into the file: each in the place of the one of its entry point and name, with the comments there,
// or behind all. Those of a form that are not among them go; what is of no form stays.
func (f File) Keep(list []Kept) File {
	same := func(a Kept) func(Kept) bool {
		return func(b Kept) bool { return !b.Raw() && a.Entry == b.Entry && oneLine(a.Name) == oneLine(b.Name) }
	}
	next := File{Head: f.Head}
	for _, have := range f.Requests {
		i := slices.IndexFunc(list, same(have))
		switch {
		case have.Raw():
			next.Requests = append(next.Requests, have)
		case i >= 0 && !slices.ContainsFunc(next.Requests, same(have)):
			list[i].comments = have.comments
			next.Requests = append(next.Requests, list[i])
		}
	}
	for _, k := range list {
		if !slices.ContainsFunc(next.Requests, same(k)) {
			next.Requests = append(next.Requests, k)
		}
	}
	return next
}

// oneLine is a text that can't begin another line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (form Form) writeHTTP(b *bytes.Buffer) {
	query, cookies, body := []string{}, []string{}, map[string]any{}
	path := oneLine(form.Path)
	headers := ""
	for _, f := range form.Fields {
		value := f.kept()
		if value == nil {
			continue
		}
		text := oneLine(plainText(value))
		switch f.In {
		case "path":
			path = withWildcard(path, f.Name, escapeKept(text, url.PathEscape))
		case "query":
			query = append(query, url.QueryEscape(f.Name)+"="+escapeKept(text, url.QueryEscape))
		case "header":
			headers += f.Name + ": " + text + "\n"
		case "cookie":
			cookies = append(cookies, f.Name+"="+escapeKept(text, url.QueryEscape))
		case "body":
			body[f.Name] = value
		}
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	fmt.Fprintf(b, "%s {{base}}%s\n%s", oneLine(form.Method), path, headers)
	if len(cookies) > 0 {
		fmt.Fprintf(b, "Cookie: %s\n", strings.Join(cookies, "; "))
	}
	for _, h := range form.Headers {
		fmt.Fprintf(b, "%s: %s\n", oneLine(h.Name), oneLine(secretText(h.Value, h.Name)))
	}
	if form.User != "" {
		b.WriteString("Authorization: Basic {{login}} {{password}}\n")
	}
	if form.hasFile() {
		form.writeParts(b, body)
		return
	}
	writeBody(b, body)
}

func writeBody(b *bytes.Buffer, body map[string]any) {
	if len(body) == 0 {
		return
	}
	encoder := json.NewEncoder(b)
	b.WriteString("Content-Type: application/json\n\n")
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(body) // it was JSON before
}

// kept is what a file may hold of a field: its value, and of what is hidden a name.
func (f Blank) kept() any {
	if text, ok := f.Example.(string); ok && f.Hidden {
		return secretText(text, f.Name)
	}
	if f.Hidden && f.Example != nil {
		return "{{" + valueName(f.Name) + "}}"
	}
	return f.Example
}

// secretText is a text that is nothing but words around names, or else the name alone.
func secretText(text, name string) string {
	if around := placeholder.ReplaceAllString(text, ""); placeholder.MatchString(text) && len(strings.TrimSpace(around)) <= len("Bearer") {
		return text
	}
	return "{{" + valueName(name) + "}}"
}

// valueName is a name that a placeholder can have.
func valueName(name string) string {
	return strings.ToLower(regexp.MustCompile(`[^A-Za-z0-9_.-]`).ReplaceAllString(name, "_"))
}

// escapeKept escapes a text but for the names in it.
func escapeKept(text string, escape func(string) string) string {
	var b strings.Builder
	for text != "" {
		at := placeholder.FindStringIndex(text)
		if at == nil {
			return b.String() + escape(text)
		}
		b.WriteString(escape(text[:at[0]]) + text[at[0]:at[1]])
		text = text[at[1]:]
	}
	return b.String()
}

func withWildcard(path, name, value string) string {
	return wildcard.ReplaceAllStringFunc(path, func(w string) string {
		if strings.TrimSuffix(strings.Trim(w, "{}"), "...") == name {
			return value
		}
		return w
	})
}

// Fill takes the values of another form of the same route.
func (form *Form) Fill(from Form) {
	for i := range form.Fields {
		f := &form.Fields[i]
		f.Example = nil
		for _, given := range from.Fields {
			if given.Name == f.Name && given.In == f.In {
				f.Example = given.Example
			}
		}
	}
	for i := range form.Headers {
		for _, given := range from.Headers {
			if given.Name == form.Headers[i].Name {
				form.Headers[i].Value = given.Value
			}
		}
	}
}
