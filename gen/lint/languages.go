package lint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
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
var filters = strings.Fields("condition cql csl expr expression filter $filter filter_by filterbyformula filters formula jql kql q query where")

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
		name: "Flux", keys: []string{"", "flux", "query"}, begin: regexp.MustCompile(`^\s*(?:import\s[^\n]*\n\s*)*from\s*\(\s*bucket\s*:`),
		mend: `send it in "params", and read it there: params.name`,
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
		name: "a filter", keys: []string{"filters"}, begin: regexp.MustCompile(`\w:\s*["']`), place: regexp.MustCompile(`\w:\s*(?:"[^"]*|'[^']*)$`), mend: mendFilter,
	},
	{
		name: "a filter", keys: []string{"and", "or"}, begin: regexp.MustCompile(`^\(.*\w\.` + comparisons), place: regexp.MustCompile(`\w\.` + comparisons + `[^(),"]*$`),
		mend: "write json(…) of it: in quotes a comma and a parenthesis are its own",
	},
	{
		name: "an expression of DynamoDB", begin: regexp.MustCompile(`.`),
		keys: strings.Fields("conditionexpression filterexpression keyconditionexpression projectionexpression updateexpression"),
		mend: "write :name there, and the value in ExpressionAttributeValues; for an attribute #name, and ExpressionAttributeNames",
	},
	{
		name: "a query of logs", keys: strings.Fields("query querystring search spl"), begin: regexp.MustCompile(`(?i)^\s*(?:fields\s+@|(?:search\s+)?index\s*=)`),
		mend: "refuse what has more than letters and digits, by a Condition on matches(…)",
	},
	{
		name: "a query", keys: searches, begin: regexp.MustCompile(`(?s)[\w)]\s*[:=~<>].*\s(?:AND|OR|NOT|&&|\|\|)[\s(]|\s(?:AND|OR|NOT|&&|\|\|)[\s(].*[\w)]\s*[:=~<>]`),
		mend: "look for it in a parameter of its own, apart from what all answers must be; else put it into quotes, by json(…) where the service escapes as JSON does",
	},
	{
		name: "a query", keys: []string{"fq"}, begin: regexp.MustCompile(`:`),
		mend: "write it as {!term f=name v=$name}, with the value in a parameter of its own",
	},
	{
		name: "SPARQL", keys: append(strings.Fields("query sparql update"), ""),
		begin: regexp.MustCompile(`(?is)^\s*(?:(?:PREFIX|BASE)\s[^>]*>\s*)*(?:SELECT|ASK|CONSTRUCT|DESCRIBE|INSERT|DELETE|WITH)\b[^{]*\{`),
		mend:  "write json(…) of it, without quotes around it: SPARQL has the escapes of JSON; an address is one of yours, chosen by when(…)",
	},
	{
		name: "RDF", keys: []string{""}, begin: regexp.MustCompile(`^\s*(?:@prefix\s|<[^<>\s]+>\s+<[^<>\s]+>\s)`),
		mend: "write json(…) of it, without quotes around it; an address is one of yours, chosen by when(…)",
	},
	{
		name: "XPath", keys: strings.Fields("xpath xquery selector expression query"), begin: regexp.MustCompile(`^(?:doc\([^()]*\))?/.*\[`),
		place: regexp.MustCompile(`\[[^\]]*$`), mend: "refuse values with quotes, by a Condition on matches(…), or send it as a variable",
	},
	{
		name: "HTML", begin: regexp.MustCompile(`(?i)^\s*<(?:!doctype\s+html|html)\b`), mend: "htmlEscape(…) it",
	},
	{
		name: "XML", keys: append(strings.Fields("content data envelope mjml soap svg twiml xml"), ""), begin: regexp.MustCompile(`(?s)^\s*<(?:\?xml\b|svg\b|\w+(?::\w+)?[^<>]*>.*</\w+(?::\w+)?>\s*$)`),
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
		name: "a script", keys: strings.Fields("eval lua script"), begin: regexp.MustCompile(`\bredis\.p?call\s*\(`), mend: "send it beside the script, and read ARGV[1] there",
	},
	{
		name: "a command of Redis", keys: strings.Fields("cmd command commands"), begin: regexp.MustCompile(`^` + redisCommand + `\s+[^\s/]`), mend: mendRedis,
	},
	{
		name: "a command of Redis", keys: []string{""}, begin: regexp.MustCompile(`^(?:` + redisCommand + `\s+[\w-]+:|\*\d+\r?\n\$)`), mend: mendRedis,
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
		name: "a formula", keys: []string{"formulavalue"}, begin: regexp.MustCompile(`^\s*=`), mend: "have it in a cell of its own, as a text, and name that cell here",
	},
	{
		name: "LaTeX", begin: regexp.MustCompile(`\\documentclass\b|\\begin\{document\}`), mend: `refuse what has a "\", by a Condition on matches(…)`,
	},
	{
		name: "the text format of metrics", keys: []string{""},
		begin: regexp.MustCompile(`^\w[\w.-]*,\w[\w.-]*=\S+\s+\w+=\S|(?m)^[A-Za-z_][\w:]*\{\w+="[^"\n]*"[^}\n]*\}\s+\S+\s*$`),
		mend:  `replace(…) in it what parts them: line breaks, quotes, and outside of quotes spaces, commas and "="`,
	},
	{
		name: "a form", keys: []string{""}, begin: formText, mend: `write the body as an object, with "apiBodyType": "form"`,
	},
	{
		name: "the query of an address", keys: strings.Fields("params qs"), begin: formText, mend: "urlEncode(…) it",
	},
	{
		name: "an object of JavaScript", begin: regexp.MustCompile(`(?s)^\s*\{\s*[A-Za-z_$][\w$]*\s*:.*\}\s*$`), place: regexp.MustCompile(`[:\[,(]\s*(?:"[^"]*|'[^']*)$`),
		mend: "write json(…) of it, without quotes around it",
	},
	{
		name: "a program", begin: regexp.MustCompile(`^#!\s*/`),
		mend: "have the program ask for what differs, or take it as an argument",
	},
}

