package password_test

import (
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/internal/rounds"
	"github.com/flowc-dev/flowc/runtime/password"
)

// An App of a test that asks for it hashes in the fewest rounds: what it makes matches as ever, and needs no new hash there. What is
// out of range is refused even so.
func TestFewestRounds(t *testing.T) {
	for prefix, params := range map[string]password.Params{"$2a$04$": password.Bcrypt(12), "$argon2id$v=19$m=8,t=1,p=1$": password.Argon2id(2)} {
		app := openApp(t)
		rounds.Reduce(app)
		setup := app.Setup()
		hasher, verifier := password.NewHasher(setup, params), password.NewVerifier(setup, params)
		if err := setup.Err(); err != nil {
			t.Fatal(err)
		}
		execute(t, app, t.Context(), func(x *rt.Exec) {
			hashed, err := hasher.Hash(x, "correct horse")
			if err != nil || !strings.HasPrefix(hashed.Hash, prefix) {
				t.Errorf("hashed: %q, %v; want %s…", hashed.Hash, err, prefix)
			}
			for given, want := range map[string]password.Match{
				"correct horse": {Valid: true}, "wrong": {Reason: "wrong password"},
			} {
				if match, err := verifier.Verify(x, hashed.Hash, given); err != nil || match != want {
					t.Errorf("%s: %q matches %+v, %v; want %+v", prefix, given, match, err, want)
				}
			}
			if match, err := verifier.Verify(x, "", "correct horse"); err != nil || match.Valid {
				t.Errorf("%s: an unknown user matches %+v, %v", prefix, match, err)
			}
		})
	}
	app := openApp(t)
	rounds.Reduce(app)
	setup := app.Setup()
	password.NewHasher(setup, password.Bcrypt(3))
	if setup.Err() == nil {
		t.Error("a cost of 3 is let pass")
	}
}
