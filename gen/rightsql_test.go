package gen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// market is a schema of accounts, of what they sell, and of what is bought.
const market = `CREATE TABLE accounts (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, nick TEXT, password_hash TEXT, reset_token TEXT UNIQUE, pin_hash TEXT);
CREATE TABLE plans (code TEXT PRIMARY KEY NOT NULL, price INTEGER NOT NULL);
CREATE TABLE shops (id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, owner INTEGER NOT NULL REFERENCES accounts (id));
CREATE TABLE products (id INTEGER PRIMARY KEY, shop INTEGER NOT NULL REFERENCES shops (id), sku TEXT NOT NULL, price INTEGER NOT NULL);
CREATE TABLE purchases (id INTEGER PRIMARY KEY, account INTEGER NOT NULL, product INTEGER NOT NULL, price INTEGER NOT NULL, place INTEGER NOT NULL DEFAULT 0, gift_for INTEGER);
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE tagged (product INTEGER NOT NULL, tag INTEGER NOT NULL, PRIMARY KEY (product, tag));
CREATE VIEW sign_ins AS SELECT count(password_hash) AS with_password, count(*) - count(password_hash) AS without_password FROM accounts;
`

// buying is the request of all of them.
const buying = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}, "sku": {"type": "string", "required": true}, ` +
	`"slug": {"type": "string", "required": true}, "tag": {"type": "string", "required": true}, "id": {"type": "int", "required": true}, "password": {"type": "string", "required": true}, ` +
	`"plan": {"type": "string", "required": true, "validate": "oneof=free pro"}, "limit": {"type": "int"}, "page": {"type": "int"}, "url": {"type": "string", "required": true}}}
