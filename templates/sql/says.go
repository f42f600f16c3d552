package sql

import (
	"regexp"
	"strings"
)

var (
	remark = regexp.MustCompile(`--[^\n]*|(?s:/\*.*?\*/)|'[^']*'`)
	nested = regexp.MustCompile(`\([^()]*\)`)
	verbs  = regexp.MustCompile(`(?i)\b(insert\s+(?:or\s+\w+\s+)?into|update|delete\s+from|merge\s+into|select)\b`)
	tables = regexp.MustCompile(`(?i)^\s+(?:only\s+)?"?([\w.]+)`)
	origin = regexp.MustCompile(`(?i)\bfrom\s+(?:only\s+)?"?([\w.]+)`)
)

// says is a statement by its verb and table: "insert into orders". What stands in parentheses is another statement.
func says(text func(string) string) string {
	statement := remark.ReplaceAllString(text("sqlQuery"), " ")
	for before := ""; before != statement; {
		before, statement = statement, nested.ReplaceAllString(statement, " ")
	}
	at := verbs.FindStringIndex(statement)
	if at == nil {
		return ""
	}
	verb, rest := strings.ToLower(strings.Join(strings.Fields(statement[at[0]:at[1]]), " ")), statement[at[1]:]
	if verb == "select" {
		if from := origin.FindStringSubmatch(rest); from != nil {
			return "select from " + from[1]
		}
		return ""
	}
	if table := tables.FindStringSubmatch(rest); table != nil {
		return verb + " " + table[1]
	}
	return ""
}
