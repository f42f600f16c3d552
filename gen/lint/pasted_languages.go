package lint

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// language is one that a service reads out of a text it is sent, in which what a value holds may be more of it.
type language struct {
	name  string
	keys  []string       // the members and parameters that hold it, in small letters; any where there are none
	begin *regexp.Regexp // what the text looks like, with an x for each value
	place *regexp.Regexp // what stands before a value that ends what it stands in; anything, where it is nil
	mend  string
}

// filters are the members and parameters in which a service is told what to look for.
var filters = strings.Fields("condition cql expr expression filter $filter filterbyformula formula jql kql q query where")

// searches are those in which what is looked for is a text with operators of its own.
var searches = append(strings.Fields("fq lucene query_string search"), filters...)

const mendFilter = "replace(…) the quotes as the service wants them, or send what is compared apart from the filter where it takes that"

const mendStatement = "send it as a parameter, beside the statement; where the service takes none, replace(…) the quotes as it wants them"

// languages are what services are sent as a text. A text under a name that says less has to look the more like one.
var languages = []language{
	{
		name: "a query of labels", keys: strings.Fields("expr query"), begin: regexp.MustCompile(`\{\s*\w+\s*(?:=~?|!=|!~)\s*["\x60]`),
		place: regexp.MustCompile(`(?:"[^"]*|\x60[^\x60]*)$`), mend: `replace(…) "\" and quotes in it by "\\" and "\""`,
	},
	{
		name: "GraphQL", keys: []string{"query"}, begin: ir.GraphQL,
		mend: `send it as one of the variables: {"query": "query ($name: String!) { … }", "variables": {"name": "{{name}}"}}`,
	},
	{
		name: "SQL", keys: strings.Fields("querystring soql sql statement stmt"), begin: statementText, mend: mendStatement,
	},
	{
		name: "SQL", keys: strings.Fields("q query"), begin: statementText, place: regexp.MustCompile(`[=<>]\s*$`), mend: mendStatement,
	},
	{
		name: "SQL", begin: statementText, place: regexp.MustCompile(`(?i)(?:[=<>(,]|\bLIKE)\s*'[^']*$`), mend: mendStatement,
	},
	{
		name: "Cypher", keys: strings.Fields("cypher query statement"), begin: regexp.MustCompile(`(?i)^\s*(?:(?:OPTIONAL\s+)?MATCH|MERGE|CREATE|UNWIND)\s*\(`),
		mend: "send it as one of the parameters",
	},
	{
		name: "a filter of LDAP", keys: strings.Fields("filter ldapfilter query search searchfilter"), begin: regexp.MustCompile(`(?s)^\s*\(.*\)\s*$`),
		place: regexp.MustCompile(`\([\w;.-]+(?:[~<>:]?=)\*?[^()]*$`),
		mend:  `escape it (RFC 4515, 3): replace(…) "\", "*", "(" and ")" by \5c, \2a, \28 and \29`,
	},
	{
		name: "a filter", keys: filters, begin: regexp.MustCompile(`["']`),
		place: regexp.MustCompile(`(?i)(?:[=~<>]|(?:^|\b(?:and|or|not)\s|\()\s*[\w.$-]+\s+(?:eq|ne|gt|ge|lt|le|contains)|\w\((?:[^()"']*,)?)\s*(?:"[^"]*|'[^']*)$`),
		mend:  mendFilter,
	},
	{
		// Without quotes a text is more of the filter whatever is in it.
		name: "a filter", keys: strings.Fields("$filter cql filterbyformula jql kql soql"), begin: regexp.MustCompile(`.`),
		place: regexp.MustCompile(`(?i)(?:[=~<>]|\s(?:eq|ne|gt|ge|lt|le|contains|in)\s|\w\([^()"']*,)\s*\(?$`),
		mend:  "put it into quotes, and replace(…) those in it as the service wants them",
	},
	{
		name: "a filter", keys: filters, begin: regexp.MustCompile(`(?i)['"]\s+in\s+(?:owners|parents|readers|writers)\b`),
		place: regexp.MustCompile(`(?:"[^"]*|'[^']*)$`), mend: mendFilter,
	},
	{
		name: "a query", keys: searches, begin: regexp.MustCompile(`(?s)[\w)]\s*[:=~<>].*\s(?:AND|OR|NOT)[\s(]|\s(?:AND|OR|NOT)[\s(].*[\w)]\s*[:=~<>]`),
		mend: "look for it in a parameter of its own, apart from what all answers must be; else put it into quotes, by json(…) where the service escapes as JSON does",
	},
	{
		name: "a query", keys: []string{"fq"}, begin: regexp.MustCompile(`:`),
		mend: "write it as {!term f=name v=$name}, with the value in a parameter of its own",
	},
	{
		name: "SPARQL", keys: strings.Fields("query sparql update"),
		begin: regexp.MustCompile(`(?is)^\s*(?:(?:PREFIX|BASE)\s[^>]*>\s*)*(?:SELECT|ASK|CONSTRUCT|DESCRIBE|INSERT|DELETE|WITH)\b[^{]*\{`),
		mend:  "write json(…) of it, without quotes around it: SPARQL has the escapes of JSON; an address is one of yours, chosen by when(…)",
	},
	{
		name: "XPath", keys: strings.Fields("xpath xquery selector expression query"), begin: regexp.MustCompile(`^(?:doc\([^()]*\))?/.*\[`),
		place: regexp.MustCompile(`\[[^\]]*$`), mend: "refuse values with quotes, by a Condition on matches(…), or send it as a variable",
	},
	{
		name: "XML", keys: append(strings.Fields("content data envelope soap svg twiml xml"), ""), begin: regexp.MustCompile(`(?s)^\s*<(?:\?xml\b|svg\b|\w+(?::\w+)?[^<>]*>.*</\w+(?::\w+)?>\s*$)`),
		mend: "htmlEscape(…) it, which is right in XML too",
	},
	{
		name: "a name of LDAP", keys: strings.Fields("base basedn binddn dn searchbase userdn"), begin: regexp.MustCompile(`(?i)^\s*(?:cn|dc|mail|o|ou|uid)=.*,\s*(?:dc|o|ou)=`),
		place: regexp.MustCompile(`\w=[^,]*$`), mend: `refuse what is no name, by a Condition on matches(…), or escape it (RFC 4514, 2.4)`,
	},
	{
		name: "a traversal of Gremlin", keys: strings.Fields("gremlin query"), begin: regexp.MustCompile(`^\s*g\.[VE]\(|^\s*g\.add[VE]\(`),
		mend: "send it as one of the bindings",
	},
	{
		name: "a script", keys: strings.Fields("command eval query script"), begin: regexp.MustCompile(`^\s*db\.\w+\.\w+\(`),
		mend: "send the filter as JSON, with the value as a member",
	},
	{
		name: "a line of a shell", keys: strings.Fields("cmd command commands run script shell"), begin: shellLine,
		mend: "send the program and its arguments as a list, where the service takes one; else refuse what has more than letters and digits, by a Condition on matches(…)",
	},
	{
		name: "a mail", keys: strings.Fields("eml message mime raw rfc822"), begin: mailHead, place: regexp.MustCompile(`^(?:[^\r\n]+\r?\n)*[^\r\n]*$`),
		mend: "replace(…) line breaks in it: one begins another header, such as Bcc",
	},
	{
		name: "a program", begin: regexp.MustCompile(`^#!\s*/`),
		mend: "have the program ask for what differs, or take it as an argument",
	},
}