`

// marketTold is what is told of a drawing on the market, to which the request and the answer to who looks for nothing are added.
func marketTold(t *testing.T, drawing string) []string {
	t.Helper()
	if !strings.Contains(drawing, "in apiEndpoint") {
		drawing = buying + drawing
	}
	if strings.Contains(drawing, "-> gone") {
		drawing += "\ngone response {\"responseStatus\": 404}"
	}
	f := folderDrawn(t, drawing)
	f.Schema = diag.NewFile("schema.sql", []byte(market))
	return told(gen.Lint(f))
}

// answered is a drawing of one statement whose column x is answered.
func answered(query string) string {
	return fmt.Sprintf(`q sql {"sqlMode": "many", "sqlQuery": %q}
		ok response {"responseStatus": 200, "responseBody": "{{q.rows}}"}
		in -> q -> ok`, query)
}

// TestRightStatements holds lint to silence on statements as people write them, of shapes that are mistakes elsewhere.
func TestRightStatements(t *testing.T) {
	for name, drawing := range map[string]string{
		// Figures and answers to questions, whatever they are called.
		"how many have a password":        answered(`SELECT count(password_hash) AS with_password, count(*) - count(password_hash) AS without_password FROM accounts`),
		"who has a password":              answered(`SELECT id, password_hash IS NOT NULL AS uses_password, reset_token IS NULL AS no_token FROM accounts ORDER BY id LIMIT 100`),
		"a sum of a CASE":                 answered(`SELECT coalesce(sum(CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END), 0) AS by_password FROM accounts`),
		"a share":                         answered(`SELECT round(100.0 * count(reset_token) / count(*), 1) AS share_with_token FROM accounts`),
		"a word for it":                   answered(`SELECT id, CASE WHEN password_hash IS NULL THEN 'none' ELSE 'set' END AS password, iif(pin_hash IS NULL, 'none', 'set') AS pin_hash FROM accounts LIMIT 100`),
		"figures of a view":               answered(`SELECT with_password, without_password FROM sign_ins`),
		"figures of a WITH":               answered(`WITH c AS (SELECT owner, count(*) AS shops_with_token FROM shops GROUP BY owner) SELECT max(shops_with_token) AS most_with_token FROM c`),
		"whether one is there":            answered(`SELECT EXISTS (SELECT 1 FROM accounts WHERE email = {{email}} AND password_hash IS NOT NULL) AS has_a_password`),
		"figures beside what they are of": answered(`SELECT s.slug, (SELECT count(*) FROM products p WHERE p.shop = s.id) AS count_of_token FROM shops s ORDER BY s.id LIMIT 100`),

		// Hashes.
		"a new hash": `h hash {"hashMode": "hash", "hashInput": "{{password}}"}
			q sql {"sqlQuery": "UPDATE accounts SET password_hash = {{h.hash}}, reset_token = NULL WHERE reset_token = {{sha256(tag)}}"}
			in -> h -> q -> ok`,
		"a hash in a unique column": `h hash {"hashMode": "hash", "hashInput": "{{password}}"}
			q sql {"sqlQuery": "UPDATE accounts SET reset_token = {{h.hash}} WHERE id = 7"}
			in -> h -> q -> ok`,

		// Sub-selects whose row is there.
		"after it was looked up": `u sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM accounts WHERE email = {{email}}"}
			q sql {"sqlQuery": "UPDATE shops SET owner = (SELECT id FROM accounts WHERE email = {{email}}) WHERE id = {{id}}"}
			in -> u -> q -> ok
			u:notFound -> gone`,
		"after it was looked up in other letters": `u sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM accounts WHERE email = {{lower(trim(email))}}"}
			q sql {"sqlQuery": "UPDATE shops SET owner = (SELECT id FROM accounts WHERE email = {{lower(email)}}) WHERE id = {{id}}"}
			in -> u -> q -> ok
			u:notFound -> gone`,
		"after it was made": `t sql {"sqlQuery": "INSERT INTO tags (name) VALUES ({{tag}}) ON CONFLICT (name) DO NOTHING"}
			q sql {"sqlQuery": "INSERT INTO tagged (product, tag) VALUES ({{id}}, (SELECT id FROM tags WHERE name = {{tag}})) ON CONFLICT DO NOTHING"}
			in -> t -> q -> ok`,
		"of what the request is held to": `q sql {"sqlQuery": "INSERT INTO purchases (account, product, price) VALUES (1, 1, (SELECT price FROM plans WHERE code = {{plan}}))"}
			in -> q -> ok`,
		"of what is always there": `q sql {"sqlQuery": "INSERT INTO purchases (account, product, price) VALUES ((SELECT id FROM accounts WHERE email = 'shop@example.com'), {{id}}, (SELECT price FROM plans WHERE code = 'free'))"}
			in -> q -> ok`,
		"of who calls": `who auth {}
			no response {"responseStatus": 401}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/b", "endpointFields": {"id": {"type": "int", "required": true}}}
			q sql {"sqlQuery": "INSERT INTO purchases (account, product, price) VALUES ((SELECT id FROM accounts WHERE email = {{who.email}}), {{id}}, 1)"}
			in -> who:valid -> q -> ok
			who:invalid -> no`,
		"that always give a row, or something in its place": `q sql {"sqlQuery": "INSERT INTO purchases (account, product, price, place) VALUES (1, 1, coalesce((SELECT price FROM products WHERE sku = {{sku}}), 0), (SELECT count(*) FROM purchases WHERE product = {{id}}))"}
			in -> q -> ok`,
		"of which a part is the caller's, so that he gets a 400": `q sql {"sqlQuery": "INSERT INTO purchases (account, product, price) VALUES (1, 1, (SELECT price FROM products WHERE sku = {{sku}}) * {{id}})"}
			in -> q -> ok`,
		"into a column that takes NULL": `q sql {"sqlQuery": "UPDATE purchases SET gift_for = (SELECT id FROM accounts WHERE email = {{email}}) WHERE id = {{id}}"}
			in -> q -> ok`,
		"of rows that are there by their keys": `q sql {"sqlQuery": "UPDATE purchases SET price = (SELECT p.price FROM products p WHERE p.id = purchases.product) WHERE id = {{id}}"}
			in -> q -> ok`,
		"that the statement asks for": `q sql {"sqlQuery": "UPDATE shops SET owner = (SELECT id FROM accounts WHERE email = {{email}}) WHERE id = {{id}} AND EXISTS (SELECT 1 FROM accounts WHERE email = {{email}})"}
			in -> q -> ok`,
		"where a failure is expected": `t tryCatch {}
			q sql {"sqlQuery": "UPDATE shops SET owner = (SELECT id FROM accounts WHERE email = {{email}}) WHERE id = {{id}}"}
			in -> t:try -> q
			t:catch -> gone
			t:done -> ok`,
		"as a SELECT that finds nothing": `q sql {"sqlMode": "one", "sqlQuery": "INSERT INTO purchases (account, product, price) SELECT a.id, p.id, p.price FROM accounts a, products p WHERE a.email = {{email}} AND p.sku = {{sku}} RETURNING id"}
			ok response {"responseStatus": 201, "responseBody": {"id": "{{q.id}}"}}
			in -> q -> ok
			q:notFound -> gone`,

		// Bounds and images.
		"a page of rows": answered(`SELECT id, sku FROM products ORDER BY id LIMIT min({{or(limit, 100)}}, 500) OFFSET coalesce({{page}}, 0) * 100`),
		"a page with an icon and an image": `ok response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<!doctype html><title>Shop</title><link rel='icon' href=\"{{url}}\"><link rel=\"apple-touch-icon\" sizes=\"180x180\" href=\"{{url}}\"><img src=\"{{url}}\" alt=\"\">"}
			in -> ok`,
	} {
		if got := marketTold(t, drawing); len(got) > 0 {
			t.Errorf("%s: found\n  %s\nin %s", name, strings.Join(got, "\n  "), drawing)
		}
	}
}

// TestWrongStatements holds lint to what is wrong with near misses of these.
func TestWrongStatements(t *testing.T) {
	const missing = "FC206 q: column %q of %q is NOT NULL, and gets NULL where %q has no row of what the caller sent: the caller gets a 500"
	for name, c := range map[string]struct {
		drawing string
		want    []string
	}{
		"a password called as a figure is": {answered(`SELECT max(password_hash) AS count_of_password FROM accounts`), []string{`FC402 ok: `}},
		"one that stands in for a figure":  {answered(`SELECT coalesce(max(password_hash), '0') AS with_password FROM accounts`), []string{`FC402 ok: `}},
		"a password that is written there": {answered(`SELECT 'x' AS new_password`), []string{`FC402 ok: `}},
		"a figure that the caller sends":   {answered(`SELECT count(*) + {{id}} AS with_password FROM accounts`), []string{`FC402 ok: `}},
		"an INSERT of nobody's": {`q sql {"sqlQuery": "INSERT INTO purchases (account, product, price) VALUES ((SELECT id FROM accounts WHERE email = {{email}}), {{id}}, 1)"}
			in -> q -> ok`, []string{fmt.Sprintf(missing, "account", "purchases", "accounts")}},
		"an UPDATE by a Set": {`s set {"setValues": {"to": "{{trim(email)}}"}}
			q sql {"sqlQuery": "UPDATE shops SET owner = (SELECT id FROM accounts WHERE email = {{s.to}}) WHERE id = {{id}}"}
			in -> s -> q -> ok`, []string{fmt.Sprintf(missing, "owner", "shops", "accounts")}},
		"what is computed of a row": {`q sql {"sqlQuery": "INSERT INTO purchases (account, product, price) VALUES (1, 1, (SELECT price FROM products WHERE sku = {{sku}}) * 2)"}
			in -> q -> ok`, []string{fmt.Sprintf(missing, "price", "purchases", "products")}},
		"after another one was looked up": {`u sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM accounts WHERE email = {{email}}"}
			q sql {"sqlQuery": "INSERT INTO purchases (account, product, price) VALUES ({{u.id}}, (SELECT id FROM products WHERE sku = {{sku}}), 1)"}
			in -> u -> q -> ok
			u:notFound -> gone`, []string{fmt.Sprintf(missing, "product", "purchases", "products")}},
		"an upsert": {`q sql {"sqlQuery": "INSERT INTO shops (slug, owner) VALUES ({{slug}}, 1) ON CONFLICT (slug) DO UPDATE SET owner = (SELECT id FROM accounts WHERE email = {{email}})"}
			in -> q -> ok`, []string{fmt.Sprintf(missing, "owner", "shops", "accounts")}},
	} {
		if got := marketTold(t, c.drawing); !slices.EqualFunc(got, c.want, strings.HasPrefix) {
			t.Errorf("%s: found\n  %s\nwant\n  %s", name, strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
		}
	}
}

// TestCryptInTheDatabase holds which passwords PostgreSQL may be handed: those that it makes a hash of that is slow to guess, or
// compares with one.
func TestCryptInTheDatabase(t *testing.T) {
	const stored = `FC403 q: password "password" is stored in plain text`
	for query, want := range map[string][]string{
		"SELECT count(*) AS n FROM users WHERE email = 'a' AND password_hash = crypt({{password}}, password_hash)": nil,
		"UPDATE users SET password_hash = crypt({{password}}, gen_salt('bf', 12)) WHERE id = 1":                    nil,
		"UPDATE users SET password_hash = crypt({{password}}, gen_salt('md5')) WHERE id = 1":                       {stored},
		"UPDATE users SET password_hash = {{password}} WHERE id = 1":                                               {stored},
		"SELECT count(*) AS n FROM users WHERE password_hash = md5({{password}})":                                  {stored},
	} {
		drawing := fmt.Sprintf("q sql {\"sqlDialect\": \"postgres\", \"sqlMode\": \"exec\", \"sqlQuery\": %q}\nin -> q -> ok", query)
		got := slices.DeleteFunc(told(lintDrawn(t, drawing)), func(line string) bool { return !strings.HasPrefix(line, "FC403") })
		if !slices.Equal(got, want) {
			t.Errorf("%s: found %q, want %q", query, got, want)
		}
	}
}
