package storage_test

import (
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// TestCounterIsNoValue and the other way round: an error that says so, and nothing changes.
func TestCounterIsNoValue(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
		numbers := values[int64](t, s, time.Hour)
		s.execute(t.Context(), func(x *rt.Exec) {
			if _, err := visits.Increment(x, "count"); err != nil {
				t.Error(err)
			}
			if err := numbers.Set(x, "value", 5); err != nil {
				t.Error(err)
			}
			wants := func(want string, err error) {
				t.Helper()
				if err == nil || !strings.Contains(err.Error(), want) || isUnavailable(err) {
					t.Errorf("%v, want %q", err, want)
				}
			}
			item, err := numbers.Get(x, "count")
			wants("a counter is stored there", err)
			taken, err := numbers.Take(x, "count")
			wants("a counter is stored there", err)
			if item.Found || taken.Found {
				t.Errorf("%+v, %+v", item, taken)
			}
			_, err = visits.Increment(x, "value")
			wants("a value is stored there", err)

			if stored, err := numbers.SetIfAbsent(x, "count", 1); err != nil || stored.Stored {
				t.Errorf("in place of a counter: %+v, %v", stored, err)
			}
			if count, err := visits.Increment(x, "count"); err != nil || count.Value != 2 {
				t.Errorf("the counter is %+v, %v", count, err)
			}
			if item, err := numbers.Get(x, "value"); err != nil || item.Value != 5 {
				t.Errorf("the value is %+v, %v", item, err)
			}
			if err := numbers.Set(x, "count", 9); err != nil {
				t.Error(err)
			}
			if item, err := numbers.Get(x, "count"); err != nil || item.Value != 9 {
				t.Errorf("in place of the counter: %+v, %v", item, err)
			}
		})
	})
}

// TestValueOfAnotherType must be neither missing nor a value with some fields left empty.
func TestValueOfAnotherType(t *testing.T) {
	type part struct {
		Name string `json:"name"`
	}
	type whole struct {
		ID    int64           `json:"id"`
		Note  *string         `json:"note"`
		Parts []part          `json:"parts"`
		More  map[string]part `json:"more"`
		Next  *part           `json:"next"`
		Any   rt.Value        `json:"any"`
	}
	const rest = `"parts":[{"name":"a"}],"more":{"k":{"name":"b"}}`
	s := openStore(t, "memory:")
	anything, wholes := values[rt.Value](t, s, time.Hour), values[whole](t, s, time.Hour)
	for stored, want := range map[string]string{
		`{"id":1,` + rest + `}`:                                "",
		`{"id":1,` + rest + `,"note":null,"next":null}`:        "",
		`{"id":1,` + rest + `,"note":"n","any":[1],"later":5}`: "",
		`"text"`:                      "it is a text, which does not fit",
		`null`:                        "it is null",
		`[]`:                          "it is a list, which does not fit",
		`{}`:                          "id is missing",
		`{"ID":1,` + rest + `}`:       "id is missing",
		`{"id":"1",` + rest + `}`:     "id is a text, which does not fit",
		`{"id":1.5,` + rest + `}`:     "id is such a number, which does not fit",
		`{"id":null,` + rest + `}`:    "id is null",
		`{"id":1,"parts":[{}]}`:       "parts.0.name is missing",
		`{"id":1,"parts":[null]}`:     "parts.0 is null",
		`{"id":1,"parts":null}`:       "parts is null",
		`{"id":1,"more":{"k":null}}`:  "more.k is null",
		`{"id":1,"next":{}}`:          "next.name is missing",
		`{"id":1,"next":{"name":[]}}`: "next.name is a list, which does not fit",
	} {
		s.execute(t.Context(), func(x *rt.Exec) {
			value, err := rt.ParseJSON(stored)
			if err != nil {
				t.Fatal(err)
			}
			if err := anything.Set(x, "k", value); err != nil {
				t.Error(err)
			}
			item, err := wholes.Get(x, "k")
			if want == "" {
				if err != nil || !item.Found || item.Value.ID != 1 || item.Value.Parts[0].Name != "a" {
					t.Errorf("%s: %+v, %v", stored, item, err)
				}
				return
			}
			if err == nil || !strings.HasSuffix(err.Error(), want) || item.Found {
				t.Errorf("%s: %+v, %v, want %q", stored, item, err, want)
			}
		})
	}
}

// TestTypesThatContainThemselves are planned once.
func TestTypesThatContainThemselves(t *testing.T) {
	type tree struct {
		Name string  `json:"name"`
		Left *tree   `json:"left"`
		All  []*tree `json:"all"`
	}
	s := openStore(t, "memory:")
	trees, anything := values[tree](t, s, time.Hour), values[rt.Value](t, s, time.Hour)
	s.execute(t.Context(), func(x *rt.Exec) {
		err := trees.Set(x, "k", tree{Name: "a", Left: &tree{Name: "b"}, All: []*tree{nil}})
		item, errGet := trees.Get(x, "k")
		if err != nil || errGet != nil || item.Value.Left.Name != "b" {
			t.Errorf("%v, %v, %+v", err, errGet, item)
		}
		broken, _ := rt.ParseJSON(`{"name":"a","all":[],"left":{"all":[]}}`)
		if err := anything.Set(x, "k", broken); err != nil {
			t.Error(err)
		}
		if item, err := trees.Get(x, "k"); err == nil || !strings.Contains(err.Error(), "left.name is missing") {
			t.Errorf("%+v, %v", item, err)
		}
	})
}

// TestWhatIsNoJSON is refused before anything is stored.
func TestWhatIsNoJSON(t *testing.T) {
	s := openStore(t, "memory:")
	texts := values[string](t, s, time.Hour)
	s.execute(t.Context(), func(x *rt.Exec) {
		if err := texts.Set(x, "k", "\xff"); err == nil {
			t.Error("text that is not UTF-8 is stored")
		}
		if item, err := texts.Get(x, "k"); err != nil || item.Found {
			t.Errorf("%+v, %v", item, err)
		}
	})
}

func TestTimeToLiveIsNeeded(t *testing.T) {
	s := openStore(t, "memory:")
	texts := values[string](t, s, 0)
	s.execute(t.Context(), func(x *rt.Exec) {
		if item, err := texts.Get(x, "k"); err != nil || item.Found {
			t.Errorf("get: %+v, %v", item, err)
		}
		if err := texts.Set(x, "k", "v"); err == nil {
			t.Error("a value is stored for no time at all")
		}
	})
	defer func() {
		if recover() == nil {
			t.Error("a counter without a time to live is made")
		}
	}()
	storage.NewCounter(s.setup, storage.CounterConfig{By: 1})
}
