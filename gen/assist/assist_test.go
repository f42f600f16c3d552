package assist_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/schema/diag"
)

// login is the workflow of golden/apps/auth that most tests ask about.
func login(t testing.TB) (*gen.Folder, *diag.File) {
	t.Helper()
	f := folder(t, "../../golden/apps/auth/flows")
	return f, f.Documents[slices.IndexFunc(f.Documents, func(doc *diag.File) bool { return doc.Name == "login.flow.json" })]
}

// labels are what is offered, by name.
func labels(c assist.Completion) []string {
	var list []string
	for _, o := range c.Offers {
		list = append(list, o.Label)
	}
	return list
}

// TestRenameTakesReferencesAlong renames each node of all apps, there and back: the same bytes come out, and nothing is wrong
// in between.
func TestRenameTakesReferencesAlong(t *testing.T) {
	for i, f := range apps(t) {
		doc := f.Documents[i%len(f.Documents)]
		d := open(f, doc)
		for _, n := range d.Workflow.Nodes {
			to, err := d.Rename(n.ID.Value, "renamed_node")
			if err != nil {
				t.Errorf("%s %s: %v", doc.Name, n.ID.Value, err)
				continue
			}
			between := assist.Open([]*gen.Folder{f}, 0, doc.Name, to.Text)
			if len(between.Found) != len(d.Found) {
				t.Errorf("%s %s: %v", doc.Name, n.ID.Value, messages(between.Found))
			}
			back, err := between.Rename(to.Node, n.Name.Value)
			if err != nil || string(back.Text) != string(doc.Src) || back.Changed != to.Changed {
				t.Errorf("%s %s: back again (%v) it is\n%s", doc.Name, n.ID.Value, err, back.Text)
			}
		}
	}
}

// TestRenameWithMistakes renames nodes of a document that is being drawn: mistakes that name them, in quotes and on ways, are
// those of before.
func TestRenameWithMistakes(t *testing.T) {
	f, doc := login(t)
	before, _, _ := strings.Cut(string(doc.Src), `"edges"`)
	for _, edges := range []string{`[]`, `[{"source": "in", "target": "user"}]`} {
		d := assist.Open([]*gen.Folder{f}, 0, doc.Name, []byte(before+`"edges": `+edges+"}"))
		if !d.Found.HasErrors() {
			t.Fatal("nothing is wrong")
		}
		for _, node := range []string{"in", "user", "check"} {
			if to, err := d.Rename(node, node+"ing"); err != nil || to.Node != node+"ing" {
				t.Errorf("%s: %v", node, err)
			}
		}
	}
}

