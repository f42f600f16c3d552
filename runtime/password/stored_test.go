package password_test

import (
	"regexp"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/password"
)

const (
	goodSalt   = "c2FsdHNhbHRzYWx0c2FsdA"
	goodDigest = "zKpYMOFnUkDKHYWDJF7S9hMyJZ5LsTXqLJ04XGxpLWI"
	goodBcrypt = "$2a$04$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui"
)

// TestRefusedHashes has stored strings that must be an error: not a wrong password, and not much work.
func TestRefusedHashes(t *testing.T) {
	argon2 := func(params string) string { return "$argon2id$v=19$" + params + "$" + goodSalt + "$" + goodDigest }
	lines := map[string]string{
		"a password":            "hunter2",
		"MD5":                   "5f4dcc3b5aa765d61d8327deb882cf99",
		"crypt SHA-512":         "$6$rounds=5000$salt$hash",
		"$2$":                   strings.Replace(goodBcrypt, "$2a$", "$2$", 1),
		"$2x$":                  strings.Replace(goodBcrypt, "$2a$", "$2x$", 1),
		"$3a$":                  strings.Replace(goodBcrypt, "$2a$", "$3a$", 1),
		"bcrypt, short":         goodBcrypt[:59],
		"bcrypt, long":          goodBcrypt + "x",
		"bcrypt, prefix alone":  "$2a$",
		"bcrypt, cost 31":       strings.Replace(goodBcrypt, "$04$", "$31$", 1),
		"bcrypt, cost 17":       strings.Replace(goodBcrypt, "$04$", "$17$", 1),
		"bcrypt, cost 03":       strings.Replace(goodBcrypt, "$04$", "$03$", 1),
		"bcrypt, cost 00":       strings.Replace(goodBcrypt, "$04$", "$00$", 1),
		"bcrypt, cost +4":       strings.Replace(goodBcrypt, "$04$", "$+4$", 1),
		"bcrypt, another base":  strings.Replace(goodBcrypt, "abc", "a=c", 1),
		"$argon2i$":             strings.Replace(argon2("m=19456,t=2,p=1"), "$argon2id$", "$argon2i$", 1),
		"$argon2d$":             strings.Replace(argon2("m=19456,t=2,p=1"), "$argon2id$", "$argon2d$", 1),
		"argon2id, prefix":      "$argon2id$",
		"argon2id, version 16":  strings.Replace(argon2("m=19456,t=2,p=1"), "v=19", "v=16", 1),
		"argon2id, no version":  strings.Replace(argon2("m=19456,t=2,p=1"), "v=19$", "", 1),
		"argon2id, 1 GiB+1":     argon2("m=1048577,t=2,p=1"),
		"argon2id, 4 TiB":       argon2("m=4294967295,t=2,p=1"),
		"argon2id, overflow":    argon2("m=4294967296,t=2,p=1"),
		"argon2id, 7 KiB":       argon2("m=7,t=2,p=1"),
		"argon2id, 11 passes":   argon2("m=19456,t=11,p=1"),
		"argon2id, 0 passes":    argon2("m=19456,t=0,p=1"),
		"argon2id, 17 lanes":    argon2("m=19456,t=2,p=17"),
		"argon2id, 257 lanes":   argon2("m=19456,t=2,p=257"),
		"argon2id, 0 lanes":     argon2("m=19456,t=2,p=0"),
		"argon2id, sign":        argon2("m=+19456,t=2,p=1"),
		"argon2id, zeros":       argon2("m=019456,t=2,p=1"),
		"argon2id, order":       argon2("t=2,m=19456,p=1"),
		"argon2id, key id":      argon2("m=19456,t=2,p=1,keyid=x"),
		"argon2id, padding":     argon2("m=19456,t=2,p=1") + "=",
		"argon2id, line break":  argon2("m=19456,t=2,p=1") + "\n",
		"argon2id, more":        argon2("m=19456,t=2,p=1") + "$",
		"argon2id, no digest":   "$argon2id$v=19$m=19456,t=2,p=1$" + goodSalt + "$",
		"argon2id, 15 bytes":    "$argon2id$v=19$m=19456,t=2,p=1$" + goodSalt + "$" + strings.Repeat("A", 20),
		"argon2id, 65 bytes":    "$argon2id$v=19$m=19456,t=2,p=1$" + goodSalt + "$" + strings.Repeat("A", 87),
		"argon2id, short salt":  "$argon2id$v=19$m=19456,t=2,p=1$QUFBQUFBQQ$" + goodDigest,
		"argon2id, not strict":  "$argon2id$v=19$m=19456,t=2,p=1$" + goodSalt[:21] + "B$" + goodDigest,
		"argon2id, space first": " " + argon2("m=19456,t=2,p=1"),
	}
	for name, stored := range lines {
		match, err := verify(t, quickBcrypt, stored, "pw")
		if err == nil || match.Valid {
			t.Errorf("%s: %q gives %+v", name, stored, match)
		} else if strings.Contains(err.Error(), stored) {
			t.Errorf("%s: the error quotes the hash: %v", name, err)
		}
	}
}

// FuzzPHC wants a string to be an error or a comparison, never a panic, and never one that matches by chance.
func FuzzPHC(f *testing.F) {
	f.Add("m=8,t=1,p=1", goodSalt, goodDigest)
	f.Add("m=16,t=2,p=2", goodSalt, goodDigest+"=")
	f.Add("m=4294967295,t=4294967295,p=255", "", "$")
	app := openApp(f)
	v := password.NewVerifier(app.Setup(), quickArgon2)
	f.Fuzz(func(t *testing.T, params, salt, digest string) {
		if costly(params) {
			t.Skip("within the ceilings, but too much work here")
		}
		execute(t, app, t.Context(), func(x *rt.Exec) {
			match, err := v.Verify(x, "$argon2id$v=19$"+params+"$"+salt+"$"+digest, "a password of no digest here")
			if match.Valid {
				t.Errorf("matches: %v", err)
			}
		})
	})
}

// costly tells parameters with a number of four digits or more, for which one comparison may take seconds.
func costly(params string) bool { return regexp.MustCompile(`\d{4}`).MatchString(params) }
