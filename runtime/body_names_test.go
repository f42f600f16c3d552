package runtime

import (
	"bytes"
	"reflect"
	"testing"
)

// TestNamesThatLookLikeJSON has members whose names hold what ends a name: none is taken for the beginning of something else.
func TestNamesThatLookLikeJSON(t *testing.T) {
	type names struct {
		Pair  *string `json:"a\":\"b"`
		Slash *string `json:"c\\"`
		Plain *string `json:"a"`
	}
	p, err := newPlan(reflect.TypeFor[names]())
	if err != nil {
		t.Fatal(err)
	}
	for document, want := range map[string]names{
		`{"a":"b"}`:                     {Plain: new("b")},
		`{"a\":\"b":"x"}`:               {Pair: new("x")},
		`{"a\u0022:\"b":"x"}`:           {Pair: new("x")},
		`{"c\\":"x"}`:                   {Slash: new("x")},
		`{"c\"":"x","a":"y"}`:           {Plain: new("y")},
		`{"c\":\"x\"}":1,"\u0061":"y"}`: {Plain: new("y")},
	} {
		var got names
		b := &bodyBuffer{Buffer: *bytes.NewBufferString(document)}
		if err := p.body.decodeAs(jsonBody, b, reflect.ValueOf(&got).Elem()); err != nil || b.wrong.fields != nil {
			t.Errorf("%s: %v, %v", document, err, b.wrong.fields)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, want %+v", document, got, want)
		}
	}
}
