package serve

import (
	"encoding/json"
	"net/url"
	"strings"
)

// newlines makes every end of a line one that is written again as it was.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// ReadHTTP reads a file of requests. Those that are of one of the routes are forms of it; others are kept as they are.
func ReadHTTP(text string, routes []Route) File {
	f := File{Requests: []Kept{}}
	for i, section := range strings.Split("\n"+newlines.Replace(text), "\n###") {
		if i == 0 {
			f.Head = strings.TrimRight(strings.TrimLeft(section, "\n"), "\n ") // a blank before "###" keeps that from beginning a request
			continue
		}
		section = "###" + strings.TrimRight(section, "\n ")
		f.Requests = append(f.Requests, readSection(section, routes))
	}
	return f
}

// Raw reports whether a request is of no route.
func (k Kept) Raw() bool { return k.raw != "" }

// message is a request as it is written.
type message struct {
	name, entry, method, target, body string
	comments                          string
	headers                           []Pair
}

func readSection(section string, routes []Route) Kept {
	m := readMessage(section)
	path, query, _ := strings.Cut(m.target, "?")
	for _, r := range routes {
		form := r.Form()
		wild, ok := matchPath(r.Path, path)
		if id := r.Flow.Entry.ID.Value; r.Method != m.method || !ok || m.entry != "" && m.entry != id {
			continue
		}
		if !form.take(m, wild, query) {
			break
		}
		return Kept{Name: m.name, Entry: r.Flow.Entry.ID.Value, Form: form, comments: m.comments}
	}
	return Kept{Name: m.name, raw: section}
}

func readMessage(section string) message {
	var m message
	lines := strings.Split(section, "\n")
	m.name = oneLine(strings.TrimLeft(lines[0], "#"))
	for i, line := range lines[1:] {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "# @entry "):
			m.entry = oneLine(strings.TrimPrefix(line, "# @entry "))
		case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "//"):
			m.comments += line + "\n"
		case m.method == "" && line == "":
		case m.method == "":
			m.request(line)
		case line == "":
			m.body = strings.TrimSpace(strings.Join(lines[i+2:], "\n"))
			return m
		default:
			name, value, _ := strings.Cut(line, ":")
			m.headers = append(m.headers, Pair{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	return m
}

// contentType is that of the message, "" where it does not say.
func (m *message) contentType() string {
	for _, h := range m.headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			return h.Value
		}
	}
	return ""
}

// request reads a request line, of which the server does not matter: it is always the project's.
func (m *message) request(line string) {
	words := strings.Fields(line)
	m.method, m.target = strings.ToUpper(words[0]), strings.TrimPrefix(strings.Join(words[1:min(2, len(words))], ""), "{{base}}")
	if _, rest, ok := strings.Cut(m.target, "://"); ok {
		_, path, _ := strings.Cut(rest, "/")
		m.target = "/" + path
	}
}

// matchPath says what stands for the wildcards of a route's path.
func matchPath(pattern, path string) (map[string]string, bool) {
	wild := map[string]string{}
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, w := range want {
		name, isWild := strings.CutPrefix(w, "{")
		name = strings.TrimSuffix(name, "}")
		rest, all := strings.CutSuffix(name, "...")
		switch {
		case i >= len(got):
			return nil, false
		case isWild && all:
			wild[rest] = unescape(strings.Join(got[i:], "/"), url.PathUnescape)
			return wild, true
		case isWild:
			wild[name] = unescape(got[i], url.PathUnescape)
		case w != got[i]:
			return nil, false
		}
	}
	return wild, len(want) == len(got)
}

func unescape(text string, how func(string) (string, error)) string {
	if plain, err := how(text); err == nil {
		return plain
	}
	return text
}

// take fills the form in as a request is written. It reports whether the form holds all of it.
func (form *Form) take(m message, wild map[string]string, query string) bool {
	given := map[string]map[string]any{"path": {}, "query": {}, "header": {}, "cookie": {}, "body": {}}
	for name, value := range wild {
		given["path"][name] = value
	}
	for part := range strings.SplitSeq(query, "&") {
		if name, value, ok := strings.Cut(part, "="); ok {
			given["query"][unescape(name, url.QueryUnescape)] = unescape(value, url.QueryUnescape)
		}
	}
	body := map[string]any{}
	if contentType := m.contentType(); strings.HasPrefix(contentType, partsType) {
		if !form.readParts(contentType, m.body, body) {
			return false
		}
	} else if m.body != "" && json.Unmarshal([]byte(m.body), &body) != nil {
		return false
	}
	given["body"] = body
	form.takeHeaders(m.headers, given)
	for i := range form.Fields {
		f := &form.Fields[i]
		f.Example = typed(f.Type, f.In, given[f.In][f.Name])
		delete(given[f.In], f.Name)
	}
	return len(given["path"])+len(given["query"])+len(given["header"])+len(given["cookie"])+len(given["body"]) == 0
}

// takeHeaders separates the headers that are fields from those that are credentials.
func (form *Form) takeHeaders(headers []Pair, given map[string]map[string]any) {
	for _, h := range headers {
		known := false
		for i := range form.Headers {
			if strings.EqualFold(form.Headers[i].Name, h.Name) {
				form.Headers[i].Value, known = h.Value, true
			}
		}
		switch {
		case known, strings.EqualFold(h.Name, "Content-Type"), strings.EqualFold(h.Name, "Authorization") && form.User != "":
		case strings.EqualFold(h.Name, "Cookie"):
			for part := range strings.SplitSeq(h.Value, ";") {
				name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
				given["cookie"][name] = unescape(value, url.QueryUnescape)
			}
		default:
			given["header"][form.headerName(h.Name)] = h.Value
		}
	}
}

// headerName is a header's name as the form writes it.
func (form *Form) headerName(name string) string {
	for _, f := range form.Fields {
		if f.In == "header" && strings.EqualFold(f.Name, name) {
			return f.Name
		}
	}
	return name
}

// typed is a value as a form holds it: outside of the body all are texts, and a number is one in the form.
func typed(kind, in string, value any) any {
	text, ok := value.(string)
	if !ok || in == "body" || placeholder.MatchString(text) {
		return value
	}
	return ofText(strings.TrimSuffix(kind, "?"), text)
}
