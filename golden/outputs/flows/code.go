package flows

import (
	"context"
	"errors"

	rt "github.com/flowc-dev/flowc/runtime"
)

// number is what the functions are given.
type number struct {
	N int64 `json:"n"`
}

// even rejects odd numbers.
func even(_ context.Context, in number) error {
	if in.N%2 != 0 {
		return rt.Reject("odd")
	}
	return nil
}

var errOdd = errors.New("an odd number has no half")

// halve fails for odd numbers.
func halve(_ context.Context, in number) (number, error) {
	if in.N%2 != 0 {
		return number{}, errOdd
	}
	return number{N: in.N / 2}, nil
}
