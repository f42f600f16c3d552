package all_test

import (
	"testing"

	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestSays requires of node types what they say of their settings in a few words, on a card and in pictures.
func TestSays(t *testing.T) {
	for _, c := range []struct{ typ, field, text, want string }{
		{"sql", "sqlQuery", "INSERT INTO orders (a) SELECT b FROM c", "insert into orders"},
		{"sql", "sqlQuery", "-- all\nSELECT *, (SELECT 1 FROM y) FROM users u WHERE x = 'from z'", "select from users"},
		{"sql", "sqlQuery", "WITH gone AS (DELETE FROM a RETURNING id)\nUPDATE b SET x = {{c}}", "update b"},
		{"sql", "sqlQuery", "delete\nfrom only sessions where id = {{id}}", "delete from sessions"},
		{"sql", "sqlQuery", "SELECT 1", ""},
		{"api", "apiUrl", "https://chat.acme.dev/hooks?x=1", "GET chat.acme.dev"},
		{"api", "apiUrl", "{{env.CHAT_URL}}/messages", "GET CHAT_URL"},
		{"api", "apiUrl", "", ""},
		{"code", "codeFunction", "example.com/shop/mail.Send", "Send"},
		{"code", "codeFunction", "Send", "Send"},
		{"hash", "hashMode", "verify", "verify a password"},
		{"rateLimit", "limitRate", "10/1m", "10/1m"},
		{"auth", "authProvider", "google", "token of google"},
		{"auth", "authType", "apikey", "API key"},
	} {
		text := func(field string) string {
			if field == c.field {
				return c.text
			}
			return defaultOf(t, c.typ, field)
		}
		if got := typeOf(t, c.typ).Face.Says(text); got != c.want {
			t.Errorf("%s with %s %q says %q, want %q", c.typ, c.field, c.text, got, c.want)
		}
	}
}

func typeOf(t *testing.T, name string) *templates.Template {
	t.Helper()
	for _, typ := range all.Templates() {
		if typ.Type == name {
			return typ
		}
	}
	t.Fatalf("there is no node type %s", name)
	return nil
}

func defaultOf(t *testing.T, name, field string) string {
	t.Helper()
	for _, f := range typeOf(t, name).Fields {
		if f.Name == field {
			return f.Default
		}
	}
	t.Fatalf("%s has no field %s", name, field)
	return ""
}
