package runtime_test

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// canary is a secret whose characters are escaped differently by every encoding.
const canary = "c4n<ry/\"&é+\\ '=?ü~k3y"

// encodings are the ways in which a secret may reach a log.
func encodings(t *testing.T, secret string) map[string]string {
	t.Helper()
	quoted, err := json.Marshal(secret)
	if err != nil {
		t.Fatal(err)
	}
	inner := string(quoted[1 : len(quoted)-1])
	html := strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(inner)
	return map[string]string{
		"as it is":             secret,
		"query":                url.QueryEscape(secret),
		"path":                 url.PathEscape(secret),
		"query in lower case":  strings.ToLower(url.QueryEscape(secret)),
		"hex":                  hex.EncodeToString([]byte(secret)),
		"hex in upper case":    strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"base64":               base64.StdEncoding.EncodeToString([]byte(secret)),
		"base64url":            base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"inside base64, 1":     base64.StdEncoding.EncodeToString([]byte("u:ser:" + secret + ":x")),
		"inside base64, 2":     base64.URLEncoding.EncodeToString([]byte("user:" + secret + "yz")),
		"JSON":                 inner,
		"JSON escaped for web": html,
		"quoted by Go":         strconv.Quote(secret),
		"query, twice":         url.QueryEscape(url.QueryEscape(secret)),
		"path in a query":      url.QueryEscape(url.PathEscape(secret)),
		"XML":                  fn.XMLText(secret),
		"a page of a template": strings.ReplaceAll(template.HTMLEscapeString(secret), "+", "&#43;"),
		"HTML with names":      strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(secret),
		"a field of CSV":       strings.ReplaceAll(secret, `"`, `""`),
		"a text of SQL":        strings.ReplaceAll(secret, "'", "''"),
		"quoted in ASCII":      strconv.QuoteToASCII(secret),
		"slashes escaped":      strings.ReplaceAll(html, "/", `\/`),
	}
}