// statementText matches how a text begins that is a statement of SQL.
var statementText = regexp.MustCompile(`(?is)^(?:\s|--[^\n]*\n)*(?:SELECT\b.+\bFROM\b|INSERT\s+INTO\b|UPDATE\s+\S+\s+SET\b|DELETE\s+FROM\b|MERGE\s+INTO\b|WITH\s+\w+\s+AS\s*\()`)

// shellLine matches how a line begins that calls a program of Unix with arguments.
var shellLine = regexp.MustCompile(`^\s*(?:sudo\s+)?(?:/(?:usr/)?s?bin/)?(?:apt(?:-get)?|awk|bash|cat|chmod|chown|convert|cp|curl|dig|docker|echo|ffmpeg|find|git|grep|kill|kubectl|` +
	`ls|magick|mkdir|mv|mysql|node|npm|npx|nslookup|pandoc|ping|pip|psql|python3?|rm|rsync|scp|sed|sh|ssh|systemctl|tar|unzip|useradd|wget|wkhtmltopdf|zip)\s+\S`)

// isMeant reports whether the text under a key is of the language.
func (l language) isMeant(key, words string) bool {
	return (l.keys == nil || slices.Contains(l.keys, strings.ToLower(key))) && l.begin.MatchString(words)
}

// pastedInLanguages reports what is sent to a service in a language of its own, with values pasted into it.
func pastedInLanguages(p *Pass, s *ir.Step, f *templates.Field) {
	if f.Sink != templates.Sent && f.Sink != templates.Address || f.Headers || f.Shape == templates.URL {
		return
	}
	r := languageReader{p: p, s: s, f: f}
	r.members(s.Value[f.Name], "")
}

