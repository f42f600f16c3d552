package database

import (
	"fmt"
	"strconv"

	rt "github.com/flowc-dev/flowc/runtime"
)

// JSON names the parameters, from 1, that go into a column of JSON: an rt.Value there is kept as the JSON that it is.
func JSON(parameters ...int) Option {
	return func(p *prepared) { p.documents = parameters }
}

// asDocuments writes those of args that go into columns of JSON.
func (p *prepared) asDocuments(args []any) error {
	for _, n := range p.documents {
		if n > len(args) {
			continue
		}
		text, err := document(args[n-1])
		if err != nil {
			return fmt.Errorf("convert parameter $%d: %w", n, err)
		}
		if _, embedded := p.handle.engine.(sqliteEngine); embedded {
			text = exactNumber(text)
		}
		args[n-1] = text
	}
	return nil
}

// document is a value as a column of JSON keeps it.
func document(arg any) (any, error) {
	switch v := arg.(type) {
	case rt.Value:
		return v.Document()
	case *rt.Value:
		if v == nil {
			return nil, nil
		}
		return v.Document()
	case bool:
		return strconv.FormatBool(v), nil
	case *bool:
		return pointedAs(v, func(b bool) any { return strconv.FormatBool(b) }), nil
	}
	return arg, nil
}

// exactNumber is a number that has more digits than SQLite would keep of it, as the bytes of a text: a number in text
// it would store as a float. The space keeps its functions from taking them for JSONB.
func exactNumber(document any) any {
	text, ok := document.(string)
	if !ok || text == "" || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return document
	}
	return []byte(" " + text)
}
