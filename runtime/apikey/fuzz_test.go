package apikey_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/apikey"
)

// FuzzKeys looks for panics, for errors that quote a list, for keys of a list that do not open, and for others that do.
func FuzzKeys(f *testing.F) {
	for _, seed := range [][2]string{
		{"ci:" + ciKey, ciKey}, {"ci:" + ciKey + ", mobile:" + mobileKey, mobileKey}, {"p:sha256:" + hashed("a key"), "a key"},
		{"a:b,a:b", "b"}, {":", ""}, {"a:sha256:", "sha256:"}, {",", ","}, {"a: b", " b"},
	} {
		f.Add(seed[0], seed[1])
	}
	app := openApp(f)
	f.Fuzz(func(t *testing.T, list, given string) {
		setup := openApp(t).Setup()
		v := apikey.NewVerifier(setup, apikey.Config{Keys: list, KeysName: "API_KEYS"})
		var config *rt.ConfigError
		if err := setup.Err(); errors.As(err, &config) && len(list) > 20 && strings.Contains(err.Error(), list) {
			t.Errorf("the error quotes the list")
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.Header = http.Header{"X-Api-Key": {given}}
		execute(t, app, r, func(x *rt.Exec) {
			if user := v.Check(x); user.Valid && (config != nil || !opens(list, given)) {
				t.Errorf("%q opens %q, as %q", given, list, user.Sub)
			} else if !user.Valid && config == nil && list != "" && given != "" && opens(list, given) {
				t.Errorf("%q does not open %q: %s", given, list, user.Reason)
			}
		})
	})
}

// opens is a naive Verifier.
func opens(list, given string) bool {
	for _, entry := range strings.Split(list, ",") {
		_, key, _ := strings.Cut(strings.TrimSpace(entry), ":")
		digits, isHash := strings.CutPrefix(key, "sha256:")
		if !isHash && key == given || isHash && strings.EqualFold(digits, hashed(given)) {
			return true
		}
	}
	return false
}