// leaks says where text holds secret in any encoding, leaving a few characters off both ends: a base64 text around a
// secret shares those with its neighbours.
func leaks(t *testing.T, text, secret string) []string {
	t.Helper()
	// Text that is quoted, and then quoted again, differs in backslashes only.
	plain := strings.NewReplacer(`\`, "")
	var found []string
	for name, form := range encodings(t, secret) {
		middle := form
		if strings.HasPrefix(name, "inside") {
			middle = form[10 : len(form)-8]
		}
		if strings.Contains(plain.Replace(text), plain.Replace(middle)) {
			found = append(found, name)
		}
	}
	return found
}

type credential struct {
	User     string            `json:"user"`
	Password string            `json:"password" flowc:"password"`
	More     map[string]secret `json:"more"`
}

type secret struct {
	Key string `flowc:"secret"`
}

type shy struct{ Text string }

func (shy) Masked() any { return "shy" }

// channels logs text in every way that slog has.
func channels(l *slog.Logger, text string) {
	ctx := context.Background()
	l.InfoContext(ctx, text)
	l.Info("value", "v", text)
	l.Info("key", text, 1)
	l.Info("error", "v", fmt.Errorf("driver: %w", errors.New(text)))
	l.Info("struct", "v", struct{ A string }{text})
	l.Info("plus v", "v", fmt.Sprintf("%+v", struct{ A []string }{[]string{text}}))
	l.Info("map", "v", map[string]any{text: []string{text}})
	l.Info("bytes", "v", []byte(text))
	l.Info("group", slog.Group(text, "a", text))
	l.With("bound", text).WithGroup(text).Info("derived", "v", text)
	l.Info("json", "v", fmt.Sprintf(`{"k":%q}`, text))
}

func TestLogMasksSecretsOfTheEnvironment(t *testing.T) {
	for _, format := range []string{"json", "text"} {
		app, log := openApp(t, map[string]string{"LOG_FORMAT": format, "API_SECRET": canary})
		app.Setup().Secret("API_SECRET")
		for name, form := range encodings(t, canary) {
			channels(app.Logger(), form)
			if found := leaks(t, log.String(), canary); len(found) > 0 {
				t.Fatalf("%s log: given %s, the log holds %q", format, name, found)
			}
		}
		if !strings.Contains(log.String(), "••••") {
			t.Error("nothing was masked")
		}
	}
}

func TestLogMasksTheLongerOfTwoSecrets(t *testing.T) {
	app, log := openApp(t, map[string]string{"SHORT": "s3cret-s3cret", "LONG": "s3cret-s3cret-and-more"})
	s := app.Setup()
	s.Secret("SHORT")
	s.Secret("LONG")
	app.Logger().Info("s3cret-s3cret-and-more")
	if strings.Contains(log.String(), "and-more") {
		t.Error(log)
	}
}

// TestLogMasksSecretsInsideOfOthers begins one secret inside of a longer one, and lets it end before that.
func TestLogMasksSecretsInsideOfOthers(t *testing.T) {
	app, log := openApp(t, map[string]string{"INNER": "3cret-in", "OUTER": "s3cret-inside-of-it", "OVER": "of-it-and-more"})
	s := app.Setup()
	for _, name := range []string{"INNER", "OUTER", "OVER"} {
		s.Secret(name)
	}
	app.Logger().Info("s3cret-inside-of-it")
	app.Logger().Info("s3cret-inside-of-it-and-more")
	for _, part := range []string{"s3c", "side", "of-it", "and-more"} {
		if strings.Contains(log.String(), part) {
			t.Errorf("%q is left: %s", part, log)
		}
	}
}

// TestLogMasksAfterTheAnswer logs what an execution saw before its answer, when the answer is long sent. It has just as many
// bytes as are masked by value.
func TestLogMasksAfterTheAnswer(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Saw("8byt-3s!")
		x.Logger().Info("before: 8byt-3s!")
		x.After(func(x *rt.Exec) error {
			x.Logger().Info("after: 8byt-3s!")
			return nil
		})
		return x.Empty(204)
	})
	call(t, "GET", server.URL, "")
	if err := app.Close(); err != nil { // which waits
		t.Fatal(err)
	}
	if strings.Contains(log.String(), "8byt-3s!") || !strings.Contains(log.String(), "before: ") || !strings.Contains(log.String(), "after: ") {
		t.Error(log)
	}
}

func TestLogMasksWhatAnExecutionSaw(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/reset/{token}"}, func(x *rt.Exec, e *rt.Endpoint[struct {
		Token    string `path:"token" flowc:"token"`
		Password string `json:"password" flowc:"password"`
	}]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		channels(x.Logger(), in.Password)
		channels(app.Logger(), in.Password) // without the execution's context
		slogger := app.Logger()
		slogger.InfoContext(x.Context(), in.Token)
		panic(in.Password)
	})
	r := call(t, "POST", server.URL+"/reset/"+url.PathEscape("t0ken-t0ken"), `{"password":"p4ss\"word"}`,
		"Content-Type", "application/json", "Authorization", "Bearer b34rer-b34rer", "Cookie", "s=c00kie-c00kie")
	if r.problem(t).Status != 500 {
		t.Error(r.text)
	}
	for _, secret := range []string{`p4ss"word`, "t0ken-t0ken"} {
		if found := leaks(t, log.String(), secret); len(found) > 0 {
			t.Errorf("%s is in the log as %q:\n%s", secret, found, log)
		}
	}
	if got := log.records(t, "failed"); len(got) != 1 || !strings.Contains(fmt.Sprint(got[0]["error"]), "panic: ••••") || got[0]["stack"] == nil {
		t.Errorf("failure is logged as %v", got)
	}
}

func TestLogMasksCredentialsOfTheRequest(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return fmt.Errorf("dump: %v %v", x.Request().Header, "passw0rd!")
	})
	call(t, "GET", server.URL, "", "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("me:passw0rd!")), "Cookie", "s=c00kie-c00kie")
	for _, secret := range []string{"passw0rd!", "c00kie-c00kie"} {
		if found := leaks(t, log.String(), secret); len(found) > 0 {
			t.Errorf("%s is in the log as %q:\n%s", secret, found, log)
		}
	}
}

func TestLogMasksCredentialsInRecordsOfNoExecution(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		app.Logger().Info("a library logs b34rer-b34rer")
		return x.Empty(204)
	})
	call(t, "GET", server.URL, "", "Authorization", "Bearer b34rer-b34rer")
	if !strings.Contains(log.String(), "a library logs ••••") {
		t.Error(log)
	}
}

