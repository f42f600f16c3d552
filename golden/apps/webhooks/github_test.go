package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

const githubPath = "/webhooks/g5i2t7h4u6b3x7k2m5q4w6e3r7"

const githubPush = `{
  "ref": "refs/heads/main",
  "repository": {"id": 35129377, "full_name": "octo/spoon", "private": false},
  "commits": [{"id": "0d1a26e6", "message": "Fix"}, {"id": "6113728f", "message": "Test \u00e9"}],
  "pusher": {"name": "octocat"}
}`

// signGitHub signs as GitHub does (docs.github.com, Validating webhook deliveries).
func signGitHub(secret, body string) string { return "sha256=" + mac(secret, body) }

func mac(secret, text string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

// deliver sends an event as GitHub does.
func (s *server) deliver(t *testing.T, event, delivery, body, signature string) answer {
	t.Helper()
	return s.post(t, githubPath, body, "X-GitHub-Event", event, "X-GitHub-Delivery", delivery, "X-Hub-Signature-256", signature)
}

func TestGitHub(t *testing.T) {
	t.Parallel()
	s := start(t)
	if a := s.deliver(t, "push", "72d3162e", githubPush, signGitHub(githubSecret, githubPush)); a.status != 202 || a.text != "" {
		t.Errorf("a push is answered %d %s, want 202 and no body", a.status, a.text)
	}
	ping := `{"zen": "Keep it logically awesome.", "hook_id": 1}`
	if a := s.deliver(t, "ping", "a1b2c3d4", ping, signGitHub(githubSecret, ping)); a.status != 202 {
		t.Errorf("a ping is answered %d %s, want 202", a.status, a.text)
	}
	want(t, s.rows(t, "SELECT delivery || ' ' || repository || ' ' || branch || ' ' || commits FROM pushes"), "72d3162e octo/spoon main 2")
	want(t, s.rows(t, "SELECT event || ' ' || type FROM unhandled"), "a1b2c3d4 ping")
}

func TestGitHubRefuses(t *testing.T) {
	t.Parallel()
	good := signGitHub(githubSecret, githubPush)
	for _, tt := range []struct {
		name, body, signature, reason string
	}{
		{"tampered", strings.Replace(githubPush, "main", "prod", 1), good, "wrong signature"},
		{"respaced", strings.ReplaceAll(githubPush, "\n", ""), good, "wrong signature"},
		{"wrongly keyed", githubPush, signGitHub(githubSecret+" ", githubPush), "wrong signature"},
		{"unkeyed", githubPush, signGitHub("", githubPush), "wrong signature"},
		{"another scheme", githubPush, strings.Replace(good, "sha256=", "sha1=", 1), "wrong signature"},
		{"cut off", githubPush, good[:len(good)-2], "wrong signature"},
		{"unsigned", githubPush, "", "missing signature"},
		{"no JSON, unsigned", "{", "", "missing signature"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			wantRefused(t, s.deliver(t, "push", "72d3162e", tt.body, tt.signature), tt.reason)
			want(t, s.trails(t), "in verify")
			want(t, s.rows(t, "SELECT delivery FROM pushes"))
		})
	}
}

// A delivery that was refused is not remembered; one that was answered is, and its second coming runs no node.
func TestGitHubReplay(t *testing.T) {
	t.Parallel()
	s := start(t)
	good := signGitHub(githubSecret, githubPush)
	wantRefused(t, s.deliver(t, "push", "72d3162e", githubPush, signGitHub("guess", githubPush)), "wrong signature")
	if a := s.deliver(t, "push", "72d3162e", githubPush, good); a.status != 202 {
		t.Errorf("the delivery is answered %d %s, want 202", a.status, a.text)
	}
	for _, id := range []string{"72d3162e", "made-up", ""} { // which the signature does not cover
		if a := s.deliver(t, "push", id, githubPush, good); a.status != 200 || a.text != "" {
			t.Errorf("the delivery again, as %q, is answered %d %s, want 200 and no body", id, a.status, a.text)
		}
	}
	trails := s.trails(t)
	slices.Sort(trails) // what goes on after an answer ends when it likes
	want(t, trails, "in verify", "in verify ok isPush:true push save", "in verify:replayed", "in verify:replayed", "in verify:replayed")
	want(t, s.rows(t, "SELECT delivery FROM pushes"), "72d3162e")
}

// wantRefused fails the test unless a is the 401 that a workflow without a wire from invalid gives.
func wantRefused(t *testing.T, a answer, reason string) {
	t.Helper()
	if a.status != 401 || a.body["reason"] != reason {
		t.Errorf("answered %d %s, want 401 with the reason %q", a.status, a.text, reason)
	}
	if got := a.header.Get("WWW-Authenticate"); got != "Signature" {
		t.Errorf("the challenge of the 401 is %q, want that of a signature", got)
	}
}
