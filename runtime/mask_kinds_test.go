package runtime_test

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

type wrapped struct{ Inner any }

type lazy struct{ c credential }

func (l lazy) LogValue() slog.Value {
	return slog.GroupValue(slog.Any("inside", l.c), slog.String("kept", "kept"))
}

type named struct {
	Key string `flowc:"secret"`
}

func (named) String() string { return "named" }

type broken struct{}

func (*broken) Masked() any { panic("tiny") }

type node struct {
	Key  string `flowc:"secret"`
	Next *node
	More map[string]*node
}

func TestLogMasksByLabelWhateverHoldsIt(t *testing.T) {
	c := credential{User: "ann", Password: "short", More: map[string]secret{"a": {Key: "tiny"}}}
	cycle := &node{Key: "tiny"}
	cycle.Next = cycle
	for _, format := range []string{"json", "text"} {
		for name, v := range map[string]any{
			"any in a map":           map[string]any{"c": c},
			"any in a list":          []any{&c, "kept"},
			"any in a struct":        wrapped{Inner: wrapped{Inner: c}},
			"Masked in a struct":     struct{ V shy }{shy{"hidden"}},
			"Masked in any":          wrapped{Inner: shy{"hidden"}},
			"LogValuer":              lazy{c},
			"LogValuer in a struct":  struct{ V lazy }{lazy{c}},
			"LogValuer in a map":     map[string]any{"v": lazy{c}},
			"Stringer with a label":  named{"tiny"},
			"group":                  slog.GroupValue(slog.Any("c", c), slog.Group("deeper", "c", []credential{c})),
			"array":                  [1]credential{c},
			"contains itself":        cycle,
			"method that panics":     (*broken)(nil),
			"pointer to a pointer":   func() **credential { p := &c; return &p }(),
			"nil in any":             wrapped{},
			"nil of a labelled type": (*credential)(nil),
		} {
			app, log := openApp(t, map[string]string{"LOG_FORMAT": format})
			app.Logger().Info("value", "v", v)
			app.Logger().With("bound", v).WithGroup("g").Info("derived", "w", v)
			for _, hidden := range []string{"short", "tiny", "hidden"} {
				if strings.Contains(log.String(), hidden) {
					t.Errorf("%s log, %s: %q is in it: %s", format, name, hidden, log)
				}
			}
			if n := strings.Count(log.String(), "\n"); n != 2 {
				t.Errorf("%s log, %s: %d records", format, name, n)
			}
		}
	}
}

