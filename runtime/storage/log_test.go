package storage_test

import (
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// TestLabelledValues are masked where they are logged, and by value in what a workflow logs itself.
func TestLabelledValues(t *testing.T) {
	type device struct {
		Secret  string            `json:"secret" flowc:"secret"`
		Keys    []string          `json:"keys" flowc:"token"`
		Next    *string           `json:"next" flowc:"token"`
		Raw     []byte            `json:"raw" flowc:"token"`
		ByName  map[string]string `json:"byName" flowc:"token"`
		Payload rt.Value          `json:"payload" flowc:"token"`
	}
	type account struct {
		Name    string   `json:"name"`
		Devices []device `json:"devices"`
	}
	next := "canary-pointed"
	value := account{Name: "visible-name", Devices: []device{{Secret: "canary-secret", Keys: []string{"canary-item"}, Next: &next,
		Raw: []byte("canary-bytes"), ByName: map[string]string{"k": "canary-of-map"}, Payload: rt.ValueOf("canary-json")}}}
	s := openStore(t, "memory:")
	accounts := values[account](t, s, time.Hour)
	s.execute(t.Context(), func(x *rt.Exec) {
		if err := accounts.Set(x, "account:1", value); err != nil {
			t.Error(err)
		}
	})
	s.execute(t.Context(), func(x *rt.Exec) {
		x.Enter("read")
		item, err := accounts.Get(x, "account:1")
		if err != nil || !item.Found {
			t.Errorf("%+v, %v", item, err)
		}
		d := item.Value.Devices[0]
		x.Logger().Info("mine", "text", strings.Join([]string{d.Secret, d.Keys[0], *d.Next, string(d.Raw), d.ByName["k"], d.Payload.String()}, " "))
	})
	if log := s.log.String(); strings.Contains(log, "canary") || !strings.Contains(log, "visible-name") || !strings.Contains(log, "read:found") {
		t.Errorf("%s", log)
	}
}

// TestLabelledAsAWhole is for a value that is a token itself.
func TestLabelledAsAWhole(t *testing.T) {
	s := openStore(t, "memory:")
	tokens := storage.NewStore[string](s.setup, storage.StoreConfig{TTL: time.Hour, Labels: "token"})
	s.execute(t.Context(), func(x *rt.Exec) {
		for key, token := range map[string]string{"long": "canary-token", "short": "canary"} {
			if err := tokens.Set(x, key, token); err != nil {
				t.Error(err)
			}
		}
	})
	s.execute(t.Context(), func(x *rt.Exec) {
		x.Enter("short")
		if item, err := tokens.Take(x, "short"); err != nil || item.Value != "canary" {
			t.Errorf("%+v, %v", item, err)
		}
		x.Enter("long")
		item, err := tokens.Take(x, "long")
		if err != nil || !item.Found {
			t.Errorf("%+v, %v", item, err)
		}
		x.Logger().Info("mine", "text", item.Value)
	})
	if log := s.log.String(); strings.Contains(log, "canary") || !strings.Contains(log, `"found":true`) {
		t.Errorf("%s", log)
	}
}

// TestOutputs are in the record of the execution.
func TestOutputs(t *testing.T) {
	s := openStore(t, "memory:")
	texts := values[string](t, s, time.Hour)
	visits := s.counter(t, storage.CounterConfig{By: 7, TTL: time.Hour})
	s.execute(t.Context(), func(x *rt.Exec) {
		x.Enter("a")
		_, errTake := texts.Take(x, "k")
		x.Enter("b")
		_, errFirst := texts.SetIfAbsent(x, "k", "v")
		x.Enter("c")
		_, errSecond := texts.SetIfAbsent(x, "k", "v")
		x.Enter("d")
		_, errGet := texts.Get(x, "k")
		x.Enter("e")
		_, errIncrement := visits.Increment(x, "n")
		for _, err := range []error{errTake, errFirst, errSecond, errGet, errIncrement} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	for _, want := range []string{`a:missing b:stored c:exists d:found e"`, `"value":7`} {
		if !strings.Contains(s.log.String(), want) {
			t.Errorf("no %s in\n%s", want, s.log)
		}
	}
}

// TestKeysAreNotLogged beyond their literal: what follows is the caller's.
func TestKeysAreNotLogged(t *testing.T) {
	s := openStore(t, "memory:")
	texts := values[string](t, s, time.Hour)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	s.execute(t.Context(), func(x *rt.Exec) {
		key := storage.Key("visits", "canary@example.com")
		if err := texts.Set(x, key, "v"); err != nil {
			t.Error(err)
		}
		_, err := visits.Increment(x, key)
		if err == nil || strings.Contains(err.Error(), "canary") || !strings.HasPrefix(err.Error(), `increment "visits:…" in Local Storage: `) {
			t.Errorf("%v", err)
		}
	})
}
