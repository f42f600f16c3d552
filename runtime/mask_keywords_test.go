package runtime_test

import (
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestKeywords knows a server named by keywords, and masks the password and the user in it.
func TestKeywords(t *testing.T) {
	for text, want := range map[string]bool{
		"host=db dbname=shop":                         true,
		" host = db  user=ann ":                       true,
		"user=ann password='it\\'s a secret' host=db": true,
		"service=shop":                                true,
		"password=alone-is-a-secret":                  false,
		"postgres://ann:pass@db/shop?host=a":          false,
		"sqlite:flows.db":                             false,
		"a secret=with words":                         false,
		"host=db and more":                            false,
		"":                                            false,
		"dGhpcyBpcyBub3QgYSBjb25uZWN0aW9uIHN0cmluZw==": false,
	} {
		if got := rt.IsKeywords(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	app, log := openApp(t, map[string]string{"DATABASE_URL": `host=db.internal user=house_user password='it\'s a secret' dbname=shop`})
	app.Setup().Secret("DATABASE_URL")
	app.Logger().Info("connects to db.internal as house_user with it's a secret in shop")
	if text := log.String(); !strings.Contains(text, "connects to db.internal as •••• with •••• in shop") {
		t.Error(text)
	}
}