func TestLogKeepsWhatHasNoLabel(t *testing.T) {
	app, log := openApp(t, nil)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	app.Logger().Info("value", "v", map[string]any{"at": at, "n": 1, "f": []any{true, nil}, "e": fmt.Errorf("x"), "u": rt.ValueOf([]int{1})})
	got := read(log.records(t, "value")[0])["v"]
	want := map[string]any{"at": "2026-01-02T03:04:05Z", "n": 1.0, "f": []any{true, nil}, "e": map[string]any{}, "u": []any{1.0}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The data itself is what it was.
func TestLogDoesNotChangeWhatItShows(t *testing.T) {
	app, _ := openApp(t, nil)
	data := map[string]any{"c": &credential{Password: "short", More: map[string]secret{"a": {Key: "tiny"}}}}
	app.Logger().Info("value", "v", data)
	if c := data["c"].(*credential); c.Password != "short" || c.More["a"].Key != "tiny" {
		t.Errorf("masking has changed the data: %+v", c)
	}
}

func TestLogMasksEachSecretOfAVariable(t *testing.T) {
	for _, tt := range []struct{ name, value, hidden string }{
		{"several hosts", "redis+cluster://app:p4ssw0rd@a:1,b:2/0", "p4ssw0rd"},
		{"password of sentinels", "redis+sentinel://a:1,b:2/0?master=m&sentinel_password=s%2Fnt1nels", "s/nt1nels"},
		{"password of sentinels, as written", "redis+sentinel://a:1/0?master=m&sentinel_password=s%2Fnt1nels", "s%2Fnt1nels"},
		{"malformed URL", "postgres://app:p%zzword1@h:x/", "p%zzword1"},
		{"password with an at sign", "postgres://app:p4ss@w0rd@h/", "p4ss@w0rd"},
		{"key of a web address", "https://api.test/v1?api_key=k3yk3yk3y&x=1", "k3yk3yk3y"},
		{"user of a web address", "https://t0kent0ken@api.test/v1", "t0kent0ken"},
		{"text of a JSON document", `{"type":"account","private_key":"l1ne\nl2ne4567"}`, "l1ne\nl2ne4567"},
		{"secret of a webhook", "whsec_bm9ib2R5J3Mga2V5", "bm9ib2R5J3Mga2V5"},
		{"signature of a web address", "https://files.test/a?sig=s1gs1gs1g", "s1gs1gs1g"},
		{"signature of a web address, spelt out", "memory:?x=1&Signature=s1gs1gs1g", "s1gs1gs1g"},
		{"user of a database", "postgres://reporting_app:p4ssw0rd@h/db", "reporting_app"},
		{"user of a database, without a password", "postgres://reporting_app@h/db", "reporting_app"},
		{"user of a database, escaped", "postgres://reporting%20app:p4ssw0rd@h/db", "reporting app"},
		{"user of a database, as a parameter", "postgres://h/db?user=reporting_app", "reporting_app"},
		{"user of sentinels", "redis+sentinel://a:1/0?sentinel_username=reporting_app", "reporting_app"},
		{"short user of a database, as a driver tells it", "postgres://bob:p4ssw0rd@h/db", "user=bob"},
		{"short user of a database, as the server tells it", "postgres://bob:p4ssw0rd@h/db", `user "bob"`},
		{"key of an embedded database", "sqlite:x.db?_key=k3yk3yk3y", "k3yk3yk3y"},
	} {
		app, log := openApp(t, map[string]string{"URL": tt.value})
		app.Setup().Secret("URL")
		app.Logger().Info("connecting", "v", tt.hidden, "u", url.QueryEscape(tt.hidden))
		if found := leaks(t, log.String(), tt.hidden); len(found) > 0 {
			t.Errorf("%s: in the log as %q: %s", tt.name, found, log)
		}
	}
}

// The users that databases come with are no secret.
func TestLogKeepsUsersOfDatabases(t *testing.T) {
	for _, address := range []string{"postgres://postgres:p4ssw0rd@h/db", "redis://default:p4ssw0rd@h", "postgres://h/db?user=postgres"} {
		app, log := openApp(t, map[string]string{"URL": address})
		app.Setup().Secret("URL")
		app.Logger().Info("user=postgres and user=default")
		if got := log.records(t, "user=postgres and user=default"); len(got) != 1 {
			t.Errorf("%s: %s", address, log)
		}
	}
}

// What a caller sends beside a secret takes no form from it: neither one long value, nor many short ones.
func TestLogMasksEveryFormWhateverElseIsSeen(t *testing.T) {
	const token = "t0ken/with+signs?"
	many := make([]string, 20_000)
	for i := range many {
		many[i] = fmt.Sprintf("value-number-%d-", i)
	}
	for name, others := range map[string][]string{
		"one long value": {strings.Repeat("x", 65<<10)}, "a megabyte": {strings.Repeat("y", 1<<20)}, "many short values": many,
	} {
		app, log := openApp(t, nil)
		server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			x.Saw(others...)
			x.Saw(token)
			forms := []any{url.QueryEscape(token), strings.ToLower(url.QueryEscape(token)), url.PathEscape(token), []byte(token), "7", []byte("8" + token)}
			for _, before := range []string{"", "1", "12"} {
				forms = append(forms, base64.StdEncoding.EncodeToString([]byte(before+token)), base64.RawURLEncoding.EncodeToString([]byte(before+token+"123")))
			}
			return fmt.Errorf("%s a%xb %X %v", token, token, token, forms)
		})
		call(t, "GET", server.URL, "")
		server.Close()
		if found := leaks(t, log.String(), token); len(found) > 0 || strings.Contains(log.String(), "48 107 101 110") {
			t.Errorf("beside %s: in the log as %q, or as bytes", name, found)
		}
	}
}

