package password_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/password"
)

var (
	quickBcrypt = password.Bcrypt(4)
	quickArgon2 = password.Argon2id(1)
)

func TestHashAndVerify(t *testing.T) {
	for name, params := range map[string]password.Params{"$2a$04$": quickBcrypt, "$argon2id$v=19$m=19456,t=1,p=1$": quickArgon2} {
		for _, plain := range []string{"correct horse", "", "päss\x00wörd", strings.Repeat("x", 72)} {
			hashed, err := hash(t, params, plain)
			if err != nil || !strings.HasPrefix(hashed.Hash, name) {
				t.Fatalf("%q: %q, %v; want %s…", plain, hashed.Hash, err, name)
			}
			match, err := verify(t, params, hashed.Hash, plain)
			if err != nil || !match.Valid || match.NeedsRehash || match.Reason != "" {
				t.Errorf("%s: the right password: %+v, %v", name, match, err)
			}
			match, err = verify(t, params, hashed.Hash, plain+"!")
			if err != nil || match.Valid || match.Reason != "wrong password" {
				t.Errorf("%s: a wrong password: %+v, %v", name, match, err)
			}
		}
	}
}

func TestSaltIsFresh(t *testing.T) {
	for _, params := range []password.Params{quickBcrypt, quickArgon2} {
		one, _ := hash(t, params, "the same")
		other, _ := hash(t, params, "the same")
		if one == other {
			t.Errorf("two hashes are equal: %s", one.Hash)
		}
	}
}

// TestMoreThan72Bytes wants no password to be cut, neither when it is hashed nor when it is compared.
func TestMoreThan72Bytes(t *testing.T) {
	long := strings.Repeat("x", 73)
	var failure *rt.Error
	if hashed, err := hash(t, quickBcrypt, long); !errors.As(err, &failure) || failure.Status != http.StatusBadRequest {
		t.Errorf("bcrypt hashed 73 bytes: %q, %v", hashed.Hash, err)
	}
	stored, err := hash(t, quickBcrypt, long[:72])
	if err != nil {
		t.Fatal(err)
	}
	if match, err := verify(t, quickBcrypt, stored.Hash, long); err != nil || match.Valid {
		t.Errorf("73 bytes match a hash of the first 72: %+v, %v", match, err)
	}
	stored, err = hash(t, quickArgon2, long)
	if err != nil {
		t.Fatal(err)
	}
	if match, err := verify(t, quickArgon2, stored.Hash, long); err != nil || !match.Valid {
		t.Errorf("argon2id of 73 bytes: %+v, %v", match, err)
	}
}

// TestHashesOfOthers verifies what the C library and the reference implementation of argon2 made of "password".
func TestHashesOfOthers(t *testing.T) {
	for _, stored := range []string{
		"$2a$04$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm",
		"$2b$04$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm",
		"$2y$04$abcdefghijklmnopqrstuughE8Ev8uGFaUgY2cNEySvxngrb/Jzdm",
		"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
	} {
		if match, err := verify(t, quickBcrypt, stored, "password"); err != nil || !match.Valid {
			t.Errorf("%s: %+v, %v", stored, match, err)
		}
	}
}

func TestNeedsRehash(t *testing.T) {
	bcrypt5, _ := hash(t, password.Bcrypt(5), "pw")
	argon2, _ := hash(t, password.Argon2id(2), "pw")
	lines := []struct {
		name   string
		params password.Params
		stored string
		want   bool
	}{
		{"the same cost", password.Bcrypt(5), bcrypt5.Hash, false},
		{"a lower cost than wanted", password.Bcrypt(6), bcrypt5.Hash, true},
		{"a higher cost than wanted", password.Bcrypt(4), bcrypt5.Hash, false},
		{"bcrypt for argon2id", password.Argon2id(2), bcrypt5.Hash, true},
		{"argon2id for bcrypt", password.Bcrypt(4), argon2.Hash, true},
		{"fewer passes than wanted", password.Argon2id(3), argon2.Hash, true},
		{"the same passes", password.Argon2id(2), argon2.Hash, false},
	}
	for _, line := range lines {
		match, err := verify(t, line.params, line.stored, "pw")
		if err != nil || !match.Valid || match.NeedsRehash != line.want {
			t.Errorf("%s: %+v, %v", line.name, match, err)
		}
	}
}

// TestNeedsRehashOfLessMemory verifies hashes of the reference implementation over less and over more memory than is wanted.
func TestNeedsRehashOfLessMemory(t *testing.T) {
	for stored, want := range map[string]bool{
		"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4":   true,
		"$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc": false,
	} {
		for _, passes := range []int{1, 2} {
			match, err := verify(t, password.Argon2id(passes), stored, "password")
			if err != nil || !match.Valid || match.NeedsRehash != want {
				t.Errorf("%s, %d passes wanted: %+v, %v", stored, passes, match, err)
			}
		}
	}
}

func TestParametersOutOfRange(t *testing.T) {
	for name, params := range map[string]password.Params{
		"bcrypt cost 3": password.Bcrypt(3), "bcrypt cost 17": password.Bcrypt(17), "none": {},
		"argon2id 0 passes": password.Argon2id(0), "argon2id 11 passes": password.Argon2id(11),
	} {
		setup := openApp(t).Setup()
		password.NewVerifier(setup, params)
		if setup.Err() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// TestPasswordsAndHashesAreMasked logs what was hashed and compared.
func TestPasswordsAndHashesAreMasked(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}))
	h, v := password.NewHasher(app.Setup(), quickBcrypt), password.NewVerifier(app.Setup(), quickBcrypt)
	execute(t, app, t.Context(), func(x *rt.Exec) {
		x.Enter("hash")
		hashed, err := h.Hash(x, "canary-hashed")
		if err != nil {
			t.Fatal(err)
		}
		x.Enter("check")
		if _, err := v.Verify(x, goodBcrypt, "canary-compared"); err != nil {
			t.Fatal(err)
		}
		x.Logger().Info("canary-hashed canary-compared " + hashed.Hash + " " + goodBcrypt + " visible")
	})
	if text := log.String(); !strings.Contains(text, "visible") || strings.Contains(text, "canary") || strings.Contains(text, "$2a$") {
		t.Error(text)
	}
}

// TestWaitingEndsWithTheExecution wants a caller who is gone not to cost a hash.
func TestWaitingEndsWithTheExecution(t *testing.T) {
	app := openApp(t)
	v := password.NewVerifier(app.Setup(), password.Bcrypt(16))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	execute(t, app, ctx, func(x *rt.Exec) {
		match, err := v.Verify(x, "", "pw")
		if !errors.Is(err, context.Canceled) || match.Valid {
			t.Errorf("%+v, %v", match, err)
		}
	})
}
