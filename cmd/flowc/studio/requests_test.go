package studio_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
)

// requestsBench is the workflows of golden/apps/auth, with the form of a login.
func requestsBench(t *testing.T) (b *bench, key string, form serve.Form) {
	t.Helper()
	b = openAuth(t)
	var s state
	b.get("/api/state", &s)
	for _, r := range s.Routes {
		if r.Path == "/login" {
			return b, r.Workflow, r.Form
		}
	}
	t.Fatal("there is no login")
	return nil, "", form
}

type keptRequests struct {
	File     string
	Requests []serve.Kept
}

// TestRequestsAreKept writes requests beside their workflow as an editor runs them, and reads them again; a password
// that was typed is a name there, and what was written into the file stays.
func TestRequestsAreKept(t *testing.T) {
	b, key, form := requestsBench(t)
	fill(&form, "email", "ada@example.com\n### no other request")
	fill(&form, "password", "canary of a person")
	list := []object{{"name": "Ada\n### logs in", "entry": "in", "form": form}, {"name": "of no entry point", "entry": "nothing", "form": form}}
	var kept keptRequests
	if status := b.put("PUT", "/api/requests", object{"key": key, "requests": list}, &kept); status != 200 || !strings.HasSuffix(kept.File, "login.http") {
		t.Fatalf("status %d: %+v", status, kept)
	}
	text := read(t, kept.File)
	if strings.Contains(text, "canary") || !strings.Contains(text, `"password": "{{password}}"`) || !strings.Contains(text, "POST {{base}}/login\n") {
		t.Errorf("the file is %s", text)
	}
	write(t, kept.File, text+"\n### by hand\nGET https://example.com/other\n")
	b.get("/api/requests?key="+key, &kept)
	if len(kept.Requests) != 1 || kept.Requests[0].Name != "Ada ### logs in" || kept.Requests[0].Form.Fields[0].Example != "ada@example.com\n### no other request" {
		t.Errorf("read again: %+v", kept.Requests)
	}
	b.put("PUT", "/api/requests", object{"key": key, "requests": kept.Requests}, nil)
	if again := read(t, kept.File); !strings.Contains(again, "### by hand\nGET https://example.com/other") || strings.Count(again, "###") != strings.Count(text, "###")+1 {
		t.Errorf("written again: %s", again)
	}
	if status := b.put("PUT", "/api/requests", object{"key": filepath.ToSlash(filepath.Join(key, "../../x")), "requests": list}, nil); status < 400 {
		t.Errorf("elsewhere: status %d", status)
	}
}

// TestCommentsOfRequestsStay keeps a request in a file that was written by hand: comments, variables, the order and
// what is no request of ours are there afterwards, and the address is where the project is served now.
func TestCommentsOfRequestsStay(t *testing.T) {
	b, key, _ := requestsBench(t)
	file := filepath.Join(filepath.FromSlash(key) + ".http")
	const before = "# Ours: ask Ada before you change them.\n@base = http://localhost:1\n@tenant = acme\n\n### first by hand\nGET https://example.com/other\n\n" +
		"### grace\n# @entry in\n# She has no password yet.\n// TODO\nPOST {{base}}/login\nContent-Type: application/json\n\n{\n  \"email\": \"grace@example.com\",\n  \"password\": \"{{password}}\"\n}\n"
	write(t, file, before)
	var kept keptRequests
	if b.get("/api/requests?key="+key, &kept); len(kept.Requests) != 1 || kept.Requests[0].Name != "grace" {
		t.Fatalf("read: %+v", kept.Requests)
	}
	if status := b.put("PUT", "/api/requests", object{"key": key, "requests": kept.Requests}, nil); status != 200 {
		t.Fatalf("status %d", status)
	}
	if got, want := read(t, file), strings.Replace(before, "http://localhost:1", b.server, 1); got != want {
		t.Errorf("written again it is\n%s\nwant\n%s", got, want)
	}
}
