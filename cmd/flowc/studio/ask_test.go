package studio_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/flowc-dev/flowc/gen/assist"
)

// authDraft is the login of golden/apps/auth, opened.
func authDraft(t testing.TB) (b *bench, key, text string) {
	t.Helper()
	b = openAuth(t)
	var s state
	b.get("/api/state", &s)
	for _, w := range s.Workflows {
		if strings.HasSuffix(w.Key, "/login") {
			var d opened
			b.get("/api/document?key="+w.Key, &d)
			return b, w.Key, d.Text
		}
	}
	t.Fatal("there is no login")
	return nil, "", ""
}

// TestQuestions asks of a draft what forms and canvas ask, in units of the page.
func TestQuestions(t *testing.T) {
	b, key, text := authDraft(t)
	ask := func(path string, more object, into any) int {
		body := object{"key": key, "text": text}
		for name, value := range more {
			body[name] = value
		}
		return b.put("POST", "/api/"+path, body, into)
	}
	var here struct{ Values, Grey []assist.Value }
	ask("here", object{"node": "token", "pointer": "/jwtClaims/sub"}, &here)
	if len(here.Values) < 4 || len(here.Grey) == 0 {
		t.Errorf("here are %+v", here)
	}
	var follow assist.Follow
	ask("follow", object{"node": "check", "output": "invalid"}, &follow)
	if len(follow.Likely) == 0 || len(follow.Types) < 10 || len(follow.Nodes) != 3 {
		t.Errorf("behind the refusal: %+v", follow)
	}
	ask("follow", object{"node": ""}, &follow)
	if len(follow.Types) < 2 {
		t.Errorf("to begin with: %+v", follow)
	}
	var tidy struct {
		Positions map[string]struct{ X, Y float64 }
	}
	ask("tidy", nil, &tidy)
	if len(tidy.Positions) != 6 || tidy.Positions["check"].X <= tidy.Positions["user"].X {
		t.Errorf("tidied up: %+v", tidy)
	}
	text = strings.Replace(text, `"wrong e-mail or password"`, `"😀 {{in.em"`, 1)
	var c struct {
		From, To int
		Offers   []assist.Offer
	}
	ask("complete", object{"node": "no", "pointer": "/responseBody/error", "offset": 10}, &c)
	if c.From != 8 || c.To != 10 || len(c.Offers) != 1 || c.Offers[0].Text != "email" {
		t.Errorf("it offers %+v", c)
	}
	var h struct {
		From, To int
		Text     string
		Uses     []struct{ Node string }
		At       *struct{ Node string }
	}
	text = strings.Replace(text, `"😀 {{in.em"`, `"😀 {{in.email}}"`, 1)
	ask("hover", object{"node": "no", "pointer": "/responseBody/error", "offset": 10}, &h)
	if h.From != 5 || h.To != 13 || h.Text != "in.email" || h.At == nil || h.At.Node != "in" {
		t.Errorf("of in.email it says %+v", h)
	}
}

// TestCompletionInATornText offers what may stand in the text of a document that is no JSON where it is typed into, in
// units of that text, and as it stands between quotes.
func TestCompletionInATornText(t *testing.T) {
	b, key, text := authDraft(t)
	before, after, _ := strings.Cut(text, `{{token.token}}"}`)
	before = strings.Replace(before, "Exchange", "😀 Exchange", 1)
	typed := before + "{{tok"
	at := len(utf16.Encode([]rune(typed)))
	var c struct {
		From, To int
		Offers   []assist.Offer
	}
	ask := object{"key": key, "text": typed + "}" + after, "offset": at}
	if status := b.put("POST", "/api/complete", ask, &c); status != 200 || c.From != at-len("tok") || c.To != at || len(c.Offers) == 0 || c.Offers[0].Text != "token" {
		t.Errorf("status %d, from %d to %d (at %d): %+v", status, c.From, c.To, at, c.Offers)
	}
	ask["offset"] = 3
	if status := b.put("POST", "/api/complete", ask, &c); status != 200 || len(c.Offers) != 0 {
		t.Errorf("outside of a node: status %d, %+v", status, c.Offers)
	}
}

// TestRenamingAndMending changes a draft, and nothing on disk.
func TestRenamingAndMending(t *testing.T) {
	b, key, text := authDraft(t)
	var to struct {
		Text, Node, Says string
		Changed          int
	}
	if status := b.put("POST", "/api/rename", object{"key": key, "text": text, "node": "user", "name": "account"}, &to); status != 200 {
		t.Fatalf("status %d", status)
	}
	if to.Node != "account" || to.Changed < 2 || strings.Contains(to.Text, "{{user.") || !strings.Contains(to.Text, `"source": "in", "target": "account"`) {
		t.Errorf("renamed: %+v", to)
	}
	if c := b.check(key, to.Text); len(c.Problems) != 0 {
		t.Errorf("what is renamed has mistakes: %+v", c.Problems)
	}
	if status := b.put("POST", "/api/rename", object{"key": key, "text": text, "node": "user", "name": "check"}, nil); status != 422 {
		t.Errorf("a name that is taken: status %d", status)
	}
	wrong := strings.Replace(text, `"15m"`, `"15 min"`, 1)
	c := b.check(key, wrong)
	if len(c.Problems) != 1 || c.Problems[0].Mend == "" {
		t.Fatalf("the problems are %+v", c.Problems)
	}
	b.put("POST", "/api/mend", object{"key": key, "text": wrong, "mend": c.Problems[0].Mend}, &to)
	if to.Text != text {
		t.Errorf("mended: %s", to.Text)
	}
	var d opened
	if b.get("/api/document?key="+key, &d); d.Text != text {
		t.Error("the file has changed")
	}
}

// TestGoOfADraft shows the Go of what is not saved, and none of what has mistakes.
func TestGoOfADraft(t *testing.T) {
	b, key, text := authDraft(t)
	var v struct {
		Go       string
		Lines    []struct{ Node string }
		Problems []checkedProblem
	}
	b.put("POST", "/api/go", object{"key": key, "text": strings.Replace(text, `"responseStatus": 200`, `"responseStatus": 202`, 1)}, &v)
	if !strings.Contains(v.Go, "http.StatusAccepted") || len(v.Lines) != 5 {
		t.Errorf("the Go is %s", v.Go)
	}
	b.put("POST", "/api/go", object{"key": key, "text": strings.Replace(text, "{{user.id}}", "{{usr.id}}", 1)}, &v)
	if v.Go != "" || len(v.Problems) == 0 {
		t.Errorf("with a mistake: %+v", v)
	}
}
