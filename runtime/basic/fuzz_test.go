package basic_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/basic"
)

// FuzzUsers looks for panics, and for errors that quote what a list holds.
func FuzzUsers(f *testing.F) {
	hash := hash(f, adaPassword, bcrypt.MinCost)
	for _, seed := range []string{
		"ada:" + hash, "# comment\r\nada:" + hash + "\n\n,bob:" + hash, "ada:" + hash + ",ada:" + hash,
		"ada", ":", "ada:$2y$31$", "ada:$2x$05$" + strings.Repeat("a", 53), "ada:{SHA}x", strings.Replace(hash, "$04$", "$-1$", 1), ",\n,",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, list string) {
		setup := openApp(t).Setup()
		basic.NewVerifier(setup, basic.Config{Users: list, UsersName: "BASIC_AUTH_USERS"})
		if err := setup.Err(); err != nil && len(list) > 20 && strings.Contains(err.Error(), list) {
			t.Error("the error quotes the list")
		}
	})
}

// FuzzAuthorization looks for panics, and for headers other than the right one that let somebody in.
func FuzzAuthorization(f *testing.F) {
	right := base64.StdEncoding.EncodeToString([]byte("ada:" + adaPassword))
	for _, seed := range [][2]string{
		{"Basic " + right, ""}, {"basic " + right, ""}, {"Basic  " + right, ""}, {"Basic " + right + "=", ""}, {"Basic", ""}, {"Bearer " + right, ""},
		{"Basic " + right, "Basic " + right}, {"Basic \xff", ""}, {"Basic " + base64.StdEncoding.EncodeToString([]byte("ada")), ""}, {"", ""},
	} {
		f.Add(seed[0], seed[1])
	}
	app := openApp(f)
	hash := hash(f, adaPassword, bcrypt.MinCost)
	v := basic.NewVerifier(app.Setup(), basic.Config{Users: "ada:" + hash, UsersName: "BASIC_AUTH_USERS", Realm: "test"})
	f.Fuzz(func(t *testing.T, first, second string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header = http.Header{"Authorization": {first}}
		if second != "" {
			r.Header.Add("Authorization", second)
		}
		execute(t, app, r, func(x *rt.Exec) {
			user := v.Check(x)
			name, password, ok := r.BasicAuth()
			if wanted := second == "" && ok && name == "ada" && password == adaPassword; user.Valid != wanted {
				t.Errorf("%q, %q: got %+v", first, second, user)
			}
		})
	})
}
