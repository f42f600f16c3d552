package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Filler makes requests of filled-in forms.
type Filler struct {
	Base  string                        // URL of the server
	Value func(name string) (any, bool) // a kept value
	Env   func(name string) string      // a variable of the server's environment: the secret that a sender signs with
	Now   func() time.Time
}

// Request is the request that a person has filled in.
func (f Filler) Request(ctx context.Context, r Route, form Form) (*http.Request, error) {
	form = form.freed()
	body := map[string]any{}
	parts := parts{path: form.Path, query: url.Values{}, header: http.Header{}}
	for _, b := range form.Fields {
		value, err := f.fill(b.Example)
		switch {
		case b.uploads():
			body[b.Name] = b.File
		case err != nil:
			return nil, fmt.Errorf("%s: %w", b.Name, err)
		case b.In == "body" && value != nil:
			body[b.Name] = value
		case value != nil:
			parts.add(b, value)
		}
	}
	for _, h := range form.Headers {
		value, err := f.text(h.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
		parts.header.Set(h.Name, value)
	}
	return f.request(ctx, r, form, parts, body)
}

func (f Filler) request(ctx context.Context, r Route, form Form, p parts, body map[string]any) (*http.Request, error) {
	var content []byte
	switch {
	case form.Free != nil:
		content = []byte(form.Free.Text)
		if form.Free.Type != "" {
			p.header.Set("Content-Type", form.Free.Type)
		}
	case len(body) > 0 || r.sender != nil:
		var err error
		var contentType string
		if content, contentType, err = form.body(body); err != nil {
			return nil, fmt.Errorf("writing the body: %w", err)
		}
		p.header.Set("Content-Type", contentType)
	}
	address := f.Base + p.path
	if len(p.query) > 0 {
		address += "?" + p.query.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, form.Method, address, bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("making the request: %w", err)
	}
	request.Header = p.header
	if form.User != "" {
		user, err := f.text(form.User)
		if err != nil {
			return nil, err
		}
		name, password, _ := strings.Cut(user, ":")
		request.SetBasicAuth(name, password)
	}
	if r.sender != nil {
		if err := f.sign(request, r.sender, string(content)); err != nil {
			return nil, err
		}
	}
	return request, f.setFree(request, form.Free)
}

// setFree sets the headers that are typed beside a body, over those that the sender's signature has brought.
func (f Filler) setFree(request *http.Request, free *Free) error {
	if free == nil {
		return nil
	}
	for _, h := range free.Headers {
		value, err := f.text(h.Value)
		if err != nil {
			return err
		}
		if h.Name != "" {
			request.Header.Set(h.Name, value)
		}
	}
	return nil
}

// parts are what of a request is no body.
type parts struct {
	path   string
	query  url.Values
	header http.Header
}

func (p *parts) add(b Blank, value any) {
	text := plainText(value)
	switch b.In {
	case "path":
		p.path = wildcard.ReplaceAllStringFunc(p.path, func(w string) string {
			if strings.TrimSuffix(strings.Trim(w, "{}"), "...") == b.Name {
				return url.PathEscape(text)
			}
			return w
		})
	case "query":
		p.query.Set(b.Name, text)
	case "header":
		p.header.Set(b.Name, text)
	case "cookie":
		p.header.Add("Cookie", b.Name+"="+url.QueryEscape(text))
	}
}

func plainText(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	return jsonText(value)
}

var placeholder = regexp.MustCompile(`\{\{([A-Za-z0-9_.-]+)\}\}`)

// fill puts kept values into a value. A text that is nothing but a name becomes what is kept, whatever its type.
func (f Filler) fill(value any) (any, error) {
	text, ok := value.(string)
	if !ok {
		return value, nil
	}
	if m := placeholder.FindStringSubmatch(text); m != nil && m[0] == text {
		return f.kept(m[1])
	}
	return f.text(text)
}

func (f Filler) text(text string) (string, error) {
	var failed error
	filled := placeholder.ReplaceAllStringFunc(text, func(p string) string {
		value, err := f.kept(strings.Trim(p, "{}"))
		failed = firstError(failed, err)
		return plainText(value)
	})
	return filled, failed
}

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

func (f Filler) kept(name string) (any, error) {
	if value, ok := f.Value(name); ok {
		return value, nil
	}
	return nil, fmt.Errorf("there is no {{%s}} yet: call what hands it out first", name)
}

// sign signs a request as the service does that sends such.
func (f Filler) sign(request *http.Request, s *signer, body string) error {
	headers, err := s.headers(f.Env(s.secret), body, strconv.FormatInt(f.Now().Unix(), 10))
	if err != nil {
		return fmt.Errorf("signing the request: %w", err)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	return nil
}

// Kept are the values of an answer's body that later requests may want, by name: tokens, and what identifies things.
func (r Route) Kept(body map[string]any) map[string]any {
	kept := map[string]any{}
	for key, value := range body {
		switch value.(type) {
		case string, float64, json.Number:
			if slices.Contains(r.tokens, key) || key == "id" || strings.HasSuffix(key, "_id") || strings.HasSuffix(key, "Id") {
				kept[key] = value
			}
		}
	}
	for variable, key := range r.kept {
		if value, ok := body[key]; ok {
			kept[keptName(variable)] = value
		}
	}
	return kept
}

// Curl is a line of shell that sends a form. What is kept stands in it as shell variables.
func (form Form) Curl(base string) string {
	form = form.freed()
	path := wildcard.ReplaceAllStringFunc(form.Path, func(w string) string { return form.of("path", strings.TrimSuffix(strings.Trim(w, "{}"), "...")) })
	args := []string{"curl", "-sS"}
	query := url.Values{}
	body := map[string]any{}
	for _, b := range form.Fields {
		switch b.In {
		case "query":
			query.Set(b.Name, plainText(b.Example))
		case "header":
			args = append(args, "-H", shellText(b.Name+": "+plainText(b.Example)))
		case "cookie":
			args = append(args, "-b", shellText(b.Name+"="+plainText(b.Example)))
		case "body":
			body[b.Name] = b.Example
			if b.uploads() {
				body[b.Name] = b.File
			}
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	args = append(args, shellText(base+path))
	args = append(args, methodArgs(form.Method, len(body) > 0 || form.Free != nil)...)
	for _, h := range form.Headers {
		args = append(args, "-H", shellText(h.Name+": "+h.Value))
	}
	if form.User != "" {
		args = append(args, "-u", shellText(form.User))
	}
	switch {
	case form.Free != nil:
		args = append(args, form.Free.args()...)
	case len(body) > 0:
		args = append(args, form.bodyArgs(body)...)
	}
	return strings.Join(args, " ")
}

func (form Form) of(in, name string) string {
	for _, b := range form.Fields {
		if b.In == in && b.Name == name {
			return plainText(b.Example)
		}
	}
	return ""
}

// shellText quotes a text for a shell, in which kept values are variables.
func shellText(text string) string {
	if !placeholder.MatchString(text) {
		return Quote(text)
	}
	var b strings.Builder
	rest := text
	for _, m := range placeholder.FindAllString(text, -1) {
		before, after, _ := strings.Cut(rest, m)
		if before != "" {
			b.WriteString(Quote(before))
		}
		b.WriteString(`"$` + shellName(strings.Trim(m, "{}")) + `"`)
		rest = after
	}
	if rest != "" {
		b.WriteString(Quote(rest))
	}
	return b.String()
}

// Tokens are the keys of the answer's body that hold tokens.
func (r Route) Tokens() []string { return append([]string{}, r.tokens...) }

// freed returns the form without the fields of its body where another one is typed.
func (form Form) freed() Form {
	if form.Free == nil {
		return form
	}
	form.Fields = slices.DeleteFunc(slices.Clone(form.Fields), func(b Blank) bool { return b.In == "body" })
	return form
}

// args are curl's arguments for the body and its headers.
func (free *Free) args() []string {
	var args []string
	if free.Type != "" {
		args = append(args, "-H", Quote("Content-Type: "+free.Type))
	}
	for _, h := range free.Headers {
		if h.Name != "" {
			args = append(args, "-H", shellText(h.Name+": "+h.Value))
		}
	}
	return append(args, "--data-raw", Quote(free.Text))
}
