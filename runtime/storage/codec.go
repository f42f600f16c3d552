package storage

import (
	"fmt"
	"reflect"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/strict"
)

// codec is the plan by which values of type T are stored as JSON and read back, made once.
type codec[T any] struct {
	reader *strict.Reader[T]
	labels labels
}

func newCodec[T any](asWhole string) codec[T] {
	return codec[T]{reader: strict.NewReader[T](), labels: newLabels(reflect.TypeFor[T](), asWhole)}
}

func (c *codec[T]) encode(value T) (string, error) { return rt.ToJSON(value) }

// decode reads what encode wrote. JSON of another shape is an error, never a T with some fields left empty: what was
// stored by an older version of a workflow must not be taken for what it is not.
func (c *codec[T]) decode(text string) (T, error) {
	value, err := c.reader.Read([]byte(text))
	if err != nil {
		return value, fmt.Errorf("the stored value does not fit: %w", err)
	}
	return value, nil
}
