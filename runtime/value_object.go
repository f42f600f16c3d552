package runtime

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// Member is a member of an object whose name is known only now.
type Member struct {
	Name  string
	Value Value
}

// ObjectOf returns the object of these members, in this order. Two of one name are an error: readers disagree on which
// of them counts.
func ObjectOf(members []Member) (Value, error) {
	var text bytes.Buffer
	enc := jsontext.NewEncoder(&text)
	err := enc.WriteToken(jsontext.BeginObject)
	for _, m := range members {
		if err == nil {
			err = enc.WriteToken(jsontext.String(m.Name))
		}
		if err == nil {
			err = m.Value.MarshalJSONTo(enc)
		}
		if err != nil {
			return Value{}, public.New("the object has a member of that name already, or the name is no text")
		}
	}
	if err := enc.WriteToken(jsontext.EndObject); err != nil {
		return Value{}, err
	}
	return Value{raw: bytes.TrimSpace(text.Bytes())}, nil
}
