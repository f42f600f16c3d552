package golden_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/templates"
)

// TestAlgorithms signs and verifies under every algorithm, in one program: by an Auth node, by a JWT node and, where keys
// are public, by both with the keys that a provider publishes. A token of one algorithm is good for no other.
func TestAlgorithms(t *testing.T) {
	keys := newKeys(t)
	provider := httptest.NewServer(keys)
	defer provider.Close()
	m := buildProgram(t, algorithmFiles(provider.URL))
	if t.Failed() {
		return
	}
	s := m.serve(t, keys.environment...)
	for _, algorithm := range templates.Algorithms {
		t.Run(algorithm, func(t *testing.T) {
			token := s.ask(t, "/sign/"+algorithm, "")
			for _, other := range templates.Algorithms {
				want := "ada of level 3"
				if other != algorithm {
					want = "wrong algorithm"
				}
				for _, way := range waysToVerify(other) {
					if got := s.ask(t, "/"+way+"/"+other, token); got != want {
						t.Errorf("%s under %s says %q, want %q", way, other, got, want)
					}
				}
			}
		})
	}
	if asked := keys.asked.Load(); asked != 1 {
		t.Errorf("the provider was asked for its keys %d times, want once", asked)
	}
	checkLog(t, s.stop(t), s.answers)
}

// waysToVerify are the routes that verify under an algorithm.
func waysToVerify(algorithm string) []string {
	if isSymmetric(algorithm) {
		return []string{"auth", "jwt"}
	}
	return []string{"auth", "jwt", "auth-published", "jwt-published"}
}

func isSymmetric(algorithm string) bool { return strings.HasPrefix(algorithm, "HS") }

// A workflow for each route; ALGORITHM and WAY are replaced, and KEY by where the key is from.
const (
	signing = `{"version": 1, "id": "IDENTITY", "name": "WAY ALGORITHM", "nodes": [
		{"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/WAY/ALGORITHM"}},
		{"id": "do", "type": "jwt", "data": {"jwtMode": "sign", "jwtAlgorithm": "ALGORITHM", "jwtSecret": "{{env.ALGORITHM_PRIVATE}}",
			"jwtExpiresIn": "15m", "jwtIssuer": "me", "jwtClaims": {"sub": "ada", "level": 3}}},
		{"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": {"answer": "{{do.token}}"}}}
	], "edges": [{"source": "in", "target": "do"}, {"source": "do", "target": "ok"}]}`

	verifying = `{"version": 1, "id": "IDENTITY", "name": "WAY ALGORITHM", "nodes": [
		{"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/WAY/ALGORITHM"}},
		NODE,
		{"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": {"answer": "{{do.sub}} of level {{do.level}}"}}},
		{"id": "no", "type": "response", "data": {"responseStatus": 401, "responseBody": {"answer": "{{do.reason}}"}}}
	], "edges": [
		{"source": "in", "target": "do"},
		{"source": "do", "sourceHandle": "valid", "target": "ok"},
		{"source": "do", "sourceHandle": "invalid", "target": "no"}
	]}`

	byAuth = `{"id": "do", "type": "auth", "data": {"authAlgorithm": "ALGORITHM", KEY, "authClaims": {"level": "int"}}}`
	byJWT  = `{"id": "do", "type": "jwt", "data": {"jwtMode": "verify", "jwtAlgorithm": "ALGORITHM", KEY,
		"jwtToken": "{{request.headers['X-Token']}}", "jwtClaimTypes": {"level": "int"}}}`
)

// algorithmFiles are the workflows.
func algorithmFiles(provider string) fileSet {
	files := fileSet{}
	for _, algorithm := range templates.Algorithms {
		add := func(way, document, node, key string) {
			stem := strings.ToLower(way + "-" + algorithm)
			identity := strings.ReplaceAll(stem, "-", "") + strings.Repeat("0", 20)
			text := strings.NewReplacer("NODE", node).Replace(document)
			text = strings.NewReplacer("KEY", key).Replace(text)
			files[stem+".flow.json"] = []byte(strings.NewReplacer("ALGORITHM", algorithm, "WAY", way, "IDENTITY", identity).Replace(text))
		}
		add("sign", signing, "", "")
		add("auth", verifying, byAuth, `"authSecret": "{{env.ALGORITHM_PUBLIC}}"`)
		add("jwt", verifying, byJWT, `"jwtSecret": "{{env.ALGORITHM_PUBLIC}}"`)
		if !isSymmetric(algorithm) {
			add("auth-published", verifying, byAuth, `"authIssuer": "me", "authJwksUrl": "`+provider+`"`)
			add("jwt-published", verifying, byJWT, `"jwtIssuer": "me", "jwtJwksUrl": "`+provider+`"`)
		}
	}
	return files
}

// ask sends a token in both of the headers that workflows look into, and returns the answer.
func (s *server) ask(t *testing.T, path, token string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("X-Token", token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	s.count(answered{strings.Replace(path[1:], "/", " ", 1), "in", response.StatusCode})
	var body struct{ Answer string }
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return body.Answer
}
