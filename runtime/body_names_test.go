package runtime

import (
	"bytes"
	"reflect"
	"testing"
)

// TestNamesThatLookLikeJSON has members whose names hold what ends a name: none is taken for the beginning of something else.
func TestNamesThatLookLikeJSON(t *testing.T) {
	var fields []reflect.StructField
	for i, tag := range []reflect.StructTag{`json:"a\":\"b"`, `json:"c\\"`, `json:"a"`} { // which vet and staticcheck would warn of, written as a struct
		fields = append(fields, reflect.StructField{Name: string(rune('A' + i)), Type: reflect.TypeFor[*string](), Tag: tag})
	}
	names := reflect.StructOf(fields)
	p, err := newPlan(names)
	if err != nil {
		t.Fatal(err)
	}
	for document, want := range map[string][3]string{
		`{"a":"b"}`:                     {2: "b"},
		`{"a\":\"b":"x"}`:               {0: "x"},
		`{"a\u0022:\"b":"x"}`:           {0: "x"},
		`{"c\\":"x"}`:                   {1: "x"},
		`{"c\"":"x","a":"y"}`:           {2: "y"},
		`{"c\":\"x\"}":1,"\u0061":"y"}`: {2: "y"},
	} {
		got := reflect.New(names).Elem()
		b := &bodyBuffer{Buffer: *bytes.NewBufferString(document)}
		if err := p.body.decodeAs(jsonBody, b, got); err != nil || b.wrong.fields != nil {
			t.Errorf("%s: %v, %v", document, err, b.wrong.fields)
		}
		for i, want := range want {
			if text, _ := got.Field(i).Interface().(*string); (text == nil) != (want == "") || text != nil && *text != want {
				t.Errorf("%s: field %d is not %q", document, i, want)
			}
		}
	}
}
