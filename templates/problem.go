package templates

import (
	"fmt"

	"github.com/flowc-dev/flowc/schema/diag"
)

// OutOfBounds is the problem of a number outside of the bounds that another setting gives.
func OutOfBounds(field, setting string, got, low, high int64) Problem {
	return Problem{
		Code: diag.FC203, Field: field,
		Message: fmt.Sprintf("%q: want a whole number from %d to %d for %s, got %d", field, low, high, setting, got),
	}
}
