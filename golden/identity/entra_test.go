package identity_test

import (
	"embed"
	"encoding/json"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// Sets of Entra without certificates: keys of the public cloud, of another one, and of personal accounts, whose issuer
// names their tenant. That of v2 was published; that of v1 is two of its keys with the issuer that v1 has.
//
//go:embed testdata
var recorded embed.FS

// entraSet is the set that was recorded for a version.
func entraSet(version string) (keys []json.RawMessage) {
	text, err := recorded.ReadFile("testdata/entra-" + version + ".json")
	if err != nil {
		panic(err)
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(text, &set); err != nil {
		panic(err)
	}
	return set.Keys
}

// besideOurs is the set of a version with the key of the tests in it.
func besideOurs(version, members string) string {
	keys := []string{jwk(jwttest.RSAKey().Public(), "a", members)}
	for _, key := range entraSet(version) {
		keys = append(keys, string(key))
	}
	return keySet(keys...)
}

// TestRecordedSets forges tokens under each kid that Entra has published: its keys are read, and none of them verifies
// what it has not signed, in either version.
func TestRecordedSets(t *testing.T) {
	w, c := newWeb(presets()), &clock{}
	s := startPresets(t, w, rt.WithClock(c.now))
	p := ofPath(t, "/microsoft")
	_, other := p.key()
	for version, issuer := range map[string]string{"v1": "https://sts.windows.net/" + tenantA + "/", "v2": "https://login.microsoftonline.com/" + tenantA + "/v2.0"} {
		for _, key := range entraSet(version) {
			var said struct{ Kid, Issuer string }
			if err := json.Unmarshal(key, &said); err != nil || said.Issuer == "" {
				t.Fatalf("%v, issuer %q of %s", err, said.Issuer, key)
			}
			forged := p.token(p.headerOf(`"kid":"`+said.Kid+`"`), claims{"iss": issuer}, under(other))
			if got := s.bearer(t, p.path, forged); got.Answer != "wrong signature" {
				t.Errorf("under %s of %s: %+v", said.Kid, version, got)
			}
		}
		if got := s.bearer(t, p.path, p.signed(line{claims: claims{"iss": issuer}})); got.Answer != "ada" {
			t.Errorf("ours of %s: %+v", version, got)
		}
		c.advance(10 * time.Second)
	}
	if text := s.log.String(); strings.Contains(text, "not used") || strings.Contains(text, "not fetched") {
		t.Errorf("some keys are of no use: %s", text)
	}
}
