package response

import (
	"cmp"
	"fmt"
	"mime"
	"path"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// checkBody refuses bodies that can't be what they are said to be.
func checkBody(p templates.Pass) {
	marked(p)
	if p.Given("responseBody") && p.Type("responseBody").Kind != types.Bytes {
		templates.KnownType(p, "responseHeaders")
	}
	if p.Given("responseBody") && p.Given("responseBodyFile") {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "responseBodyFile", Message: "a Response has one body: \"responseBody\" or \"responseBodyFile\"",
			Hint: "remove one of them",
		})
	}
	if t := p.Type("responseBody"); t.Kind == types.Bytes && t.Nullable {
		p.Report(templates.Problem{
			Code: diag.FC206, Field: "responseBody", Message: "field \"responseBody\": want bytes, got " + t.String(),
			Hint: "lead what is null elsewhere, by a Condition on has(…)",
		})
	}
}

// bodyField is the field that gives the body.
func bodyField(p templates.Pass) string {
	if p.Given("responseBody") {
		return "responseBody"
	}
	return "responseBodyFile"
}

// marked refuses JSON under a content type by which a browser reads markup: it would read that of a caller's text too.
func marked(p templates.Pass) {
	f, t := format(p), p.Type("responseBody")
	if t.Kind == types.Bytes {
		ownPages(p)
		return
	}
	if (f != templates.HTMLText && f != templates.XMLText) || p.Format("responseBody") != templates.PlainText {
		return
	}
	if t.Kind == types.Object || t.Kind == types.List || t.Kind == types.Map || t.Kind == types.Any {
		p.Report(templates.Problem{
			Code: diag.FC206, Field: "responseBody", Message: fmt.Sprintf("a body of %s takes a text, got %s", contentType(p), t),
			Hint: "write the text with its placeholders, or remove the content type",
		})
	}
}

// ownPages finds bytes of the caller under a content type by which a browser runs them as this site's: a script, or a
// page with scripts in it. What a browser saves, it does not run.
func ownPages(p templates.Pass) {
	chosen := slices.ContainsFunc(p.Keys("responseHeaders"), func(name string) bool {
		return strings.EqualFold(name, "Content-Type") && p.Varies("responseHeaders", name)
	})
	run := slices.Contains([]templates.Format{templates.HTMLText, templates.XMLText, templates.ScriptText}, format(p))
	if (run || chosen) && p.Type("responseBody").AllLabels().Has(types.Caller) && !p.Given("responseDownload") {
		p.Report(templates.Problem{
			Code: diag.FC408OwnPage, Field: "responseBody", Message: "this returns what the caller sent as a page of this site: its scripts run with the rights of its users",
			Hint: "let browsers save it (responseDownload), or set a content type without scripts, such as image/png or application/octet-stream",
		})
	}
}

// body is what answer writes as JSON.
func body(p templates.Pass) types.Type {
	t, contentType := p.Type("responseBody"), contentType(p)
	if !p.Given("responseBody") || plainText(p) || t.Kind == types.Bytes || contentType != "" && templates.FormatOf(contentType) != templates.JSONText {
		return types.Type{}
	}
	return t
}

// format is what a text is: as its content type says.
func format(p templates.Pass) templates.Format { return templates.FormatOf(contentType(p)) }

// contentType is the content type that the document writes, "" where it writes none.
func contentType(p templates.Pass) string {
	if p.Given("responseContentType") {
		return p.Text("responseContentType")
	}
	text, _ := templates.ContentType(p, "responseHeaders")
	return text
}

// media is the content type that answer sets.
func media(p templates.Pass) string {
	written := contentType(p)
	switch {
	case !p.Given("responseBody") && !p.Given("responseBodyFile"):
		return ""
	case written != "":
		return written
	case p.Given("responseBodyFile"):
		return typeOf(p.Text("responseBodyFile"))
	case p.Type("responseBody").Kind == types.Bytes:
		return "application/octet-stream"
	case plainText(p):
		return "text/plain; charset=utf-8"
	}
	return "application/json"
}

// mediaTypes are the content types of files by the end of their names. Other endings have none.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".csv": "text/csv; charset=utf-8", ".gif": "image/gif", ".htm": "text/html; charset=utf-8",
	".html": "text/html; charset=utf-8", ".ico": "image/vnd.microsoft.icon", ".jpeg": "image/jpeg", ".jpg": "image/jpeg",
	".js": "text/javascript; charset=utf-8", ".json": "application/json", ".md": "text/markdown; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".pdf": "application/pdf", ".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
	".webmanifest": "application/manifest+json", ".webp": "image/webp", ".woff": "font/woff", ".woff2": "font/woff2", ".xml": "application/xml", ".zip": "application/zip",
}

// typeOf is the content type of a file.
func typeOf(file string) string {
	return cmp.Or(mediaTypes[strings.ToLower(path.Ext(file))], "application/octet-stream")
}

// answer is the call that writes the response.
func answer(s templates.Step) *jen.Statement {
	status := statusName(int(s.Int("responseStatus")))
	contentType := s.Text("responseContentType")
	switch {
	case s.Given("responseBodyFile"):
		if _, written := templates.ContentType(s, "responseHeaders"); !written {
			contentType = cmp.Or(contentType, typeOf(s.Text("responseBodyFile")))
		}
		setContentType(s, contentType)
		return s.Exec().Dot("Bytes").Call(status, s.File("responseBodyFile"))
	case !s.Given("responseBody"):
		setContentType(s, contentType)
		return s.Exec().Dot("Empty").Call(status)
	}
	if isPage(s) {
		return page(s, status, contentType)
	}
	body := s.Input("responseBody")
	setContentType(s, contentType)
	switch {
	case s.Type("responseBody").Kind == types.Bytes:
		return s.Exec().Dot("Bytes").Call(status, body)
	case plainText(s):
		return s.Exec().Dot("Text").Call(status, body)
	}
	return s.Exec().Dot("JSON").Call(status, body)
}

// isPage reports whether the body is HTML with placeholders.
func isPage(p templates.Pass) bool {
	return p.Format("responseBody") == templates.HTMLText && p.Type("responseBody").Kind != types.Bytes
}

// page is the call that writes HTML. Without a charset a browser would guess one.
func page(s templates.Step, status jen.Code, contentType string) *jen.Statement {
	page, values := s.Page("responseBody")
	if !isDefaultHTML(contentType) {
		setContentType(s, contentType)
	}
	return s.Exec().Dot("HTML").Call(status, page, values)
}

// isDefaultHTML reports whether a content type says what HTML says anyway.
func isDefaultHTML(contentType string) bool {
	_, params, err := mime.ParseMediaType(contentType)
	return err == nil && (params["charset"] == "" || strings.EqualFold(params["charset"], "utf-8"))
}

func setContentType(s templates.Step, contentType string) {
	if contentType != "" {
		s.Add(s.Exec().Dot("SetContentType").Call(jen.Lit(contentType)))
	}
}

// plainText reports whether the body is a text that is sent as it is.
func plainText(p templates.Pass) bool {
	t := p.Type("responseBody")
	return t.Kind == types.String && !t.Nullable && p.Format("responseBody") != templates.JSONText
}