// comparisons are those of a filter in the query of PostgREST, behind the name of a column.
const comparisons = `(?:not\.)?(?:eq|neq|gte?|lte?|i?like|i?match|is|in|cs|cd|fts|plfts)\.`

// redisCommand matches the commands of Redis that are sent most.
const redisCommand = `(?:APPEND|DECR(?:BY)?|DEL|EXISTS|EXPIRE|GET(?:DEL|SET)?|HDEL|HGET(?:ALL)?|HM?SET|H?INCR(?:BY)?|LPUSH|LRANGE|M?SET|MGET|PUBLISH|RPUSH|SADD|SETEX|SETNX|SREM|XADD|ZADD)`

const mendRedis = `send the command as a list of its words: ["SET", "user:{{name}}", "1"]`

// formText matches a text that is URL-encoded, with several parameters.
var formText = regexp.MustCompile(`^[\w.\[\]%-]+=[^&=\s]*(?:&[\w.\[\]%-]+=[^&=\s]*)+\s*$`)

// statementText matches how a text begins that is a statement of SQL.
var statementText = regexp.MustCompile(`(?is)^(?:\s|--[^\n]*\n)*(?:SELECT\b.+\bFROM\b|INSERT\s+INTO\b|UPDATE\s+\S+\s+SET\b|DELETE\s+FROM\b|MERGE\s+INTO\b|WITH\s+\w+\s+AS\s*\()`)

// shellLine matches how a line begins that calls a program of Unix with arguments.
var shellLine = regexp.MustCompile(`^\s*(?:sudo\s+)?(?:/(?:usr/)?s?bin/)?(?:apt(?:-get)?|awk|bash|cat|chmod|chown|convert|cp|curl|dig|docker|echo|ffmpeg|find|git|grep|kill|kubectl|` +
	`ls|magick|mkdir|mv|mysql|node|npm|npx|nslookup|pandoc|ping|pip|psql|python3?|rm|rsync|scp|sed|sh|ssh|systemctl|tar|unzip|useradd|wget|wkhtmltopdf|zip)\s+\S`)

// isMeant reports whether the text under a key is of the language.
func (l language) isMeant(key, words string) bool {
	return (l.keys == nil || slices.Contains(l.keys, strings.ToLower(key))) && l.begin.MatchString(words)
}