// languageReader walks through what is sent.
type languageReader struct {
	p *Pass
	s *ir.Step
	f *templates.Field
}

// members looks at each text in t, which is the member called key.
func (r languageReader) members(t *ir.Typed, key string) {
	if t == nil || t.Tree == nil {
		return
	}
	if t.Expr != nil {
		r.text(t, key)
	}
	for i, item := range t.Items {
		switch {
		case i < len(t.Tree.Keys):
			r.member(item, t.Tree.Keys[i], key)
		case runsNext(t, i):
			r.report(item, "a program", r.pieces(item), nil, `give it to the program as an argument: ["sh", "-c", "echo \"$1\"", "sh", "{{name}}"]`)
		default:
			r.members(item, key)
		}
	}
}

// member looks at the member called key of what is a member called parent.
func (r languageReader) member(item *ir.Typed, key, parent string) {
	const mend = "send it in the parameters, beside the script"
	switch name := strings.ToLower(key); {
	case item.Expr == nil:
	case name == "$where", (name == "source" || name == "inline") && strings.EqualFold(parent, "script"):
		r.report(item, "a script", r.pieces(item), nil, mend)
		return
	case name == "query" && strings.EqualFold(parent, "query_string"):
		if strings.Contains(spelledOut(r.pieces(item)), ":") {
			r.report(item, "a query", r.pieces(item), nil, "look for it by match or term, and for the rest by a filter beside that")
			return
		}
	}
	r.members(item, key)
}

// runsNext reports whether the element of a list after some is a script for the program that they call: ["sh", "-c", …].
func runsNext(t *ir.Typed, i int) bool {
	if i < 2 || t.Items[i].Expr == nil {
		return false
	}
	program, _ := literalOf(t.Items[0])
	option, _ := literalOf(t.Items[i-1])
	programs := strings.Fields("ash bash cmd cmd.exe dash ksh node perl php powershell pwsh python python3 ruby sh zsh")
	options := strings.Fields("-c -ec -lc -e -r /c -Command")
	return slices.Contains(programs, strings.ToLower(path.Base(program))) && slices.Contains(options, option)
}

func literalOf(t *ir.Typed) (string, bool) {
	if t == nil || t.Expr == nil {
		return "", false
	}
	v, ok := t.Expr.Const()
	if !ok {
		return "", false
	}
	return expr.ConstText(v), true
}

// pieces are the parts of which a text is put together, also under names.
func (r languageReader) pieces(t *ir.Typed) []piece { return piecesOf(named(r.s, t.Expr, maxNamed)) }

// spelled are pieces with the parts in place of each name for several.
func (r languageReader) spelled(pieces []piece) []piece {
	var parts []piece
	for _, p := range pieces {
		if p.part == nil {
			parts = append(parts, p)
			continue
		}
		parts = append(parts, piecesOf(named(r.s, p.part, maxNamed))...)
	}
	return parts
}

// text looks at one text.
func (r languageReader) text(t *ir.Typed, key string) { r.pasted(t, key, r.pieces(t)) }

// pasted looks at a text, or a part of one, which is the member or the parameter called key.
func (r languageReader) pasted(t *ir.Typed, key string, parts []piece) {
	if len(parts) < 2 {
		return
	}
	words := unix(spelledOut(parts))
	for _, l := range languages {
		// In the text of a body itself none can stand: FC210.
		refused := l.name == "GraphQL" && r.f.Format != nil && t.Expr.Op == expr.OpText && len(t.Expr.Args) > 1
		refused = refused || key == "" && l.name == "XML" && choosesType(r.s) // FC203
		if !refused && l.isMeant(key, words) && r.report(t, l.name, parts, l.place, l.mend) {
			return
		}
	}
}

// choosesType reports whether the content type of what is sent is not written out.
func choosesType(s *ir.Step) bool {
	return slices.ContainsFunc(s.Checked(), func(f *templates.Field) bool {
		headers := s.Value[f.Name]
		if !f.Headers || headers == nil || headers.Tree == nil {
			return false
		}
		return slices.ContainsFunc(headers.Tree.Keys, func(key string) bool {
			_, known := literalOf(headers.Entry(key))
			return strings.EqualFold(key, "Content-Type") && !known
		})
	})
}