// TestRenameRefuses wants names that would mean something else refused, with the reason.
func TestRenameRefuses(t *testing.T) {
	f, doc := login(t)
	d := open(f, doc)
	for name, want := range map[string]string{
		"": "needs a name", " ": "needs a name", "check": "already", "email": "means something else", "password": "means something else", "env": "means something else",
		"true": "means something else", "two words": "can't be read", "a-b": "can't be read", "é": "can't be read",
	} {
		if _, err := d.Rename("user", name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	if _, err := d.Rename("nobody", "x"); err == nil {
		t.Error("a node that is not there is renamed")
	}
	if to, err := d.Rename("no", `"]}\ \u0000`); err != nil || len(assist.Open([]*gen.Folder{f}, 0, doc.Name, to.Text).Found) > len(d.Found) {
		t.Errorf("a name that nobody reads: %v\n%s", err, to.Text)
	}
}

// TestMend makes the mend of a mistake, and all of them.
func TestMend(t *testing.T) {
	f, doc := login(t)
	text := strings.Replace(string(doc.Src), `"15m"`, `"15 min"`, 1)
	d := assist.Open([]*gen.Folder{f}, 0, doc.Name, []byte(text))
	i := slices.IndexFunc(d.Found, func(p diag.Diagnostic) bool { return p.Code == diag.FC203 })
	if i < 0 {
		t.Fatalf("found %v", messages(d.Found))
	}
	for _, id := range []string{assist.FixID(d.Found[i]), "*"} {
		if mended, list, err := d.Fix(id); err != nil || string(mended) != string(doc.Src) || len(list) != 1 {
			t.Errorf("%s (%v): %s", id, err, mended)
		}
	}
	for _, id := range []string{"", "FC203", "FC203@1", "x"} {
		if _, _, err := d.Fix(id); err == nil {
			t.Errorf("%q is mended", id)
		}
	}
}

// TestCompletion offers at places of login what may stand there, the expression there being broken.
func TestCompletion(t *testing.T) {
	f, doc := login(t)
	for _, tt := range []struct {
		node, pointer, text string // the cursor is at |
		want, never         string
	}{
		{"ok", "/responseBody/token", "{{|", "token.token user env upper", "no check.status"},
		{"ok", "/responseBody/token", "{{token.|", "token expiresAt id", "user upper"},
		{"ok", "/responseBody/token", "{{upper(token.t|", "token expiresAt", "id"},
		{"ok", "/responseBody/token", "{{user.|", "id email password_hash", "token"},
		{"ok", "/responseBody/token", "{{env.|", "JWT_SECRET", "user"},
		{"ok", "/responseBody/token", "{{request.|", "ip headers", "user"},
		{"ok", "/responseBody/token", "to|", "token.token", "user.id"},
		{"ok", "/responseBody/token", "a |", "token.token", ""},
		{"ok", "/responseBody/token", `{{"us|`, "", "user"},
		{"ok", "/responseBody/token", "{{token.token}} |", "token.token", "upper"},
		{"user", "/sqlQuery", "SELECT id FROM users WHERE email = {{ema|", "", "ema in.ema"}, // which would be a field of the request itself
		{"user", "/sqlQuery", "SELECT id FROM users WHERE email = {{ema|}}", "", "ema in.ema"},
		{"user", "/sqlQuery", "SELECT id FROM users WHERE email = {{ema}} AND {{ema|}}", "ema", ""},
		{"ok", "/responseBody/token", "ema|", "in.email", "ema"},
		{"user", "/sqlQuery", "SELECT | FROM users", "email password_hash users", "user"},
		{"user", "/sqlQuery", "SELECT users.|", "email", "users"},
		{"user", "/sqlQuery", "SELECT id FROM users WHERE email = {{in.|", "password", "id"},
		{"user", "/sqlMode", "|", "one", "user"},
		{"token", "/jwtSecret", "|", "JWT_SECRET", "user"},
		{"token", "/nothing", "|", "", "user"},
		{"nobody", "/x", "|", "", "user"},
	} {
		before, after, _ := strings.Cut(tt.text, "|")
		d := assist.Open([]*gen.Folder{f}, 0, doc.Name, typed(t, f, doc, tt.node, tt.pointer, before+after))
		got := labels(d.Complete(tt.node, tt.pointer, len(before)))
		for want := range strings.FieldsSeq(tt.want) {
			if !slices.Contains(got, want) {
				t.Errorf("%s %s: %q is not offered, but %q", tt.node, tt.text, want, got)
			}
		}
		for never := range strings.FieldsSeq(tt.never) {
			if slices.Contains(got, never) {
				t.Errorf("%s %s: %q is offered", tt.node, tt.text, never)
			}
		}
	}
}

// TestSQL offers in a statement that is being written what may stand there, in the order in which it is shown.
func TestSQL(t *testing.T) {
	doc := diag.NewFile("find.flow.json", []byte(`{
  "version": 1, "id": "findz5t2cyn4kdmx7jvh6lfgab", "name": "find",
  "nodes": [{"id": "find", "type": "sql", "position": {"x": 0, "y": 0}, "data": {"sqlQuery": "SELECT 1"}}],
  "edges": []
}`))
	schema := "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, password_hash TEXT);\nCREATE TABLE notes (id INTEGER PRIMARY KEY, owner INTEGER, body TEXT);"
	f := folder(t, "../../golden/apps/hello/flows")
	f.Documents, f.Schema, f.Dir = []*diag.File{doc}, diag.NewFile("schema.sql", []byte(schema)), t.TempDir()
	for _, tt := range []struct{ text, want, never string }{ // the cursor is at |; want are the first offers
		{"SELECT u.| FROM users u", "id email password_hash", "owner users"},
		{"SELECT u.pa| FROM users AS u JOIN notes n ON n.owner = u.id", "password_hash", "owner"},
		{"SELECT n.| FROM users AS u JOIN notes n ON n.owner = u.id", "id owner body", "email"},
		{"SELECT U.| FROM public.users u", "id email password_hash", "owner"},
		{"SELECT a.| FROM notes b, users a", "id email", "owner"},
		{"SELECT | FROM users u JOIN notes n ON true", "u.id email password_hash n.id owner body u n notes users SELECT", "id"},
		{"SELECT i| FROM users u JOIN notes n ON true", "INSERT INTO IS IN u.id", "id"},
		{"SELECT id, | FROM users WHERE email = {{'FROM notes n'}}", "id email password_hash notes users", "n"},
		{"SELECT id FROM |", "notes users", "id SELECT"},
		{"SELECT id FROM users LEFT JOIN n|", "notes", "NOT"},
		{"SELECT id FROM users ORDER BY e|", "email", ""},
		{"INSERT INTO notes (id, |) VALUES (1, 2)", "owner body", "id email notes"},
		{"INSERT INTO notes (b|", "body", "owner id"},
		{"INSERT INTO users (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET email = excluded.|", "id email password_hash", "owner"},
		{"UPDATE |", "notes users", "id"},
		{"UPDATE users SET |", "id email password_hash", "u"},
		{"SELECT id FROM users WHERE email = '|", "", ""},
		{"SELECT id FROM users WHERE email = 'a|b'", "", ""},
		{"SELECT id -- the |\nFROM users", "", ""},
		{"SELECT id -- the\n, |FROM users", "id email", ""},
		{`SELECT \"| FROM users`, "", ""},
		{"WITH r AS (SELECT id, body FROM notes) SELECT r.| FROM r", "id body", "email owner"},
		{"WITH r AS (SELECT n.id, count(*) AS c, lower(body), 1 + 1 FROM notes n) SELECT r.| FROM r", "id c", "body owner n"},
		{"WITH r(a, b) AS NOT MATERIALIZED (SELECT id, body FROM notes), q AS (SELECT * FROM r) SELECT q.| FROM q", "a b", "id body"},
		{"WITH r AS (SELECT DISTINCT u.*, (SELECT 1 FROM notes) AS one FROM users u) SELECT r.| FROM r", "id email password_hash one", "owner"},
		{"WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT r.| FROM r", "n", "id"},
		{"WITH r AS (DELETE FROM notes RETURNING id AS gone) SELECT r.| FROM r", "gone", "owner"},
		{"WITH r AS (SELECT id, body FROM notes) SELECT id FROM |", "r notes users", "id"},
		{"WITH r AS (SELECT id, |", "r notes users SELECT", ""},
		{"SELECT id FROM nowhere x WHERE x.|", "", "id"},
	} {
		before, after, _ := strings.Cut(tt.text, "|")
		text := strings.Replace(string(doc.Src), "SELECT 1", strings.ReplaceAll(before+after, "\n", `\n`), 1)
		d := assist.Open([]*gen.Folder{f}, 0, doc.Name, []byte(text))
		c := d.Complete("find", "/sqlQuery", len(strings.ReplaceAll(before, `\`, "")))
		got, want := labels(c), strings.Fields(tt.want)
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) || len(want) == 0 && len(got) > 0 {
			t.Errorf("%s: offered are %q, want %q first", tt.text, got, want)
		}
		for never := range strings.FieldsSeq(tt.never) {
			if slices.Contains(got, never) {
				t.Errorf("%s: %q is offered", tt.text, never)
			}
		}
		for _, o := range c.Offers {
			if o.Kind == "column" && (o.Type == "" || strings.HasSuffix(o.Label, "password_hash") != slices.Contains(o.Labels, "hash")) {
				t.Errorf("%s: of a column it says %+v", tt.text, o)
			}
		}
	}
	f.Schema, f.Postgres = nil, diag.NewFile("schema.postgres.sql", []byte(schema))
	if got := assist.Tables(f, gen.Analyse([]*gen.Folder{f})[0].Program); len(got) != 2 || got[1].Name != "users" || len(got[1].Columns) != 3 {
		t.Errorf("where PostgreSQL alone has a schema there are %+v", got)
	}
}

// TestFunctions lists what a Code node may call: what is written beside the workflows, and the verifiers of webhooks.
func TestFunctions(t *testing.T) {
	var got []string
	for _, fn := range assist.Functions(folder(t, "../../golden/apps/orders/flows")) {
		got = append(got, fn.Signature)
	}
	text := strings.Join(got, "\n")
	for _, want := range []string{"webhook.GitHub({", "webhook.Stripe({", ") {"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "StandardSecret") || len(got) < 7 {
		t.Errorf("there are\n%s", text)
	}
}

// typed is a document with another text at a place.
func typed(t testing.TB, f *gen.Folder, doc *diag.File, node, pointer, text string) []byte {
	t.Helper()
	d := open(f, doc)
	for _, n := range d.Workflow.Nodes {
		if v := n.Data.Find(pointer); n.ID.Value == node && v != nil {
			return slices.Concat(doc.Src[:v.Span.Start], []byte(strings.TrimSuffix(strings.TrimPrefix(quote(text), " "), " ")), doc.Src[v.Span.End:])
		}
	}
	return doc.Src
}

func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// TestHover says what stands somewhere, where it comes from and who reads it too.
func TestHover(t *testing.T) {
	f, doc := login(t)
	d := open(f, doc)
	h := d.Hover("check", "/hashAgainst", strings.Index(d.Text("check", "/hashAgainst"), "password_hash")+3)
	if h.Text != "user.password_hash" || h.Type != "string?" && h.Type != "string" || !slices.Contains(h.Labels, "hash") || h.Origin == nil || h.Origin.Node != "user" || len(h.Uses) != 1 {
		t.Errorf("of the hash it says %+v", h)
	}
	if h = d.Hover("check", "/hashAgainst", 3); h.Text != "user" || h.Origin == nil {
		t.Errorf("of the row it says %+v", h)
	}
	if h = d.Hover("check", "/hashMode", 0); h.Kind != "setting" || h.Doc == "" {
		t.Errorf("of a setting it says %+v", h)
	}
}

// FuzzAssist asks everything of any document, at any place: there is an answer, and never a panic.
func FuzzAssist(f *testing.F) {
	folder, doc := login(f)
	f.Add(string(doc.Src), "user", "/sqlQuery", 10)
	f.Add(string(doc.Src), "token", "/jwtClaims/sub", 5)
	f.Add(strings.Replace(string(doc.Src), "{{user.id}}", "{{user.", 1), "token", "/jwtClaims/sub", 7)
	f.Add(`{"version":1,"nodes":[{"id":"a","type":"set","data":{"setValues":{"a":"{{"}}}],"edges":[]}`, "a", "/setValues/a", 2)
	f.Add(`{"version":1,`, "a", "", -1)
	f.Fuzz(func(t *testing.T, text, node, pointer string, at int) {
		d := assist.Open([]*gen.Folder{folder}, 0, doc.Name, []byte(text))
		d.Here(node, "")
		d.Follow(node, "out")
		length := len(d.Text(node, pointer))
		if c := d.Complete(node, pointer, at); length > 0 && (c.From > c.To || c.To > max(length, at)) {
			t.Errorf("it offers to replace %d to %d of %d", c.From, c.To, length)
		}
		d.Hover(node, pointer, at)
		if to, err := d.Rename(node, "renamed_node"); err == nil && d.Doc != nil {
			if assist.Open([]*gen.Folder{folder}, 0, doc.Name, to.Text).Doc == nil {
				t.Errorf("renamed, it can't be read: %s", to.Text)
			}
		}
		for _, found := range d.Found {
			assist.At(d.File, d.Root, found.Span)
		}
	})
}
