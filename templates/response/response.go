// Package response is the node type Response: it answers the request.
//
// It is imported by templates/all only.
package response

import (
	"cmp"
	"embed"
	"fmt"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

//go:embed presets
var presetFiles embed.FS

// Template is the node type.
var Template = templates.Template{
	Type:  "response",
	Title: "Response",
	Face: templates.Face{Presets: presetFiles, Group: templates.GroupAnswer, Icon: []string{
		"M8 4H6.5a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3H8",
		"M10.5 12H21",
		"M17 8l4 4-4 4",
	}},
	Docs: templates.DocsSpec{
		Also:  []string{"respond", "respondToWebhook"},
		Words: []string{"answer", "reply", "redirect", "html", "json", "status"},
	},
	Doc: "Answers the request and ends its branch. Body and headers are complete before the first byte " +
		"is written.",
	Answer: templates.AnswerSpec{
		Ends:     true,
		Born:     born,
		Status:   func(p templates.Pass) int64 { return p.Int("responseStatus") },
		Body:     body,
		Media:    media,
		Redirect: redirect,
	},
	OverHTTP: overHTTP,
	Fields: []templates.Field{
		{Name: "responseStatus", Shape: templates.Int, Required: true, Min: 200, Max: 599, Doc: "The HTTP status."},
		{Name: "responseBody", Shape: templates.JSON, Noun: "body", Sink: templates.Answer, Format: format,
			Doc: "The body: JSON with placeholders, or a text. One placeholder of an object, list or any is " +
				"JSON. A text that is JSON around its placeholders is JSON too: in quotes and as a key a " +
				"placeholder is text, elsewhere it has its type. Any other text is text/plain, unless it has " +
				"another content type. With JSON's, it must be JSON. With text/html, each placeholder is " +
				"escaped for the place where it stands, and `{{each(list, '<li>{{item.name}}</li>')}}` " +
				"repeats a part. In XML, forms, CSV, iCalendar, vCard and other formats of lines (events, " +
				"multipart) placeholders are escaped as well; JavaScript, CSS, GraphQL, YAML and programs " +
				"take none. HTML inside JSON is escaped: in a member called `html` (`htmlBody`, …), and in " +
				"one with a tag beside a member such as `\"type\": \"text/html\"`. One placeholder of bytes " +
				"is written unchanged."},
		{Name: "responseBodyFile", Shape: templates.File,
			Doc: "A file of the workflows' folder that is the body, unchanged. The program embeds it when it " +
				"is built. Its name decides the content type, unless one is given."},
		{Name: "responseDownload", Shape: templates.Expr, Type: types.Of(types.String), Text: true, Sink: templates.Answer, Sets: "Content-Disposition",
			Doc: "The name under which a browser saves the body (RFC 6266): `invoice-{{id}}.pdf`."},
		{Name: "responseHeaders", Shape: templates.Object, Type: types.Of(types.String), Text: true, NoNull: true, Headers: true, Sink: templates.Answer,
			Doc: "Headers by name. A value of the request with a line break or another control character is " +
				"a 400. The Location of a redirect that a caller can influence begins with the host " +
				"(`{{env.PUBLIC_URL}}/{{path}}`) or with its first segment (`/docs/{{page}}`): with " +
				"`/{{path}}` the caller could choose another host (`//evil.example`)."},
		{Name: "responseContentType", Shape: templates.Text, Doc: "The content type, in place of the one for " +
			"the body's JSON or text."},
		{Name: "responseCookies", Shape: templates.Cookies, Type: types.Of(types.String), Text: true, NoNull: true, Sink: templates.Answer,
			Doc: "Cookies: name, value, maxAge in seconds, path, sameSite, httpOnly, secure. They are " +
				"HttpOnly, Secure and SameSite=Lax by default. A value of the request that no cookie can " +
				"hold is a 400."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "What runs after the answer was sent."},
	},
	Check: check,
	Emit:  emit,
}

// born is the data of a new Response behind an output.
func born(n templates.New) map[string]any {
	data := map[string]any{"responseStatus": n.Reply.Status}
	if body := n.Reply.JSON(); body != nil {
		data["responseBody"] = body
	}
	if n.Reply.Media != "" {
		data["responseContentType"] = n.Reply.Media
	}
	return data
}

func check(p templates.Pass) {
	templates.Headers(p, "responseHeaders")
	templates.SetCookies(p, "responseHeaders")
	if t := p.Text("responseContentType"); p.Given("responseContentType") {
		if strings.Contains(t, "{{") && p.Type("responseBody").Kind == types.Bytes {
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "responseContentType", Message: fmt.Sprintf("\"responseContentType\": want a text without placeholders, got %q", t),
				Hint: fmt.Sprintf("of bytes it may be a header: \"responseHeaders\": {\"Content-Type\": %q}", t),
			})
		} else if _, _, err := mime.ParseMediaType(t); err != nil {
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "responseContentType", Message: fmt.Sprintf("%q is no content type: %s", t, err),
				Hint: "write it as \"text/html; charset=utf-8\"",
			})
		} else if !strings.Contains(t, "/") && !strings.Contains(t, "{{") {
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "responseContentType", Message: fmt.Sprintf("%q is no content type: want a type, a slash and a subtype", t),
				Hint: fmt.Sprintf("write it as %q", cmp.Or(templates.ShortTypes[strings.ToLower(t)], "text/html; charset=utf-8")),
			})
		}
	}
	checkBody(p)
	checkDownload(p)
	checkLocation(p)
	switch status := int(p.Int("responseStatus")); {
	case !p.Given("responseBody") && !p.Given("responseBodyFile"):
	case status == http.StatusNoContent, status == http.StatusResetContent, status == http.StatusNotModified:
		p.Report(templates.Problem{
			Code: diag.FC203, Field: bodyField(p), Message: "a " + http.StatusText(status) + " response has no body (RFC 9110, 15.3.5, 15.3.6, 15.4.5)",
			Hint: "remove " + bodyField(p) + ", or answer 200",
		})
	}
}