func TestLogMasksByLabel(t *testing.T) {
	app, log := openApp(t, nil)
	c := credential{User: "ann", Password: "short", More: map[string]secret{"a": {Key: "tiny"}}}
	app.Logger().Info("labels", "v", c, "p", &c, "list", []credential{c}, "shy", shy{"hidden"})
	text := log.String()
	for _, hidden := range []string{"short", "tiny", "hidden"} {
		if strings.Contains(text, hidden) {
			t.Errorf("%q is in the log: %s", hidden, text)
		}
	}
	if strings.Count(strings.ReplaceAll(text, `\`, ""), `"user":"ann"`) != 3 {
		t.Errorf("what is not labelled is missing: %s", text)
	}
}

func TestLogMasksOnlyTheUserOfAConnection(t *testing.T) {
	for _, tt := range []struct {
		value         string
		hidden, shown []string
	}{
		{"postgres://app:p4ssw0rd@db.host:5432/shop", []string{"p4ssw0rd", "app:p4ssw0rd"}, []string{"db.host:5432/shop", "postgres"}},
		{"postgres://app:p%2Fss+w0rd@db.host/shop", []string{"p%2Fss+w0rd", "p/ss+w0rd"}, []string{"db.host"}},
		{"postgres://db.host/shop?user=app&password=p4ssw0rd", []string{"p4ssw0rd"}, []string{"db.host/shop"}},
		{"https://files.example.com/report?sig=s1gnatur3&part=chapter7", []string{"s1gnatur3"}, nil},
		{"postgres://db.host/shop?sslkey=k3ymat3rial&SIG=s1gnatur3", []string{"k3ymat3rial", "s1gnatur3"}, []string{"db.host/shop"}},
		{"redis://db.host/0?sentinel_auth=s3ntin3l&X-Amz-Sig=s1gnatur3", []string{"s3ntin3l", "s1gnatur3"}, []string{"db.host/0"}},
		{"host=db password=p4ssw0rd", []string{"host=db password=p4ssw0rd"}, nil},
		{"sqlite:flows-data.db", nil, []string{"sqlite:flows-data.db"}},
		{"https://hooks.example.com/services/T0000", []string{"https://hooks.example.com/services/T0000"}, nil},
		{"https://api.example.com", nil, []string{"https://api.example.com"}},
		{"name:sha256:0123456789", []string{"name:sha256:0123456789"}, nil},
		{"-----BEGIN KEY-----\nabcdefghijkl\n-----END KEY-----", []string{"abcdefghijkl"}, []string{"-----BEGIN KEY-----"}},
	} {
		app, log := openApp(t, map[string]string{"URL": tt.value})
		app.Setup().Secret("URL")
		for _, text := range append(tt.hidden, tt.shown...) {
			app.Logger().Info("connecting to " + text)
		}
		for _, hidden := range tt.hidden {
			if strings.Contains(log.String(), hidden) {
				t.Errorf("%s: %q is in the log", tt.value, hidden)
			}
		}
		for _, shown := range tt.shown {
			if !strings.Contains(log.String(), shown) {
				t.Errorf("%s: %q is masked", tt.value, shown)
			}
		}
	}
}

func TestLogKeepsWhatIsShortOrPublic(t *testing.T) {
	app, log := openApp(t, map[string]string{"SHORT": "1234567", "PUBLIC_NAME": "public-name"})
	s := app.Setup()
	s.Secret("SHORT")
	s.Env("PUBLIC_NAME")
	app.Logger().Info("1234567 public-name")
	if !strings.Contains(log.String(), "1234567 public-name") {
		t.Error(log)
	}
}

func TestLogLineCanNotBeForged(t *testing.T) {
	for _, format := range []string{"json", "text"} {
		app, log := openApp(t, map[string]string{"LOG_FORMAT": format})
		app.Logger().Info("a\nlevel=ERROR msg=forged", "k\nk", "v\nv")
		if n := strings.Count(log.String(), "\n"); n != 1 {
			t.Errorf("%s log has %d lines", format, n)
		}
	}
}

func TestLogOfARunningExecutionEndsWithIt(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Saw("seen-by-one")
		return x.Empty(204)
	})
	call(t, "GET", server.URL, "")
	server.Close() // waits for the handler to return
	app.Logger().Info("seen-by-one")
	if !strings.Contains(log.String(), "seen-by-one") {
		t.Error("a value that an execution saw stays masked for ever")
	}
}
