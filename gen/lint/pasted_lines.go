package lint

import (
	"fmt"
	"go/constant"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// lined are the formats in which a text that stands in the body itself is escaped, and one that is made elsewhere is taken as it is,
// by what they are called.
var lined = map[templates.Format]string{
	templates.FormText: "a form", templates.CSVText: "CSV", templates.TSVText: "tab-separated values", templates.CalendarText: "iCalendar or vCard",
	templates.EventsText: "a stream of events", templates.MessageText: "a mail", templates.MultipartText: "a multipart body",
}

// pastedLines reports a body in such a format that is made elsewhere: under a name that a Set gives it, by +, or of rows by map and join.
func pastedLines(p *Pass, s *ir.Step, f *templates.Field) {
	v := s.Node.Fields[f.Name]
	t := s.Value[f.Name]
	if f.Format == nil || v == nil || lined[v.Format] == "" || t.Expr == nil || t.Expr.Op == expr.OpText && len(t.Expr.Args) > 1 {
		return
	}
	told := v.Format == templates.CalendarText && calendar.MatchString(wordsOf(named(s, t.Expr, maxNamed))) // where it is put together
	if !told && pastedInto(s, t.Expr, maxNamed) != nil {
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: t.Tree.JSON.Span, Message: "values are pasted into " + lined[v.Format] + " before it is the body: a line break in one, or what parts the others, begins another",
			Hint: "write the text here, where placeholders are escaped; rows of a table are csv(…)",
		})
	}
}

// within are the functions that give back what texts they are given, or make a list of them.
var within = []string{"filter", "join", "lower", "or", "sort", "trim", "unique", "upper", "when"}

// pastedInto is a part of a text put together, also under a name, or of each element of a list, that may hold anything; nil where there
// is none.
func pastedInto(s *ir.Step, e *expr.Expr, depth int) *expr.Expr {
	switch {
	case depth == 0 || e == nil:
		return nil
	case isJoined(e) && len(joined(e)) > 1:
		for _, part := range joined(e) {
			if loose := looseWithin(s, part, depth-1); loose != nil {
				return loose
			}
		}
		return nil
	case e.Op == expr.OpCall && e.Name == "map":
		return pastedInto(s, e.Args[1], depth-1)
	case e.Op == expr.OpCall && slices.Contains(within, e.Name):
		for _, arg := range e.Args {
			if loose := pastedInto(s, arg, depth-1); loose != nil {
				return loose
			}
		}
		return nil
	}
	if inner := s.Unwrapped(e); inner != e {
		return pastedInto(s, inner, depth-1)
	}
	return nil
}

// looseWithin is what of a value may hold anything: the value itself, or what it is made of. Of what a function like replace has
// changed nobody knows.
func looseWithin(s *ir.Step, e *expr.Expr, depth int) *expr.Expr {
	for e.Converts() {
		e = e.Args[0]
	}
	if _, known := e.Const(); known || depth == 0 || !facts.IsLoose(e) {
		return nil
	}
	if inner := s.Unwrapped(e); inner != e {
		return looseWithin(s, inner, depth-1)
	}
	parts := joined(e)
	switch {
	case e.Op == expr.OpCall && e.Name == "join":
		return looseElement(s, e.Args[0], depth-1)
	case e.Op == expr.OpCall && slices.Contains(within, e.Name):
		parts = e.Args
	case e.Op == expr.OpCall:
		return nil
	case !isJoined(e):
		return e
	}
	for _, part := range parts {
		if loose := looseWithin(s, part, depth-1); loose != nil {
			return loose
		}
	}
	return nil
}

// looseElement is what of the elements of a list may hold anything.
func looseElement(s *ir.Step, list *expr.Expr, depth int) *expr.Expr {
	list = s.Unwrapped(list)
	switch {
	case depth <= 0:
		return nil
	case list.Op == expr.OpCall && list.Name == "map":
		return looseWithin(s, list.Args[1], depth)
	case list.Op == expr.OpCall && slices.Contains(within, list.Name):
		return looseElement(s, list.Args[0], depth-1)
	case list.Op == expr.OpCall && list.Name != "split", list.Type.Elem != nil && list.Type.Elem.Kind != types.String && list.Type.Elem.Kind != types.Any:
		return nil
	}
	return list
}

// calendar matches how the parts of iCalendar and vCard begin (RFC 5545, 3.6; RFC 6350, 6.1.1).
var calendar = regexp.MustCompile(`(?m)^BEGIN:(VCALENDAR|VCARD|VEVENT|VTODO|VJOURNAL|VALARM)\s*$`)

// pastedCalendar reports a calendar or a card that is put together where nothing escapes it.
func pastedCalendar(p *Pass, s *ir.Step, f *templates.Field, t *ir.Typed) {
	if v := s.Node.Fields[f.Name]; t.Expr == nil || v != nil && t == s.Value[f.Name] && v.Format == templates.CalendarText {
		return
	}
	reported := false
	t.Expr.Walk(func(e *expr.Expr) {
		if reported || !isJoined(e) || !calendar.MatchString(wordsOf(joined(e))) {
			return
		}
		for _, part := range joined(e) {
			loose := looseWithin(s, part, maxNamed)
			if loose == nil {
				continue
			}
			reported = true
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    t.Tree.JSON.Span,
				Message: "a text is pasted into iCalendar or vCard: a line break in it begins another property",
				Hint:    "write it as a body with the content type text/calendar or text/vcard, where placeholders are escaped; elsewhere replace(…) line breaks",
			})
			return
		}
	})
}