// spelledOut is what of a text is written out, with a letter for each value.
func spelledOut(parts []piece) string {
	var text strings.Builder
	for _, p := range parts {
		if p.part != nil {
			text.WriteByte('x')
		}
		text.WriteString(p.literal)
	}
	return text.String()
}

// report reports the first value in a text that may hold anything, where it stands at such a place.
func (r languageReader) report(t *ir.Typed, what string, parts []piece, place *regexp.Regexp, mend string) bool {
	before := ""
	for _, p := range parts {
		if p.part == nil {
			before += p.literal
			continue
		}
		if len(parts) > 1 && looseWithin(r.s, p.part, maxNamed) != nil && (place == nil || place.MatchString(before)) && mayPart(r.s, p.part) {
			r.p.ReportNode(r.s.Node, diag.Diagnostic{
				Span: t.Tree.JSON.Span, Message: fmt.Sprintf("a text is pasted into %s that is sent to a service: what it holds is read as more of it", what), Hint: mend,
			})
			return true
		}
		before += "x"
	}
	return false
}

// mailHead matches the headers of a mail, of which there are two or more.
var mailHead = regexp.MustCompile(`(?i)^(?:(?:From|To|Cc|Bcc|Subject|Reply-To|Date|Sender|Message-ID|MIME-Version|Content-[\w-]+|X-[\w-]+|In-Reply-To|References):[^\n]*\n(?:[ \t][^\n]*\n)*){2,}\n`)

// pastedMail reports a mail that is put together and encoded as a whole, where a line break in a value begins another header.
func pastedMail(p *Pass, s *ir.Step, t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	t.Expr.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpCall || e.Name != "base64url" && e.Name != "base64" {
			return
		}
		parts := named(s, e.Args[0], maxNamed)
		head, _, _ := strings.Cut(unix(wordsOf(parts)), "\n\n")
		if !mailHead.MatchString(head+"\n\n") || pastedBefore(s, parts, len(head)) == nil {
			return
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: t.Tree.JSON.Span, Message: "a text is pasted into the headers of a mail: a line break in it begins another one, such as Bcc",
			Hint: "send the mail as a body with the content type message/rfc822, where placeholders are escaped, if the service takes that; elsewhere replace(…) line breaks",
		})
	})
}

func unix(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// pageText matches how a text begins that is HTML, or SVG, as a whole.
var pageText = regexp.MustCompile(`(?i)^\s*<(?:!doctype\s+html|html|head|body|div|section|article|p|h[1-6]|table|ul|ol|svg)\b`)

// partType matches what the headers of a mail, or of a part of one, say that follows them.
var partType = regexp.MustCompile(`(?i)(?:^|\n)content-type:\s*([\w/.+-]+)`)

// pastedPage reports HTML that is put together and encoded as a whole, alone or in a mail, with what the caller sent in it as it is.
func pastedPage(p *Pass, s *ir.Step, t *ir.Typed) {
	if t.Expr == nil {
		return
	}
	t.Expr.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpCall || e.Name != "base64url" && e.Name != "base64" {
			return
		}
		before, page := "", false
		for i, part := range named(s, e.Args[0], maxNamed) {
			if v, ok := part.Const(); ok {
				before += unix(expr.ConstText(v))
				page = page || i == 0 && pageText.MatchString(before)
				continue
			}
			if loose := looseWithin(s, part, maxNamed); loose != nil && loose.Type.AllLabels().Has(types.Caller) && (page || inHTML(before)) {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span: t.Tree.JSON.Span, Message: "what the caller sent is pasted into HTML before it is encoded: a tag in it is one there", Hint: "htmlEscape(…) it",
				})
				return
			}
			before += "x"
		}
	})
}

// inHTML reports whether what follows the beginning of a mail is in HTML: in the body of the mail, or of its last part.
func inHTML(before string) bool {
	kinds := partType.FindAllStringSubmatchIndex(before, -1)
	if len(kinds) == 0 {
		return false
	}
	last := kinds[len(kinds)-1]
	return strings.EqualFold(before[last[2]:last[3]], "text/html") && strings.Contains(before[last[3]:], "\n\n")
}

// pastedBefore is what of a text put together may hold anything and begins before an offset of its words; nil where nothing does.
func pastedBefore(s *ir.Step, parts []*expr.Expr, offset int) *expr.Expr {
	for i, part := range parts {
		if len(unix(wordsOf(parts[:i]))) >= offset {
			return nil
		}
		if loose := looseWithin(s, part, maxNamed); loose != nil {
			return loose
		}
	}
	return nil
}
