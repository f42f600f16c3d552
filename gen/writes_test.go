package gen_test

import "testing"

// TestWrites holds what is said of writes to each way in which they may be harmless, and to near misses.
func TestWrites(t *testing.T) {
	const fields = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}, "nick": {"type": "string"}, "token": {"type": "string", "required": true}}}
		`
	const taken = `column "email" of "users" is unique, and the caller chooses its value`
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"a unique column, through a Set", fields + `
			s set {"setValues": {"mail": "{{trim(email)}}"}}
			a sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{s.mail}}, '')"}
			in -> s -> a -> ok`, []string{"FC214 a: " + taken}},
		{"a unique column of an UPDATE", fields + `
			a sql {"sqlQuery": "UPDATE users SET email = {{email}} WHERE id = 1"}
			in -> a -> ok`, []string{"FC214 a: " + taken}},
		{"a unique column, from a SELECT", fields + `
			a sql {"sqlQuery": "INSERT INTO users (email, password_hash) SELECT {{email}}, ''"}
			in -> a -> ok`, []string{"FC214 a: " + taken}},
		{"a primary key", fields + `
			a sql {"sqlQuery": "INSERT INTO notes (id, owner, title) VALUES ({{int(email)}}, '', '')"}
			in -> a -> ok`, []string{`FC214 a: column "id" of "notes" is unique`}},
		{"a unique column of a hash with a salt, however it came there", fields + `
			h hash {"hashMode": "hash", "hashInput": "{{token}}"}
			s set {"setValues": {"made": "{{h.hash}}"}}
			a sql {"sqlQuery": "UPDATE sessions SET secret = {{h.hash}} WHERE user_id = 1"}
			b sql {"sqlQuery": "UPDATE sessions SET secret = {{s.made}} WHERE user_id = 1"}
			c sql {"sqlQuery": "UPDATE sessions SET secret = {{email}} WHERE user_id = 1"}
			in -> h -> s -> a -> b -> c -> ok`, []string{`FC214 c: column "secret" of "sessions" is unique`}},
		{"a unique column of what the workflow makes", fields + `
			a sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{uuid()}}, {{sha256(token)}})"}
			b sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{sha256(email)}}, '')"}
			in -> a -> b -> ok`, nil},
		{"a column that is not unique", fields + `
			a sql {"sqlQuery": "UPDATE users SET nick = {{nick}} WHERE email = {{email}}"}
			in -> a -> ok`, nil},
		{"a unique column, with what to do about a conflict", fields + `
			a sql {"sqlQuery": "INSERT OR IGNORE INTO users (email, password_hash) VALUES ({{email}}, '')"}
			b sql {"sqlQuery": "REPLACE INTO users (email, password_hash) VALUES ({{email}}, '')"}
			c sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, '') ON CONFLICT (email) DO UPDATE SET nick = {{nick}}"}
			in -> a -> b -> c -> ok`, nil},
		{"a unique column in a Retry that hands its failure on", fields + `
			r retry {}
			a sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, '')"}
			in -> r:try -> a
			r:done -> ok`, []string{"FC214 a: " + taken}},
		{"a WHERE in a subquery only", `
			a sql {"sqlQuery": "UPDATE notes SET body = (SELECT nick FROM users WHERE id = 1)"}
			in -> a -> ok`, []string{`FC215 a: UPDATE without WHERE: each request that comes here changes every row of "notes"`}},
		{"a DELETE in a region", `
			t tryCatch {}
			a sql {"sqlQuery": "DELETE FROM notes RETURNING id"}
			in -> t:try -> a
			t:done -> ok`, []string{`FC215 a: DELETE without WHERE`}},
		{"a column that an INSERT leaves out, in a region", `
			t tryCatch {}
			a sql {"sqlQuery": "INSERT INTO notes (body) VALUES ('b')"}
			in -> t:try -> a
			t:done -> ok`, []string{`FC209 a: columns "owner", "title" of "notes" are NOT NULL`}},
		{"null for a NOT NULL column in an upsert", fields + `
			a sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, '') ON CONFLICT (email) DO UPDATE SET password_hash = NULL"}
			b sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, '') ON CONFLICT (email) DO UPDATE SET email = {{nick}}"}
			in -> a -> b -> ok`, []string{
			`FC209 a: column "password_hash" of "users" is NOT NULL, and gets NULL`,
			`FC206 b: parameter 2 of the query: "nick" may be missing, and column "email" is NOT NULL`,
		}},
		{"a column with two values, but not two parts of one", fields + `
			a sql {"sqlQuery": "INSERT INTO notes (owner, title, Owner) VALUES ('a', 'b', 'c')"}
			b sql {"sqlDialect": "postgres", "sqlQuery": "UPDATE notes SET body[1] = 'a', body[2] = 'b' WHERE id = 1"}
			c sql {"sqlQuery": "INSERT INTO notes (id, owner, title) VALUES (1, 'a', 'b') ON CONFLICT (id) DO UPDATE SET owner = 'c', title = excluded.owner"}
			in -> a -> b -> c -> ok`, []string{`FC209 a: column "Owner" of "notes" gets two values`, `FC217 b: `}},
		{"what is NULL however it is written", fields + `
			a sql {"sqlQuery": "UPDATE users SET password_hash = CAST(NULL AS TEXT) WHERE id = 1"}
			b sql {"sqlQuery": "UPDATE users SET password_hash = CASE WHEN id = 1 THEN NULL END WHERE id = 1"}
			c sql {"sqlDialect": "postgres", "sqlQuery": "UPDATE users SET password_hash = NULL::text || {{email}} WHERE id = 1"}
			in -> a -> b -> c -> ok`, []string{
			`FC209 a: column "password_hash" of "users" is NOT NULL, and gets NULL`,
			`FC209 b: column "password_hash" of "users" is NOT NULL, and gets NULL`,
			`FC209 c: column "password_hash" of "users" is NOT NULL, and gets NULL`,
		}},
		{"null where a default, a rowid or nothing stands", fields + `
			a sql {"sqlQuery": "INSERT INTO notes (id, owner, title, body) VALUES (NULL, 'a', 'b', {{nick}})"}
			b sql {"sqlQuery": "INSERT OR IGNORE INTO notes (owner, title) VALUES ({{nick}}, NULL)"}
			c sql {"sqlQuery": "UPDATE notes SET title = coalesce({{nick}}, title) WHERE owner = {{nick}}"}
			in -> a -> b -> c -> ok`, nil},
		{"a column with a default that is given null", fields + `
			a sql {"sqlQuery": "INSERT INTO notes (owner, title, n) VALUES ('a', 'b', {{or(int(email), null)}})"}
			b sql {"sqlQuery": "INSERT INTO notes (owner, title, n) VALUES ('a', 'b', {{when(has(nick), 1, null)}})"}
			in -> a -> b -> ok`, []string{`FC206 b: parameter 1 of the query: "when(has(nick), 1, null)" may be missing, and column "n" is NOT NULL`}},
		{"a field that is inferred", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			a sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{owner}}, {{title}})"}
			in -> a -> ok`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}
