package label_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/label"
)

// TestNames holds which names say that a value is secret, and near misses.
func TestNames(t *testing.T) {
	kinds := []struct {
		name string
		of   func(string) bool
	}{{"password", label.IsPassword}, {"token", label.IsToken}, {"hash", label.IsHash}, {"private", label.IsPrivate}}
	for want, names := range map[string]string{
		"password": "password passwd passphrase pwd Password PASSWORD user-password userPassword password2 password_confirmation passwordConfirm " +
			"confirmPassword new_password oldPasswd password.new PWD_1 userpassword DBPassword PassWord pass_word userPassPhrase new-pass-word passphrase-again " +
			"secret_answer securityAnswer SECURITY_ANSWER2 recovery-answer Passwort neues_passwort Kennwort",
		"password private": "user_pin cardPin loginPin LOGIN_PIN walletPin user_passcode",
		"token":            "token accessToken ACCESS_TOKEN x-auth-token idToken reset_token",
		"token private":    "client_secret webhookSecret CLIENT-SECRET",
		"hash":             "hash password_hash passwordHash PASSWORD_HASH",
		"private": "secret Secret jwt JWT apikey api_key api-key apiKey APIKey X-API-Key pin otp passcode private_key " +
			"privateKey PRIVATE-KEY signing_key Ocp-Apim-Subscription-Key masterKey cvv ssn credential credentials dbCredentials authorization Authorization secret_key sig X-Amz-Signature",
		"": "pass passwordless hasPassword is_password passwordHint tokens token_type accessTokens hashed hashtag secretary spin pinned pins pinId pin_color pinCode shipping opinion answer answers correct_answer meeting_agenda monkey key " +
			"design public_key author authorize session cookie copies 2 - confirm",
	} {
		for name := range strings.FieldsSeq(names) {
			var got []string
			for _, kind := range kinds {
				if kind.of(name) {
					got = append(got, kind.name)
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
			if credential := want != "" && want != "hash"; label.IsCredential(name) != credential {
				t.Errorf("%s is a credential: %v", name, !credential)
			}
		}
	}
}

// pem is a private key in the form of RFC 7468, and of no use.
const pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAK\n-----END RSA PRIVATE KEY-----"

// pgp is one of OpenPGP.
const pgp = "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----"

// TestFindKey finds keys by their form alone, whatever stands around them.
func TestFindKey(t *testing.T) {
	jwt := "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl"
	for _, key := range []string{
		jwt, "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.", "eyJhbGciOiJkaXIifQ..aXY.dGV4dA.dGFn", pem,
		strings.ReplaceAll(pem, "\n", `\n`), "-----BEGIN PRIVATE KEY-----MIIE-----END PRIVATE KEY-----",
		"sk_live_4eC39HqLyjWDarjtT1zdp7dc", "rk_live_4eC39HqLyjWD", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "gho_16C7e42F292c6912", "github_pat_11ABCDEFG0_abcdefgh",
		"xoxb-17653672481-19874698323-pdFZKVeT", "xoxp-176536724", "AKIAIOSFODNN7EXAMPLE", "ASIAIOSFODNN7EXAMPLE", "sk-ant-api03-abcdefgh", "glpat-abcdefghijklmnopqrst",
		"npm_abcdefghijABCDEFGHIJ0123456789abcdef", "sbp_0123456789abcdef0123456789abcdef01234567", "xapp-1-A0123456789-01234",
		"xoxe.xoxp-1-Mi0yLTEyMzQ1Njc4", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "dop_v1_0123456789abcdef", "shpat_0123456789abcdef0123456789abcdef",
		"ntn_123456789012ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi", "pypi-AgEIcHlwaS5vcmcCJDAx", "hvs.CAESIJ0123456789abcdefghijAB", "dckr_pat_abcdefghijABCDEFGHIJ",
		"sq0atp-abcdefghijklmnopqrstuv", "lin_api_abcdefghijklmnopqrstuvwxyz0123456789ABCD", "xkeysib-" + strings.Repeat("0a1b", 16) + "-abcdef",
		"gsk_" + strings.Repeat("Az09", 13), "pscale_tkn_abcdefghijklmnopqrstuvwxyz", "shpss_0123456789abcdef0123456789abcdef",
		"SharedAccessKey=" + strings.Repeat("Az0+", 11), "rubygems_" + strings.Repeat("0a1b", 12), "sq0csp-" + strings.Repeat("Az-_", 11),
		"AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ", pgp,
	} {
		for before := range strings.SplitSeq("|x| |\"|=|https://a.test/?k=|at=n,|\\n|eyJ |-----BEGIN |ghp_ |a.b.", "|") {
			for _, after := range []string{"", "\"", " and so on", "\n", "&x=1"} {
				if strings.HasPrefix(key, "-----") && after != "" && after != "\"" {
					continue // what is behind the end of a key in PEM is not part of it
				}
				text := before + key + after
				if start, end := label.FindKey([]byte(text), 0); text[start:end] != key {
					t.Errorf("in %q: found %q", text, text[start:end])
				}
			}
		}
	}
}

func TestFindNoKey(t *testing.T) {
	for _, text := range []string{
		"", "e", "ey", "eyJ", "eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ", "eyJ.a.b", "www.example.com", "sk_live_", "sk_live_...", "sk_test_4eC39HqLyjWDarjtT1zdp7dc",
		"ghp_short", "xoxb", "AKIA", "AKIAIOSFODNN7EXAMPL", "AKIAIOSFODNN7EXAMPLE2", "XAKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLEABCDEF",
		"AIzaSyA1234567890abcdefghijklmnopqrstuvw", "xAIzaSyA1234567890abcdefghijklmnopqrstuv", "npm_run_build", "AccountKey=example", "gsk_short", "lin_api_key", "SharedAccessKey=…", "whsec_short", "hvs.example", "-----BEGIN PRIVATE KEYS-----",
		"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "-----BEGIN \"PRIVATE KEY-----", "-----BEGIN ",
	} {
		if start, end := label.FindKey([]byte(text), 0); end > 0 {
			t.Errorf("in %q: found %q", text, text[start:end])
		}
	}
}

// TestKeysOfOneLength finds those that stand alone only, as a random text may hold their prefix.
func TestKeysOfOneLength(t *testing.T) {
	const key = "AIzaSyA1234567890abcdefghijklmnopqrstuv"
	for text, want := range map[string]bool{key: true, "?key=" + key + "&q=x": true, key + "w": false, "w" + key: false, key[:38]: false} {
		if label.HoldsKey(text) != want {
			t.Errorf("%s holds a key: %v", text, !want)
		}
	}
}

// A key that was cut is masked as far as it goes, and nothing of what follows the text that it stands in.
func TestCutKeys(t *testing.T) {
	for text, want := range map[string]string{
		"-----BEGIN PRIVATE KEY-----\\nMIIE\",\"next\":1":       "-----BEGIN PRIVATE KEY-----\\nMIIE",
		"-----BEGIN EC PRIVATE KEY-----MIIE-----END EC PRIV":    "-----BEGIN EC PRIVATE KEY-----MIIE-----END EC PRIV",
		"k=\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln… (200 bytes)\"": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln",
	} {
		if start, end := label.FindKey([]byte(text), 0); text[start:end] != want {
			t.Errorf("in %q: found %q", text, text[start:end])
		}
	}
}

// What looks like the begin of a key again and again costs no more than to read it.
func TestFindKeyIsLinear(t *testing.T) {
	for _, begin := range []string{"eyJ", "eyJhbGciOiJ.", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "ghp_", "AKIAIOSFODNN7EXAMPLEX", "github_pat_", "xoxb-a"} {
		text := []byte(strings.Repeat(begin, 2<<20/len(begin)))
		found := 0
		for start, end := label.FindKey(text, 0); end > 0; start, end = label.FindKey(text, end) {
			if found++; end <= start {
				t.Fatalf("%s: found nothing at %d", begin, start)
			}
		}
	}
}