// wordsOf are what of a text put together is written out, with a letter for each value.
func wordsOf(parts []*expr.Expr) string {
	var text strings.Builder
	for _, part := range parts {
		if v, ok := part.Const(); ok {
			text.WriteString(expr.ConstText(v))
		} else {
			text.WriteByte('x')
		}
	}
	return text.String()
}

// parameter matches a header up to the inside of a quoted parameter (RFC 9110, 5.6.6).
var parameter = regexp.MustCompile(`[\w*-]\s*=\s*"[^"]*$`)

// parameterized are the headers whose parts mean something by their names, whether quoted or not, by what writes them without a paste.
var parameterized = map[string]string{
	"content-disposition": "of a Response, responseDownload is the name, escaped; elsewhere urlEncode(…) it",
	"set-cookie":          "write it in responseCookies, which refuse what no cookie can hold",
}

// pastedInHeaders reports a text that may end the parameter of a header that it stands in, and write others.
func pastedInHeaders(p *Pass, s *ir.Step, f *templates.Field) {
	headers := s.Value[f.Name]
	if !f.Headers || headers == nil || headers.Tree == nil {
		return
	}
	for _, name := range headers.Tree.Keys {
		if entry := headers.Entry(name); entry != nil && entry.Expr != nil {
			pastedInHeader(p, s, name, entry)
		}
	}
}

// pastedInHeader reports the first such text of a header.
func pastedInHeader(p *Pass, s *ir.Step, name string, header *ir.Typed) {
	before := ""
	for _, part := range named(s, header.Expr, maxNamed) {
		if v, ok := part.Const(); ok {
			before += expr.ConstText(v)
			continue
		}
		if message, hint := wrongInHeader(s, name, before, part); message != "" {
			p.ReportNode(s.Node, diag.Diagnostic{Span: header.Tree.JSON.Span, Message: message, Hint: hint})
			return
		}
		before += "x"
	}
}

// wrongInHeader says what is wrong with a value in a header behind what stands before it, and what to do about it; "" where nothing is.
// A cookie that the caller names may be the one by which people are let in; a parameter of an address to which he is sent may bring others
// along; a cookie that he has sent has no semicolon.
func wrongInHeader(s *ir.Step, name, before string, part *expr.Expr) (message, hint string) {
	valued := strings.Contains(before, "=")
	switch {
	case strings.EqualFold(name, "Set-Cookie") && !valued && part.Type.AllLabels().Has(types.Caller):
		return "the caller chooses the name of a cookie: it may be that of a session, with a value of theirs", "write the name out, in responseCookies"
	case strings.EqualFold(name, "Cookie") && valued && isLooseOfCaller(s, part) && !strings.HasPrefix(sentKey(part), "request.cookies") && mayHold(s, part, ";"):
		return `a text of the caller's is pasted into the header "Cookie": a semicolon in it begins another cookie`, "urlEncode(…) it"
	case strings.EqualFold(name, "Location") && inQuery(before) && isLooseOfCaller(s, part) && mayHold(s, part, "&"):
		return `a text of the caller's is pasted into the query of "Location": a & in it begins another parameter, a # ends the query`, "urlEncode(…) it"
	}
	hint, always := parameterized[strings.ToLower(name)]
	if !always {
		hint = "urlEncode(…) it, or choose among texts of yours with when(…)"
	}
	pasted := always && valued || parameter.MatchString(before) && !strings.HasPrefix(strings.TrimSpace(before), "{")
	if !pasted || looseWithin(s, part, maxNamed) == nil {
		return "", ""
	}
	return fmt.Sprintf("a text is pasted into a parameter of the header %q: a quote or a semicolon in it begins another", name), hint
}

// isLooseOfCaller reports whether a value is a text in which the caller may write anything.
func isLooseOfCaller(s *ir.Step, e *expr.Expr) bool {
	loose := looseWithin(s, e, maxNamed)
	return loose != nil && loose.Type.AllLabels().Has(types.Caller)
}

// inQuery reports whether what follows a part of an address is in its query.
func inQuery(before string) bool {
	return strings.Contains(before, "?") && !strings.Contains(before, "#")
}

// mayPart reports whether a value may hold what parts the words of a language, as far as that is known.
func mayPart(s *ir.Step, e *expr.Expr) bool {
	return slices.ContainsFunc(strings.Split(` |'|"|;|)|-|,|/|.`, "|"), func(mark string) bool { return mayHold(s, e, mark) })
}

// mayHold reports whether a value may hold a mark for what is known of it before the workflow runs.
func mayHold(s *ir.Step, e *expr.Expr, mark string) bool {
	joins := []string{"a" + mark + "b@example.com", "https://example.com/" + mark + "a"}
	for _, letters := range []int{0, 2, 7, 15, 35, 63} {
		joins = append(joins, mark+strings.Repeat("a", letters))
	}
	return slices.ContainsFunc(joins, func(text string) bool {
		why := s.Excluded(e, "==", constant.MakeString(text)).Field
		return why == "" || why == "request.path" // of which other texts may hold it
	})
}
