package gen_test

import "testing"

// TestCompared holds what is said of comparisons with what may be null to where it comes from and where it stands.
func TestCompared(t *testing.T) {
	const fields = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}, "nick": {"type": "string"}, "n": {"type": "int"}}}
		`
	const void = `{{nick}} may be null, and this comparison is never true then: no row meets it`
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"a column that may be null", fields + `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT nick FROM users WHERE email = {{email}}"}
			a sql {"sqlQuery": "SELECT id FROM notes WHERE title LIKE {{u.nick}} || '%'"}
			in -> u -> a -> ok
			u:notFound -> ok`, []string{"FC220 a: {{u.nick}} may be null"}},
		{"what a Condition proved", fields + `
			c condition {"conditionExpression": "has(nick)"}
			a sql {"sqlQuery": "SELECT id FROM notes WHERE title LIKE {{nick}} || '%'"}
			in -> c:true -> a -> ok
			c:false -> ok`, nil},
		{"a field that is inferred", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			a sql {"sqlQuery": "SELECT id FROM notes WHERE title LIKE '%' || {{words}} || '%'"}
			in -> a -> ok`, nil},
		{"PostgreSQL's own", fields + `
			a sql {"sqlDialect": "postgres", "sqlQuery": "SELECT id FROM notes WHERE title ILIKE '%' || {{nick}}::text || '%' HAVING count(*) > {{n}}"}
			in -> a -> ok`, []string{"FC217 a: ", "FC220 a: " + void, "FC220 a: {{n}} may be null"}},
		{"two ways, of which one asks for another value", fields + `
			a sql {"sqlQuery": "SELECT id FROM notes WHERE title LIKE {{nick}} OR n > {{n}}"}
			b sql {"sqlQuery": "SELECT id FROM notes WHERE title LIKE {{nick}} AND n > 1 OR title LIKE {{nick}} AND n < 1"}
			in -> a -> b -> ok`, []string{"FC220 b: " + void}},
		{"in a WITH, a FROM and a DELETE", fields + `
			a sql {"sqlQuery": "WITH w AS (SELECT id FROM notes WHERE n > {{n}}) SELECT id FROM w"}
			b sql {"sqlQuery": "SELECT s.id FROM (SELECT id FROM notes WHERE n > {{n}}) AS s"}
			c sql {"sqlQuery": "DELETE FROM notes WHERE n + 1 < {{n}}"}
			in -> a -> b -> c -> ok`, []string{"FC220 a: {{n}}", "FC220 b: {{n}}", "FC220 c: {{n}}"}},
		{"NULL that is assigned, given or made", fields + `
			a sql {"sqlQuery": "UPDATE notes SET body = NULL, price = nullif({{n}}, 0) WHERE body IS NOT NULL"}
			b sql {"sqlQuery": "INSERT INTO notes (owner, title, body) VALUES ('a', 'b', NULL) ON CONFLICT (id) DO UPDATE SET body = NULL"}
			in -> a -> b -> ok`, nil},
		{"NULL that is compared, where a join asks and in a change", fields + `
			a sql {"sqlQuery": "SELECT n.id FROM notes AS n JOIN users AS u ON u.nick = NULL"}
			b sql {"sqlQuery": "UPDATE notes SET n = n + 1 WHERE body <> CAST(NULL AS TEXT)"}
			in -> a -> b -> ok`, []string{"FC220 a: a comparison with NULL", "FC220 b: a comparison with NULL"}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}