// disposition matches how the header begins of which responseDownload is a part (RFC 6266).
var disposition = regexp.MustCompile(`(?i)^\s*(?:attachment|inline)\s*(?:;|$)`)

// checkDownload refuses the whole header where the name is wanted: a browser would save the body under all of it.
func checkDownload(p templates.Pass) {
	if disposition.MatchString(p.Literal("responseDownload", "")) {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "responseDownload", Message: "\"responseDownload\" is the name of the file, and this is a header with one in it",
			Hint: "write the name alone, such as \"report.pdf\": the rest of Content-Disposition is written around it",
		})
	}
}

// redirects are the statuses with which a browser goes on to a Location (RFC 9110, 15.4).
var redirects = []int64{http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect}

// checkLocation wants a redirect to say where to: no browser goes on without it.
func checkLocation(p templates.Pass) {
	if !leadsNowhere(p) {
		return
	}
	p.Report(templates.Problem{
		Code: diag.FC203, Field: "responseStatus", Message: fmt.Sprintf("a redirect with status %d has no Location", p.Int("responseStatus")),
		Hint: `write "responseHeaders": {"Location": "/…"}, or another status`,
	})
}

// leadsNowhere reports whether a redirect does not say where to.
func leadsNowhere(p templates.Pass) bool {
	return slices.Contains(redirects, p.Int("responseStatus")) && !slices.ContainsFunc(p.Keys("responseHeaders"), func(name string) bool {
		return strings.EqualFold(name, "Location") || strings.EqualFold(name, "Refresh")
	})
}

// redirect is the header that says where a browser goes on to: the Location of a redirect, a Refresh, or what htmx
// takes for one with any status.
func redirect(p templates.Pass) (field, key string) {
	for _, name := range p.Keys("responseHeaders") {
		switch {
		case strings.EqualFold(name, "Location") && slices.Contains(redirects, p.Int("responseStatus")), strings.EqualFold(name, "Refresh"):
			return "responseHeaders", name
		case strings.EqualFold(name, "HX-Redirect"), strings.EqualFold(name, "HX-Location"):
			field, key = "responseHeaders", name
		}
	}
	return field, key
}

func emit(s templates.Step) {
	for _, name := range s.Keys("responseHeaders") {
		if isPage(s) && strings.EqualFold(name, "Content-Type") && isDefaultHTML(contentType(s)) {
			continue // HTML sets it, with a charset
		}
		s.Add(s.Exec().Dot("SetHeader").Call(jen.Lit(http.CanonicalHeaderKey(name)), s.Entry("responseHeaders", name)))
	}
	if s.Given("responseDownload") {
		attachment := jen.Qual(templates.Runtime, "Attachment").Call(s.Input("responseDownload"))
		s.Add(s.Exec().Dot("SetHeader").Call(jen.Lit("Content-Disposition"), attachment))
	}
	for i, c := range s.Cookies("responseCookies") {
		s.Add(s.Exec().Dot("SetCookie").Call(cookie(c, s.Item("responseCookies", i))))
	}
	s.End(answer(s))
}

func cookie(c templates.Cookie, value jen.Code) jen.Code {
	fields := &templates.Settings{{Name: "Name", Value: jen.Lit(c.Name)}, {Name: "Value", Value: value}}
	if c.MaxAge != 0 {
		fields.Set("MaxAge", jen.Lit(int(c.MaxAge)))
	}
	if c.Path != "/" {
		fields.Set("Path", jen.Lit(c.Path))
	}
	if c.SameSite != "Lax" {
		fields.Set("SameSite", jen.Lit(strings.ToLower(c.SameSite)))
	}
	if !c.HTTPOnly {
		fields.Set("Readable", jen.True())
	}
	if !c.Secure {
		fields.Set("Insecure", jen.True())
	}
	return jen.Qual(templates.Runtime, "Cookie").Values(fields.Code()...)
}
