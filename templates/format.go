package templates

import (
	"mime"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Format is what the text of a field is, which says how a placeholder in it is written.
type Format uint8

// The formats.
const (
	Guessed       Format = iota // JSON where the text is that around its placeholders, else PlainText
	PlainText                   // any text: what a placeholder holds stands there as it is
	JSONText                    // JSON with placeholders
	HTMLText                    // HTML: each placeholder is escaped for the place where it stands
	XMLText                     // XML: each placeholder is text of it
	FormText                    // a form, URL-encoded: each placeholder is a name or a value
	CSVText                     // comma-separated values: each placeholder is a field, or text of one in quotes
	TSVText                     // tab-separated values, likewise
	CalendarText                // iCalendar and vCard: each placeholder is the value of a property, or a part of one
	EventsText                  // a stream of events: each placeholder is in a field of one
	MessageText                 // a mail with its header
	MultipartText               // parts with their headers, between lines with a boundary
	ScriptText                  // JavaScript, and the following: languages in which no placeholder can stand
	StyleText                   // CSS
	GraphQLText
	YAMLText
	TOMLText
	ProgramText // of a shell, an interpreter or a database
)

// FormatOf is what a text of some content type is; Guessed where there is none.
func FormatOf(contentType string) Format {
	media := mediaOf(contentType)
	kind, subtype, _ := strings.Cut(media, "/")
	switch {
	case media == "":
		return Guessed
	case subtype == "json", strings.HasSuffix(subtype, "+json"):
		return JSONText
	case media == "text/html":
		return HTMLText
	case media == "application/x-www-form-urlencoded":
		return FormText
	case kind == "multipart":
		return MultipartText
	case lined[media] != 0:
		return lined[media]
	case codes[subtype] != 0:
		return codes[subtype]
	case strings.HasSuffix(subtype, "+yaml"): // RFC 9512, 2.1
		return YAMLText
	case strings.HasPrefix(subtype, "javascript1."): // HTML Standard, 4.12.1: the types of JavaScript
		return ScriptText
	case (kind == "text" || kind == "application") && (subtype == "xml" || subtype == "xsl"), strings.HasSuffix(subtype, "+xml"), xmls[media]:
		return XMLText
	}
	return PlainText
}

// mediaOf is a content type without its parameters.
func mediaOf(contentType string) string {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		media = strings.ToLower(strings.TrimSpace(strings.Split(contentType, ";")[0])) // a wrong parameter makes it no other text
	}
	return media
}

// xmls are content types of XML that do not say so: profiles of Apple's devices, and lists of feeds.
var xmls = map[string]bool{"application/x-apple-aspen-config": true, "application/x-plist": true, "text/x-opml": true}

// lined are the content types of texts whose lines mean something.
var lined = map[string]Format{
	"text/csv": CSVText, "text/tab-separated-values": TSVText, "text/calendar": CalendarText, "text/vcard": CalendarText,
	"text/x-vcard": CalendarText, "text/x-vcalendar": CalendarText, "text/directory": CalendarText, "text/event-stream": EventsText, "message/rfc822": MessageText,
}

// codes are the languages that have no escape for every place of a text, by the second half of their content types.
var codes = map[string]Format{
	"javascript": ScriptText, "x-javascript": ScriptText, "ecmascript": ScriptText, "x-ecmascript": ScriptText, "jscript": ScriptText,
	"livescript": ScriptText, "x-ns-proxy-autoconfig": ScriptText, "css": StyleText, "graphql": GraphQLText, "yaml": YAMLText, "x-yaml": YAMLText, "toml": TOMLText, "x-toml": TOMLText,
	"sql": ProgramText, "x-sql": ProgramText, "x-sh": ProgramText, "x-csh": ProgramText, "x-shellscript": ProgramText, "x-powershell": ProgramText,
	"x-bat": ProgramText, "x-msdos-batch": ProgramText, "x-python": ProgramText, "x-perl": ProgramText, "x-php": ProgramText, "x-httpd-php": ProgramText,
	"x-ruby": ProgramText, "vbscript": ProgramText,
}

// Language is the name of a language that has no escape for every place of a text, "" of any other, and what to do in
// place of a placeholder in it.
func (f Format) Language() (name, mend string) {
	switch f {
	case ScriptText:
		return "JavaScript", "write json(…) of it, outside of quotes; or answer JSON, and let the script ask for it"
	case StyleText:
		return "CSS", "let a page choose between classes that stand there"
	case GraphQLText:
		return "GraphQL", `send JSON: {"query": "…", "variables": {"name": "{{name}}"}}`
	case YAMLText:
		return "YAML", "write json(…) of it, as a value of its own without quotes: readers of YAML take JSON"
	case TOMLText:
		return "TOML", "write json(…) of a text, without quotes; or JSON"
	case ProgramText:
		return "a program", "write one that asks for what differs, or takes it as an argument"
	}
	return "", ""
}

// ContentType returns the literal text of the header Content-Type in an Object field of headers, and whether there is
// one.
func ContentType(p Pass, field string) (text string, given bool) {
	for _, name := range p.Keys(field) {
		if strings.EqualFold(name, "Content-Type") {
			return p.Literal(field, name), true
		}
	}
	return "", false
}

// KnownType reports a Content-Type of a placeholder in an Object field of headers: the compiler has to know whether the
// body is markup, and how to escape placeholders in it.
func KnownType(p Pass, field string) {
	for _, name := range p.Keys(field) {
		if strings.EqualFold(name, "Content-Type") && p.Varies(field, name) {
			p.Report(Problem{
				Code: diag.FC203, Field: field, Key: name, Message: "the content type of a body with text has to be written, as placeholders are escaped by it",
				Hint: "write it without a placeholder; several of them are several nodes behind a Condition",
			})
		}
	}
}
