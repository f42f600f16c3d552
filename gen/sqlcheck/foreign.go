package sqlcheck

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sqltoken"
)

// An author who knows PostgreSQL or MySQL writes what SQLite does not have. It is told where it stands, with what SQLite has for
// it: looked for only in what was refused.

// foreignFunctions are functions of other engines, in small letters, with what is written in their place.
var foreignFunctions = map[string]string{
	"now": "CURRENT_TIMESTAMP, or {{now()}}", "getdate": "CURRENT_TIMESTAMP, or {{now()}}", "sysdate": "CURRENT_TIMESTAMP, or {{now()}}",
	"curdate": "CURRENT_DATE", "gen_random_uuid": "{{uuid()}}", "uuid": "{{uuid()}}", "uuid_generate_v4": "{{uuid()}}", "newid": "{{uuid()}}",
	"greatest": "max(a, b)", "least": "min(a, b)", "nvl": "coalesce(a, b)", "isnull": "coalesce(a, b), or a IS NULL",
	"json_agg": "json_group_array(x)", "jsonb_agg": "json_group_array(x)", "array_agg": "json_group_array(x)",
	"json_build_object": "json_object('name', x)", "jsonb_build_object": "json_object('name', x)", "json_object_agg": "json_group_object(name, x)",
	"to_char": "strftime('%Y-%m-%d', t)", "date_format": "strftime('%Y-%m-%d', t)", "date_trunc": "strftime('%Y-%m-%d', t)",
	"year": "strftime('%Y', t)", "month": "strftime('%m', t)", "day": "strftime('%d', t)",
	"left": "substr(text, 1, n)", "strpos": "instr(text, part)", "char_length": "length(text)", "len": "length(text)",
	"rand": "random()", "sha256": "{{sha256(x)}}", "digest": "{{sha256(x)}}",
}

// foreignWords are words and signs of other engines' grammar, in capitals, with what is written in their place.
var foreignWords = map[string]string{
	"ILIKE": "write LIKE: in SQLite it takes A to Z for a to z", "INTERVAL": aTime,
	"FOR": "remove FOR UPDATE: a Transaction keeps others from writing meanwhile", "TOP": "write LIMIT at the end",
}

const aTime = `write the time as a placeholder: {{addDuration(now(), "-1d")}}`

// functionMend says what SQLite has for a function of another engine, or "".
func functionMend(name string) string {
	if mend := foreignFunctions[strings.ToLower(name)]; mend != "" {
		return "write " + mend
	}
	return ""
}

// syntaxMend says what SQLite has for what the parser refused, or for the word before it, or "".
func (f *failure) syntaxMend(at token) string {
	i := slices.IndexFunc(f.tokens, func(t token) bool { return t.Start == at.Start })
	if i < 0 {
		return ""
	}
	for _, i := range []int{i, i - 1} {
		word := sqltoken.At(f.tokens, i)
		if word.Is("FOR") && !sqltoken.At(f.tokens, i+1).Is("UPDATE", "SHARE") {
			continue
		}
		if mend := foreignWords[strings.ToUpper(word.Src)]; mend != "" {
			return mend
		}
	}
	return ""
}
