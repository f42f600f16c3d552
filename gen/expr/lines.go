package expr

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Texts whose lines mean something: a line break in a value would begin one that nobody has written.

// CheckTSV checks t as tab-separated values: each placeholder is a field or a part of one.
func (t *Template) CheckTSV(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(_ *checker, p *Part, arg *Expr) *Expr {
		if before := t.before(p, "x"); before == "" || strings.HasSuffix(before, "\t") || strings.HasSuffix(before, "\n") {
			return arg.escapedCell(&tsvField)
		}
		return arg.escaped(&oneLine)
	})
}

// CheckCalendar checks t as iCalendar (RFC 5545) or vCard (RFC 6350): each placeholder is in a property's value, or in
// one of its parameters.
func (t *Template) CheckCalendar(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(c *checker, p *Part, arg *Expr) *Expr {
		line := t.line(p)
		switch property := readProperty(line); {
		case line == "":
			return c.wholeLine(p, arg, "a property")
		case property.name == "":
			return c.mistake(&Expr{Start: p.Start, End: p.End}, diag.FC210, "a placeholder can't stand in the name of a property", "write the name out")
		case property.quoted:
			return arg.escaped(&calendarQuoted)
		case !property.valued:
			return arg.escaped(&calendarParam)
		case property.text:
			return arg.escaped(&calendarText)
		}
		return arg.escaped(&oneLine)
	})
}

// CheckEvents checks t as a stream of events (HTML Standard, 9.2): each placeholder is in a field of one.
func (t *Template) CheckEvents(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(c *checker, p *Part, arg *Expr) *Expr {
		switch line := t.line(p); {
		case line == "":
			return c.wholeLine(p, arg, "a field")
		case strings.HasPrefix(line, "data:"):
			return arg.escaped(&eventData)
		}
		return arg.escaped(&oneLine)
	})
}

// CheckMessage checks t as a mail (RFC 5322): what stands in its header is of the line that it stands in.
func (t *Template) CheckMessage(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(c *checker, p *Part, arg *Expr) *Expr {
		switch {
		case strings.Contains(unix(t.before(p, "x")), "\n\n"):
			return arg // the message
		case t.line(p) == "":
			return c.wholeLine(p, arg, "a header")
		}
		return arg.escaped(&oneLine)
	})
}

// CheckMultipart checks t as the parts of a multipart body (RFC 2046, 5.1), which begins with the line between them:
// each placeholder is in a header of one, or in what it holds.
func (t *Template) CheckMultipart(s Scope, w Want) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(c *checker, p *Part, arg *Expr) *Expr {
		before := unix(t.before(p, "x"))
		delimiter, _, whole := strings.Cut(strings.TrimLeft(before, "\n"), "\n")
		if !whole || !strings.HasPrefix(delimiter, "--") {
			return c.mistake(&Expr{Start: p.Start, End: p.End}, diag.FC210, "a multipart body begins with a line of -- and its boundary, written out",
				`write it as in "--part\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n{{note}}\r\n--part--\r\n"`)
		}
		part := before[strings.LastIndex(before, delimiter):]
		line := part[strings.LastIndexByte(part, '\n')+1:]
		switch {
		case strings.Contains(part, "\n\n"):
			return arg.inPart(delimiter)
		case line == "":
			return c.wholeLine(p, arg, "a header")
		case strings.Count(line, `"`)%2 == 1:
			return arg.escaped(&partQuoted)
		}
		return arg.escaped(&oneLine)
	})
}

// wholeLine returns a placeholder at the beginning of a line: a whole line that another service has made, and no
// caller.
func (c *checker) wholeLine(p *Part, arg *Expr, what string) *Expr {
	if !arg.Type.AllLabels().Has(types.Caller) || arg.Op == OpConvert && isDigits(arg.Args[0].Type.Kind) {
		return arg
	}
	return c.mistake(&Expr{Start: p.Start, End: p.End}, diag.FC210, "what the caller sent can't stand at the begin of a line: it would be "+what+" of its own",
		"write the begin of the line out")
}

// line is what stands before a placeholder in its line, with an x for each placeholder. A line that begins with white
// space goes on with the one before it.
func (t *Template) line(p *Part) string {
	text := unfolded.Replace(unix(t.before(p, "x")))
	return text[strings.LastIndexByte(text, '\n')+1:]
}

var unfolded = strings.NewReplacer("\n ", "", "\n\t", "")

// unix is a text with line breaks of one byte.
func unix(text string) string { return unixBreaks.Replace(text) }

var unixBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// property is what stands of one in its line before a placeholder.
type property struct {
	name   string // in capitals; "" where it has not ended
	quoted bool   // in a quoted parameter
	valued bool   // in its value
	text   bool   // which is a text, and no date or address
}

// plainProperties are those of iCalendar and vCard whose values are no texts by default.
var plainProperties = strings.Fields(`ACTION ANNIVERSARY ATTACH ATTENDEE BDAY CALADRURI CALURI CLIENTPIDMAP COMPLETED CREATED DTEND DTSTAMP
	DTSTART DUE DURATION EXDATE EXRULE FBURL FREEBUSY GEO IMPP KEY LAST-MODIFIED LOGO MEMBER ORGANIZER PHOTO RDATE RECURRENCE-ID RELATED REPEAT
	REV RRULE SEQUENCE SOUND SOURCE TRIGGER TZOFFSETFROM TZOFFSETTO TZURL URL`)

func readProperty(line string) property {
	var found property
	quoted := false
	for i := range len(line) {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case quoted || c != ':' && c != ';':
		default:
			if found.name == "" {
				found.name = strings.ToUpper(line[strings.LastIndexByte(line[:i], '.')+1 : i]) // behind a group of vCard
			}
			if c == ':' {
				_, kind, typed := strings.Cut(strings.ToUpper(line[:i]), ";VALUE=")
				found.valued = true
				found.text = !slices.Contains(plainProperties, found.name) && (!typed || strings.HasPrefix(kind, "TEXT"))
				return found
			}
		}
	}
	found.quoted = quoted && found.name != ""
	return found
}

// inPart is a text that may not hold the delimiter of the parts around it.
func (e *Expr) inPart(delimiter string) *Expr {
	call := e.escaped(&partText)
	if call != e {
		call.Args = append(call.Args, constExpr(constant.MakeString(delimiter), types.Of(types.String), e.Start, e.End))
	}
	return call
}

// These are functions that the checks above call, and no expression can.
var (
	oneLine        = Function{Name: "text of one line", emit: plain(fnPath, "OneLine")}
	tsvField       = Function{Name: "field of TSV", emit: plain(fnPath, "TSVField")}
	calendarText   = Function{Name: "text of a property", emit: plain(fnPath, "CalendarText")}
	calendarParam  = Function{Name: "parameter of a property", emit: plain(fnPath, "CalendarParam")}
	calendarQuoted = Function{Name: "parameter in quotes", emit: plain(fnPath, "CalendarQuoted")}
	eventData      = Function{Name: "data of an event", emit: plain(fnPath, "EventData")}
	partQuoted     = Function{Name: "parameter of a part", emit: plain(fnPath, "PartQuoted")}
	partText       = Function{Name: "content of a part", emit: emitPartText}
)

// emitPartText emits the call that fails where a text holds the line that would end its part.
func emitPartText(w writer, call *Expr) code {
	return w.fallible(hint(call.Args[0], "part"), fn("PartText").Call(w.arguments(call)...))
}
