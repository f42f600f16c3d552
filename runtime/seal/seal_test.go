package seal_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/seal"
)

// open returns the key of a secret, and the App that it is of.
func open(t *testing.T, secret string, options ...rt.Option) (*seal.Key, *rt.App, error) {
	t.Helper()
	options = append([]rt.Option{rt.WithEnv(map[string]string{"DATA_KEY": secret}), rt.WithDir(t.TempDir()), rt.WithLogWriter(t.Output())}, options...)
	app, err := rt.Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	s := app.Setup()
	key := seal.New(s, "DATA_KEY")
	return key, app, s.Err()
}

// execute runs f as an execution of app.
func execute(t *testing.T, app *rt.App, f func(*rt.Exec)) {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		f(x)
		return x.Empty(http.StatusNoContent)
	})
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
}

// TestSecrets wants a secret of 32 bytes or more.
func TestSecrets(t *testing.T) {
	for secret, want := range map[string]string{
		"": "DATA_KEY", strings.Repeat("x", 31): "31 bytes long", strings.Repeat("x", 32): "", strings.Repeat("é", 16): "",
	} {
		_, _, err := open(t, secret)
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", secret, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", secret, err, want)
		}
	}
}

const secret = "0123456789abcdef0123456789abcdef"

// TestEncrypt encrypts to another text each time, all of which decrypt to what they were made of, which the log does not show.
func TestEncrypt(t *testing.T) {
	var log bytes.Buffer
	key, app, err := open(t, secret, rt.WithLogWriter(&log))
	if err != nil {
		t.Fatal(err)
	}
	execute(t, app, func(x *rt.Exec) {
		for _, text := range []string{"", "a", "DE02 1203 0000 0000 2020 51", strings.Repeat("ä\x00", 5000)} {
			first, second := key.Encrypt(text), key.Encrypt(text)
			if first == second {
				t.Errorf("%.20q is encrypted to the same text twice", text)
			}
			for _, sealed := range []string{first, second} {
				if got, err := key.Decrypt(x, sealed); err != nil || got != text {
					t.Errorf("%.20q comes back as %.20q, %v", text, got, err)
				}
			}
		}
		x.Logger().Info("paid", "to", "DE02 1203 0000 0000 2020 51")
	})
	if !strings.Contains(log.String(), "paid") || strings.Contains(log.String(), "2020 51") {
		t.Errorf("the log shows what was decrypted:\n%s", &log)
	}
}

// TestEarlierTexts decrypts what an earlier version has encrypted: stored texts outlive a version.
func TestEarlierTexts(t *testing.T) {
	key, app, err := open(t, secret)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, app, func(x *rt.Exec) {
		if text, err := key.Decrypt(x, earlier); err != nil || text != "an account of 2026" {
			t.Errorf("%q, %v", text, err)
		}
	})
}

const earlier = "H6jtV3wfWBXqJolcDXBMjvFmVIB0j9Yq66SbjDsnVvq8jxdPr0rr9keS22Sxuw"

// TestDecryptRefuses wants what was not encrypted with the secret, or was changed since, to be an error that quotes nothing of it.
func TestDecryptRefuses(t *testing.T) {
	key, app, err := open(t, secret)
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := open(t, strings.ToUpper(secret))
	if err != nil {
		t.Fatal(err)
	}
	sealed := key.Encrypt("an account")
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, app, func(x *rt.Exec) {
		refused := map[string]string{
			"nothing": "", "a short text": "AAAA", "no base64": "an account!", "another secret": other.Encrypt("an account"),
			"cut": sealed[:len(sealed)-1], "longer": sealed + "AAAA", "padded": sealed + "==", "in another base64": base64.StdEncoding.EncodeToString(raw),
			"with a line break": sealed[:4] + "\n" + sealed[4:],
		}
		for at := range raw {
			changed := bytes.Clone(raw)
			changed[at] ^= 1
			refused["changed at "+string(rune('0'+at))] = base64.RawURLEncoding.EncodeToString(changed)
		}
		for name, text := range refused {
			got, err := key.Decrypt(x, text)
			if err == nil || got != "" || err.Error() != "the text was not encrypted with this secret" {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
		// The last digit of a base64 may say more than there are bits: such a text is another one, though it has the same bytes.
		twin := sealed[:len(sealed)-1] + string(sealed[len(sealed)-1]+1)
		if same, err := base64.RawURLEncoding.DecodeString(twin); err != nil || !bytes.Equal(same, raw) {
			t.Fatalf("%q has other bytes than %q: %v", twin, sealed, err)
		}
		if _, err := key.Decrypt(x, twin); err == nil {
			t.Error("a text that only decodes to the same bytes is decrypted")
		}
	})
}
