package storage

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// codec is how values of type T are stored as JSON and read back, planned once.
type codec[T any] struct {
	options  json.Options
	shape    *shape
	labels   labels
	decoders *sync.Pool // *jsontext.Decoder, for shape
}

func newCodec[T any](asWhole string) codec[T] {
	t := reflect.TypeFor[T]()
	return codec[T]{
		options:  json.WithUnmarshalers(json.UnmarshalFromFunc(unmarshalDuration)),
		shape:    shapes{}.of(t),
		labels:   newLabels(t, asWhole),
		decoders: &sync.Pool{New: func() any { return &jsontext.Decoder{} }},
	}
}

func (c *codec[T]) encode(value T) (string, error) { return rt.ToJSON(value) }

// decode reads what encode wrote. JSON of another shape is an error, never a T with some fields left empty: what was
// stored by an older version of a workflow must not be taken for what it is not.
func (c *codec[T]) decode(text string) (T, error) {
	var value, none T
	raw := []byte(text)
	if err := json.Unmarshal(raw, &value, c.options); err != nil {
		return none, fmt.Errorf("the stored value does not fit: %w", withoutType(err))
	}
	if err := c.fit(raw); err != nil {
		return none, fmt.Errorf("the stored value does not fit: %w", err)
	}
	return value, nil
}

// fit checks what json.Unmarshal has let pass.
func (c *codec[T]) fit(raw []byte) error {
	dec := c.decoders.Get().(*jsontext.Decoder)
	dec.Reset(bytes.NewBuffer(raw))
	err := c.shape.walk(dec)
	dec.Reset(&bytes.Buffer{}) // the pool keeps no values
	c.decoders.Put(dec)
	return err
}

// unmarshalDuration reads a duration as workflows write it ("15m"), which the json package leaves open.
func unmarshalDuration(dec *jsontext.Decoder, d *time.Duration) error {
	var value rt.Value
	err := value.UnmarshalJSONFrom(dec)
	if err != nil {
		return err
	}
	*d, err = value.Duration()
	return err
}

// withoutType says where JSON does not fit, without the Go types and offsets that a workflow does not know.
func withoutType(err error) error {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return err
	}
	if semantic.JSONPointer == "" {
		return errors.New("it is of another type")
	}
	return fmt.Errorf("%s is of another type", semantic.JSONPointer)
}
