package texts

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/hosts"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// lined are the formats in which a text that stands in the body itself is escaped, and one that is made elsewhere is
// taken as it is, by what they are called.
var lined = map[templates.Format]string{
	templates.FormText: "a form", templates.CSVText: "CSV", templates.TSVText: "tab-separated values", templates.CalendarText: "iCalendar or vCard",
	templates.EventsText: "a stream of events", templates.MessageText: "a mail", templates.MultipartText: "a multipart body",
}

// lines reports a body in such a format that is made elsewhere: under a name that a Set gives it, by +, or of rows by
// map and join.
func (r texts) lines(f *templates.Field) {
	v := r.s.Node.Fields[f.Name]
	t := r.s.Value[f.Name]
	if f.Format == nil || v == nil || lined[v.Format] == "" || t.Expr == nil || t.Expr.Op == expr.OpText && len(t.Expr.Args) > 1 {
		return
	}
	told := v.Format == templates.CalendarText && calendarText.MatchString(r.words(t.Expr)) // where it is put together
	if !told && r.pasted(t.Expr, 0) != nil {
		r.report(t, "values are pasted into "+lined[v.Format]+" before it is the body: a line break in one, or what parts the others, begins another",
			"write the text here, where placeholders are escaped; rows of a table are csv(…)")
	}
}

// calendarText matches how the parts of iCalendar and vCard begin (RFC 5545, 3.6; RFC 6350, 6.1.1).
var calendarText = regexp.MustCompile(`(?m)^BEGIN:(VCALENDAR|VCARD|VEVENT|VTODO|VJOURNAL|VALARM)\s*$`)

// calendar reports a calendar or a card that is put together where nothing escapes it.
func (r texts) calendar(f *templates.Field, t *ir.Typed) {
	if v := r.s.Node.Fields[f.Name]; t.Expr == nil || v != nil && t == r.s.Value[f.Name] && v.Format == templates.CalendarText {
		return
	}
	reported := false
	t.Expr.Walk(func(e *expr.Expr) {
		if reported || !e.Joins() || !calendarText.MatchString(spelledOut(piecesOf(e.Joined()))) || r.loose(e, 0) == nil {
			return
		}
		reported = true
		r.report(t, "a text is pasted into iCalendar or vCard: a line break in it begins another property",
			"write it as a body with the content type text/calendar or text/vcard, where placeholders are escaped; elsewhere replace(…) line breaks")
	})
}

// parameter matches a header up to the inside of a quoted parameter (RFC 9110, 5.6.6).
var parameter = regexp.MustCompile(`[\w*-]\s*=\s*"[^"]*$`)

// parameterized are the headers whose parts mean something by their names, whether quoted or not, by what writes them
// without a paste.
var parameterized = map[string]string{
	"content-disposition": "of a Response, responseDownload is the name, escaped; elsewhere urlEncode(…) it",
	"set-cookie":          "write it in responseCookies, which refuse what no cookie can hold",
}

// headers reports a text that may end the parameter of a header that it stands in, and write others.
func (r texts) headers(f *templates.Field) {
	headers := r.s.Value[f.Name]
	if !f.Headers || headers == nil || headers.Tree == nil {
		return
	}
	for _, name := range headers.Tree.Keys {
		if entry := headers.Entry(name); entry != nil && entry.Expr != nil {
			r.header(name, entry)
		}
	}
}

// header reports the first such text of a header.
func (r texts) header(name string, header *ir.Typed) {
	before := ""
	for _, part := range r.g.Text(header.Expr) {
		if v, ok := part.Const(); ok {
			before += expr.ConstText(v)
			continue
		}
		if message, hint := r.wrongInHeader(name, before, part); message != "" {
			r.report(header, message, hint)
			return
		}
		before += "x"
	}
}

// wrongInHeader returns the message and the hint about a value in a header, behind the text before it; "" where it is
// right. A cookie whose name the caller chooses may be the session's; a parameter of a redirect may add others; a
// cookie of the request has no semicolon.
func (r texts) wrongInHeader(name, before string, part *expr.Expr) (message, hint string) {
	valued := strings.Contains(before, "=")
	switch {
	case strings.EqualFold(name, "Set-Cookie") && !valued && part.Type.AllLabels().Has(types.Caller):
		return "the caller chooses the name of a cookie: it may be that of a session, with a value of theirs", "write the name out, in responseCookies"
	case strings.EqualFold(name, "Cookie") && valued && r.loose(part, types.Caller) != nil && !strings.HasPrefix(hosts.SaidAs(r.g, part), "cookies") && r.mayHold(part, ";"):
		return `a text of the caller's is pasted into the header "Cookie": a semicolon in it begins another cookie`, "urlEncode(…) it"
	case strings.EqualFold(name, "Location") && inQuery(before) && r.loose(part, types.Caller) != nil && r.mayHold(part, "&"):
		return `a text of the caller's is pasted into the query of "Location": a & in it begins another parameter, a # ends the query`, "urlEncode(…) it"
	}
	hint, always := parameterized[strings.ToLower(name)]
	if !always {
		hint = "urlEncode(…) it, or choose among texts of yours with when(…)"
	}
	pasted := always && valued || parameter.MatchString(before) && !strings.HasPrefix(strings.TrimSpace(before), "{")
	if !pasted || r.loose(part, 0) == nil {
		return "", ""
	}
	return fmt.Sprintf("a text is pasted into a parameter of the header %q: a quote or a semicolon in it begins another", name), hint
}

// inQuery reports whether what follows a part of an address is in its query.
func inQuery(before string) bool {
	return strings.Contains(before, "?") && !strings.Contains(before, "#")
}
