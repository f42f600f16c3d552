package attacks_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/deadletters/flows"
)

const (
	lettersKey  = "what signs letters, of 32 bytes!"
	lettersPath = "POST /webhooks/4rgoqtr3cciu35bioa2nnpb72k"
	adasKey     = "X-API-Key: ada-ada-ada-ada-ada-ada-ada-ada-"
)

// letters serves the project deadletters, whose target takes nothing and counts what it is sent.
func letters(t *testing.T) (*wire, *atomic.Int32) {
	t.Helper()
	var sent atomic.Int32
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		sent.Add(1)
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(target.Close)
	return serve(t, flows.New, kept(t, "deadletters", map[string]string{
		"WEBHOOK_SECRET": "whsec_" + base64.StdEncoding.EncodeToString([]byte(lettersKey)), "API_KEYS": strings.Replace(adasKey, "X-API-Key: ", "ada:", 1), "TARGET_URL": target.URL,
	})), &sent
}

// signed are the lines of the header of a letter.
func (s *wire) signed(id, body string) []string {
	at := fmt.Sprint(s.clock().Unix())
	return []string{"Webhook-Id: " + id, "Webhook-Timestamp: " + at, "Webhook-Signature: v1," + base64Of(lettersKey, id+"."+at+"."+body)}
}

// TestWireLetters sends letters of everything that JSON and text can be: whatever is taken can be read again, as it was sent.
func TestWireLetters(t *testing.T) {
	s, sent := letters(t)
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	taken := 0
	for i, body := range []string{
		`{"a":1}`, `1`, `"x"`, `"007"`, `"1e999"`, `"-1e-131073"`, `"null"`, `"true"`, `"{}"`, `[]`, `true`, `false`, `{"a":1e400}`, `{"":""}`, `{"a":"\uffff\u200b\u202e"}`, `{"a":"\ud83d\ude00"}`, deep(128), `"` + strings.Repeat("x", 1<<20) + `"`,
	} {
		id := fmt.Sprintf("json_%d", i)
		if status := s.status(t, with(lettersPath, jsonType, body, s.signed(id, body)...)); status != http.StatusAccepted {
			t.Errorf("%.40s is answered %d", body, status)
			continue
		}
		taken++
		a := s.write(t, of("GET /letters/"+id, adasKey))
		if len(a) != 1 || a[0].StatusCode != http.StatusOK || len(body) < 10 && !strings.Contains(a[0].text, `"body":`+body+`,`) {
			t.Errorf("%.40s is read as %.200s", body, fmt.Sprint(a))
		}
	}
	for i, body := range []string{"1e131073", "007", "1e999", "true", "null", "plain text", " ", "Infinity"} {
		id := fmt.Sprintf("text_%d", i)
		if status := s.status(t, with(lettersPath, "text/plain", body, s.signed(id, body)...)); status != http.StatusAccepted {
			t.Errorf("the text %s is answered %d", body, status)
			continue
		}
		taken++
		if a := s.write(t, of("GET /letters/"+id, adasKey)); len(a) != 1 || !strings.Contains(a[0].text, `"body":"`+body+`",`) {
			t.Errorf("the text %s is read as %s", body, fmt.Sprint(a))
		}
	}
	var list hostiles
	for i, body := range []string{"", "null", " ", "{", `{"a":"\ud800"}`, "1e131073", "-1e400", strings.Repeat("9", 400), deep(129), deep(10000), "NaN", "\x1e{}", "\ufeff\ufeff{}", `{"a":1,"a":2}`, `{"a":1}{"b":2}`, "plain text"} {
		id := fmt.Sprintf("wrong_%d", i)
		list.add(body, with(lettersPath, jsonType, body, s.signed(id, body)...), http.StatusBadRequest)
		list.add("is not kept", of("GET /letters/"+id, adasKey), http.StatusNotFound)
	}
	s.goOn(t, list, lettersKey)
	if n := s.rows(t, "SELECT id FROM letters"); n != taken || sent.Load() != int32(taken) {
		t.Errorf("%d letters are kept and %d sent on, want %d", n, sent.Load(), taken)
	}
}

// TestWireLetterHeaders sends the headers of a letter twice, empty and of both kinds, and ids that lead elsewhere in a path.
func TestWireLetterHeaders(t *testing.T) {
	s, _ := letters(t)
	const body = `{"a":1}`
	var list hostiles
	for name, change := range map[string]func(l []string) []string{
		"two ids": func(l []string) []string { return append(l, l[0]) }, "another id": func(l []string) []string { return append(l, "Webhook-Id: x") }, "an empty id before": func(l []string) []string { return append([]string{"Webhook-Id:"}, l...) },
		"two times": func(l []string) []string { return append(l, l[1]) }, "two signatures": func(l []string) []string { return append(l, l[2]) }, "of a public key": func(l []string) []string { l[2] = strings.Replace(l[2], "v1,", "v1a,", 1); return l },
		"a space": func(l []string) []string { l[2] = strings.Replace(l[2], "v1,", "v1, ", 1); return l }, "no padding": func(l []string) []string { l[2] = strings.TrimRight(l[2], "="); return l }, "more padding": func(l []string) []string { l[2] += "="; return l },
		"a zero before": func(l []string) []string { l[1] = strings.Replace(l[1], ": ", ": 0", 1); return l }, "a dot in the id": func(l []string) []string { l[0] += ".1"; return l }, "no time": func(l []string) []string { return append(l[:1], l[2]) },
		"the id of Svix": func(l []string) []string { l[0] = "Svix-" + strings.TrimPrefix(l[0], "Webhook-"); return l },
	} {
		list.add(name, with(lettersPath, jsonType, body, change(s.signed("msg", body))...), http.StatusUnauthorized)
	}
	for _, first := range []string{"GET /letters/%00", "DELETE /letters/%00", "POST /letters/%00/replay", "GET /letters/%ff", "DELETE /letters/%ff", "POST /letters/%ff/replay"} {
		list.add(first, of(first, adasKey), http.StatusBadRequest)
	}
	for _, first := range []string{"GET /letters/", "GET /letters/%2e%2e", "GET /letters/a%2fb", "DELETE /letters/%25", "DELETE /letters/*", "POST /letters/%2a/replay", "GET /letters/" + strings.Repeat("x", 20000)} {
		list.add(first, of(first, adasKey), http.StatusNotFound)
	}
	s.goOn(t, list, lettersKey)
	for _, id := range []string{"a/b", "a b", "' OR 1=1 --", "é", "a,b", "{id}", "a?b", "a#b", "%00", "<script>", strings.Repeat("i", 20000)} {
		if status := s.status(t, with(lettersPath, jsonType, body, s.signed(id, body)...)); status != http.StatusAccepted {
			t.Errorf("the id %.40q is answered %d", id, status)
		}
		if status := s.status(t, of("DELETE /letters/"+url.PathEscape(id), adasKey)); status != http.StatusNoContent {
			t.Errorf("the letter %.40q is removed with %d", id, status)
		}
	}
	if n := s.rows(t, "SELECT id FROM letters"); n != 0 {
		t.Errorf("%d letters are kept", n)
	}
	s.wantQuiet(t, []string{lettersKey})
}
