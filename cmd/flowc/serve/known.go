package serve

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/facts"
	rt "github.com/flowc-dev/flowc/runtime"
)

// Known returns the credentials that this machine knows before any route has answered: the key of a machine and the
// password of a person, where flowc has generated them, and a token where the routes only verify such. They stay in the
// server's memory: only their names are shown.
func Known(dir string, routes []Route, now time.Time) map[string]any {
	vars, _ := rt.Environ(dir) // what can't be read is the server's to report
	known := map[string]any{}
	for _, r := range routes {
		for _, m := range shellVariable.FindAllStringSubmatch(r.credentials, -1) {
			name := m[1]
			if key, ok := machineKey(vars[name+"S"].Value); ok {
				known[keptName(name)] = key
			} else if value := vars[name].Value; value != "" {
				known[keptName(name)] = value
			}
			if name == "TOKEN" {
				addToken(known, r, vars, now)
			}
		}
	}
	if password := madePassword(dir); password != "" {
		known["login"], known["password"] = project.DevPerson, password
	}
	return known
}

// machineKey is the first key of a list that is there as such, rather than as its hash.
func machineKey(list string) (string, bool) {
	for entry := range strings.SplitSeq(list, ",") {
		if _, key, ok := strings.Cut(strings.TrimSpace(entry), ":"); ok && !strings.HasPrefix(key, "sha256:") {
			return key, true
		}
	}
	return "", false
}

// madePassword is the one that flowc made for its person, from the comment in .env that holds it.
func madePassword(dir string) string {
	text, _ := os.ReadFile(filepath.Join(dir, ".env")) // where there is none, it holds nothing
	_, after, found := strings.Cut(string(text), project.PasswordComment)
	if !found {
		return ""
	}
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}

// addToken signs a token that a route accepts, where a secret of this machine is enough for that.
func addToken(known map[string]any, r Route, vars map[string]rt.Variable, now time.Time) {
	scheme := facts.Scheme(r.auth)
	if scheme == nil || scheme.Algorithm == "" || vars[scheme.Secret].Value == "" {
		return
	}
	algorithm := map[string]func() hash.Hash{"HS256": sha256.New, "HS384": sha512.New384, "HS512": sha512.New}[scheme.Algorithm]
	if algorithm == nil {
		return
	}
	claims := claimsOf(scheme, func(variable string) string { return vars[variable].Value })
	claims["exp"] = now.Add(time.Hour).Unix()
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode(fmt.Appendf(nil, `{"alg":%q}`, scheme.Algorithm)) + "." + encode([]byte(jsonText(claims)))
	mac := hmac.New(algorithm, []byte(vars[scheme.Secret].Value))
	mac.Write([]byte(signed))
	known["token"] = signed + "." + encode(mac.Sum(nil))
}