// The same of every way in which any log is searched for a secret, alone and in quotes.
func TestLogMasksEveryEncodingWhateverElseIsSeen(t *testing.T) {
	for name, form := range encodings(t, canary) {
		for _, beside := range []string{"little", strings.Repeat("x", 65<<10)} {
			for _, format := range []string{"json", "text"} {
				app, log := openApp(t, map[string]string{"LOG_FORMAT": format})
				server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
					x.Saw(beside, canary)
					return fmt.Errorf("<%s> & it's 100%% quoted: %q", form, form)
				})
				call(t, "GET", server.URL, "")
				server.Close()
				if found := leaks(t, log.String(), canary); len(found) > 0 || !strings.Contains(log.String(), "> & it's 100% quoted: ") {
					t.Errorf("%s, in %s beside %d bytes: in the log as %q: %s", name, format, len(beside), found, log)
				}
			}
		}
	}
}

// What has the form of a key is masked wherever it stands, though nobody said that it is one.
func TestLogMasksKeysByTheirForm(t *testing.T) {
	const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl"
	pem := "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----"
	for _, format := range []string{"json", "text"} {
		for _, key := range []string{jwt, pem, "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "xoxb-17653672481-pdFZKVeT", "AKIAIOSFODNN7EXAMPLE"} {
			app, log := openApp(t, map[string]string{"LOG_FORMAT": format})
			app.Logger().Info("in the message: "+key, "attr", key, "quoted", `{"k":"`+key+`"}`, "inside", map[string]any{"list": []string{key}}, "error", fmt.Errorf("refused %s?", key))
			app.Logger().With("bound", key).WithGroup(key).Info("derived", "kept", "kept")
			if text := log.String(); strings.Contains(text, key) || strings.Contains(text, "MIIE") || strings.Count(text, "=kept")+strings.Count(text, `"kept":"kept"`) != 1 || strings.Count(text, "\n") < 2 {
				t.Errorf("%s log: %s", format, text)
			}
		}
	}
}

// Nobody can have the punctuation of a record masked with a key that begins in one text and ends in another.
func TestKeyEndsWithItsText(t *testing.T) {
	app, log := openApp(t, nil)
	app.Logger().Info("-----BEGIN PRIVATE KEY-----", "a", "-----END PRIVATE KEY-----", "b", "eyJhbGciOiJI.", "c", ".x.y")
	got := log.records(t, "••••")
	if len(got) != 1 || got[0]["a"] != "-----END PRIVATE KEY-----" || got[0]["b"] != "eyJhbGciOiJI." || got[0]["c"] != ".x.y" {
		t.Error(log)
	}
}

func TestSetupMask(t *testing.T) {
	app, log := openApp(t, nil)
	app.Setup().Mask("one-of-many", "another-one", "short")
	app.Logger().Info("one-of-many another-one short")
	if got := log.records(t, "•••• •••• short"); len(got) != 1 {
		t.Error(log)
	}
}

// A labelled field is masked with all that is inside of it.
func TestLogMasksInsideOfLabelledFields(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[struct {
		Any  rt.Value          `json:"any" flowc:"secret"`
		Code int64             `json:"code" flowc:"secret"`
		List []address         `json:"list" flowc:"secret"`
		Map  map[string]string `json:"map" flowc:"token"`
	}]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return fmt.Errorf("%+v %v", in, in.Code)
	})
	call(t, "POST", server.URL, `{"any":{"a":["inside-any"]},"code":123456789,"list":[{"city":"inside-list"}],"map":{"k":"inside-map"}}`, "Content-Type", "application/json")
	server.Close()
	if text := log.String(); strings.Contains(text, "inside-") || strings.Contains(text, "123456789") {
		t.Error(text)
	}
}

