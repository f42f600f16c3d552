package runtime_test

import (
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestVariablesOfTheHouse opens an App in a program that has its own server: what only Serve and Main read may mean
// something else there.
func TestVariablesOfTheHouse(t *testing.T) {
	app, _ := openApp(t, map[string]string{"LISTEN": "8080", "HEALTH_LISTEN": "grpc", "DRAIN_DELAY": "soon"})
	if err := app.Setup().Err(); err != nil {
		t.Errorf("refused for variables that nothing reads: %v", err)
	}
	err := app.Serve(t.Context(), nil)
	for _, name := range []string{"LISTEN", "HEALTH_LISTEN", "DRAIN_DELAY"} {
		if problems(t, err)[name] == "" {
			t.Errorf("Serve takes %s as it is: %v", name, err)
		}
	}
}

// TestGivenVariablesAreOfProduction has variables that a house gives be those of production unless they say otherwise,
// and nothing of the process be read beside them.
func TestGivenVariablesAreOfProduction(t *testing.T) {
	t.Setenv("FLOWC_TEST_KEY", "of the process")
	t.Setenv("FLOWC_ENV", "preview")
	for _, test := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, true},
		{map[string]string{}, true},
		{map[string]string{"FLOWC_ENV": "production"}, true},
		{map[string]string{"FLOWC_ENV": "preview"}, false},
	} {
		app, err := rt.Open(rt.WithEnv(test.env), rt.WithLogWriter(t.Output()))
		if err != nil {
			t.Fatal(err)
		}
		if got := app.Production(); got != test.want {
			t.Errorf("%v: production %v, want %v", test.env, got, test.want)
		}
		if got := app.Setup().Optional("FLOWC_TEST_KEY"); got != "" {
			t.Errorf("%v: a variable of the process is %q", test.env, got)
		}
	}
}

// TestPublicURLOfAHouse wants the variable where a workflow reads it, as nothing else says where the house listens.
func TestPublicURLOfAHouse(t *testing.T) {
	for name, read := range map[string]func(*rt.Setup) string{
		"a workflow": func(s *rt.Setup) string { return s.Env("PUBLIC_URL") },
		"a provider": func(s *rt.Setup) string { u := s.PublicURL(); return u.String() },
	} {
		app, _ := openApp(t, map[string]string{"LISTEN": "127.0.0.1:9000"})
		s := app.Setup()
		if got := read(s); got != "" || problems(t, s.Err())["PUBLIC_URL"] != "is not set" {
			t.Errorf("%s gets %q, and New returns %v", name, got, s.Err())
		}
	}
}

// TestSecretsOfTheHouse masks what the house has of its own.
func TestSecretsOfTheHouse(t *testing.T) {
	app, log := openApp(t, nil,
		rt.WithSecrets("key-of-the-house", "postgres://house:p4ss-of-the-pool@db/house"), rt.WithSecrets("another-key"))
	app.Logger().Info("key-of-the-house, p4ss-of-the-pool, another-key and db/house")
	if got := log.String(); !strings.Contains(got, `"••••, ••••, •••• and db/house"`) {
		t.Error(got)
	}
}

// TestServerHasNoFiles has no file stand in for a database where the tables of the house are on a server, and Local
// Storage be there too.
func TestServerHasNoFiles(t *testing.T) {
	app, _ := openApp(t, nil)
	s := app.Setup()
	s.Server()
	s.Embedded("STORAGE_URL", "sqlite:storage.db")
	if got := s.Secret("STORAGE_URL"); got != "postgres:" {
		t.Errorf("Local Storage is %q", got)
	}
	if got := s.Secret("DATABASE_URL"); got != "" || problems(t, s.Err())["DATABASE_URL"] != "is not set" {
		t.Errorf("the database is %q, and New returns %v", got, s.Err())
	}
}
