package runtime

import "reflect"

// What the debug log shows of a Response: its body where the body's type says which fields are labelled, of any other
// body its size.
type (
	emptyAnswer struct {
		Status int `json:"status"`
	}
	sizedAnswer struct {
		Status int `json:"status"`
		Bytes  int `json:"bytes"`
	}
	shownAnswer struct {
		Status int `json:"status"`
		Body   any `json:"body"`
	}
)

// showAnswer gives the answer to the debug log, unless the node has shown what it yields.
func (v *visit) showAnswer(shown any) {
	if v.values == nil {
		v.values = shown
	}
}

// showJSON is showAnswer for a body that takes size bytes.
func (v *visit) showJSON(status int, body any, size int) {
	if saysLabels(reflect.TypeOf(body)) {
		v.showAnswer(shownAnswer{Status: status, Body: body})
	} else {
		v.showAnswer(sizedAnswer{Status: status, Bytes: size})
	}
}

// saysLabels is true for structs that are declared, with tags for what is labelled, and lists and maps of them.
func saysLabels(t reflect.Type) bool {
	for t != nil && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map) {
		t = t.Elem()
	}
	return t != nil && t.Kind() == reflect.Struct && t.Name() != "" && t != reflect.TypeFor[Value]()
}