// A caller can't have punctuation of the log masked, and so make his records look like others.
func TestCallerCanNotMaskTheRecordItself(t *testing.T) {
	for format, token := range map[string]string{"json": `","msg":"`, "text": `level=ERROR msg=`} {
		app, log := openApp(t, map[string]string{"LOG_FORMAT": format})
		server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			return fmt.Errorf("token %s", x.Request().Header.Get("Authorization"))
		})
		call(t, "GET", server.URL, "", "Authorization", "Bearer "+token)
		server.Close()
		for line := range strings.Lines(log.String()) {
			var record map[string]any
			if format == "json" && (json.Unmarshal([]byte(line), &record) != nil || record["msg"] == nil || record["level"] == nil) {
				t.Errorf("broken record: %s", line)
			}
			if format == "text" && houseOf == nil && !strings.Contains(line, " level=") {
				t.Errorf("broken record: %s", line)
			}
		}
		if strings.Contains(log.String(), "token Bearer "+token) || !strings.Contains(log.String(), "token Bearer ••••") && !strings.Contains(log.String(), "token ••••") {
			t.Errorf("the token is not masked: %s", log)
		}
	}
}

func TestLogHasNoTerminalCommands(t *testing.T) {
	commands := "\x1b[2J\u009b2J\x7f\u202e\u2066\r\b\x00"
	for _, format := range []string{"json", "text"} {
		app, log := openApp(t, map[string]string{"LOG_FORMAT": format})
		channels(app.Logger(), "a"+commands)
		channels(app.Logger(), commands)
		app.Logger().Info("", "word", "a\x7fb", "a\u009b", "a\u202e")
		for _, r := range log.String() {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("%s log: %q in %q", format, r, log)
			}
		}
	}
}

func TestLogMasksNumbersOfJSON(t *testing.T) {
	app, log := openApp(t, map[string]string{"PIN": "12345678"})
	app.Setup().Secret("PIN")
	app.Logger().Info("numbers", "a", 12345678, "b", 9123456780, "c", []any{-12345678.5}, "d", 1234567)
	if got := fmt.Sprint(read(log.records(t, "numbers")[0])); strings.Contains(log.String(), "12345678") || !strings.Contains(got, "a:•••• b:•••• c:[••••] d:1.234567e+06") {
		t.Error(log)
	}
}

// A long value is masked as it is, and its forms do not take the memory of many executions.
func TestLogMasksLongValues(t *testing.T) {
	app, log := openApp(t, nil)
	long := strings.Repeat("0123456789\"", 50_000)
	execution := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Saw(long)
		return fmt.Errorf("%s", long)
	})
	call(t, "GET", execution.URL, "")
	execution.Close()
	if got := log.records(t, "failed"); len(got) != 1 || got[0]["error"] != "••••" {
		t.Errorf("a log of %d bytes", len(log.String()))
	}
}

func TestLogMasksManyValues(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		for i := range 100_000 { // quadratic work would take minutes
			x.Saw(fmt.Sprintf("value-number-%d-", i))
		}
		return fmt.Errorf("value-number-99999- value-number-7-")
	})
	call(t, "GET", server.URL, "")
	server.Close()
	if got := log.records(t, "failed"); len(got) != 1 || got[0]["error"] != "•••• ••••" {
		t.Error(log)
	}
}

func TestLogMasksBytesAndProxies(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return fmt.Errorf("%v %+v", []byte("passw0rd!"), x.Request().Header)
	})
	call(t, "GET", server.URL, "", "Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("me:passw0rd!")), "Authorization", "Bearer passw0rd!")
	server.Close()
	if text := log.String(); strings.Contains(text, "112 97 115 115") || strings.Contains(text, "cGFzc3cwcmQh") || strings.Contains(text, "passw0rd!") {
		t.Error(text)
	}
}
