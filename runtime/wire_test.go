package runtime

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// tree holds itself, and a duration behind that.
type tree struct {
	Branches []tree           `json:"branches"`
	Names    map[string]*tree `json:"names"`
	Age      time.Duration    `json:"age"`
}

// chain holds itself and no duration.
type chain struct {
	Next *chain    `json:"next"`
	At   time.Time `json:"at"`
	Any  Value     `json:"any"`
	Data []byte    `json:"data"`
}

// minutes is written as a duration, by the options of whoever writes it.
type minutes int64

// MarshalJSONTo implements json.MarshalerTo.
func (m minutes) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, time.Duration(m)*time.Minute)
}

// TestWireOf wants the same bytes of each value as wire gives, and less to be looked for only where no duration can be.
func TestWireOf(t *testing.T) {
	minute := time.Minute
	held, not := true, false
	for _, c := range []struct {
		value any
		held  bool
	}{
		{nil, not}, {1, not}, {"1m", not}, {[]string{"1m"}, not}, {[]byte("1m"), not}, {time.Unix(0, 0), not}, {ValueOf(minute), not}, {[]Value{ValueOf(minute)}, not},
		{chain{Next: &chain{}}, not}, {map[string][]*chain{"a": {{}}}, not}, {struct {
			A int64   `json:"a"`
			B []chain `json:"b"`
		}{}, not}, {(*chain)(nil), not},
		{minute, held}, {&minute, held}, {[]time.Duration{minute}, held}, {[1]time.Duration{minute}, held}, {map[string]time.Duration{"a": minute}, held},
		{map[time.Duration]int{minute: 1}, held}, {any(minute), held}, {[]any{minute, map[string]any{"a": &minute}}, held}, {struct {
			A *any `json:"a"`
		}{}, held},
		{tree{Branches: []tree{{Age: minute}}, Names: map[string]*tree{"a": {Age: minute}}}, held}, {[]map[string]*tree{{"a": {}}}, held},
		{minutes(1), held}, {[]*minutes{new(minutes)}, held}, {struct{ tree }{tree{Age: minute}}, held},
	} {
		want, err := json.Marshal(c.value, wire)
		if err != nil {
			t.Errorf("%T: %v", c.value, err)
		}
		for range 2 { // found, and known
			if got, err := marshal(c.value); string(got) != string(want) || err != nil {
				t.Errorf("%T is written as %s (%v), want %s", c.value, got, err, want)
			}
			if _, held := json.GetOption(wireOf(c.value), json.WithMarshalers); held != c.held {
				t.Errorf("%T may hold a duration: %t", c.value, held)
			}
		}
	}
}
