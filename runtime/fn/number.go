package fn

import (
	"math"
	"math/bits"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

var (
	errOverflow = public.New("int overflow")
	errTooLarge = public.New("float overflow")
	errZero     = public.New("division by zero")
)

// Add returns a+b; overflow is an error.
func Add(a, b int64) (int64, error) {
	sum := a + b
	if (sum > a) != (b > 0) && b != 0 {
		return 0, errOverflow
	}
	return sum, nil
}

// Sub returns a-b; overflow is an error.
func Sub(a, b int64) (int64, error) {
	diff := a - b
	if (diff < a) != (b > 0) && b != 0 {
		return 0, errOverflow
	}
	return diff, nil
}

// Mul returns a*b; overflow is an error.
func Mul(a, b int64) (int64, error) {
	negative := (a < 0) != (b < 0)
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	limit := uint64(math.MaxInt64)
	if negative {
		limit++
	}
	if high != 0 || low > limit {
		return 0, errOverflow
	}
	return a * b, nil
}

// magnitude is |a|, also of the smallest int.
func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// Div returns a/b, truncated toward zero; division by zero and overflow are errors.
func Div(a, b int64) (int64, error) {
	switch {
	case b == 0:
		return 0, errZero
	case a == math.MinInt64 && b == -1:
		return 0, errOverflow
	}
	return a / b, nil
}

// Mod returns the remainder of Div, with the sign of a; division by zero is an error.
func Mod(a, b int64) (int64, error) {
	if b == 0 {
		return 0, errZero
	}
	return a % b, nil
}

// AddFloat returns a+b; overflow is an error, as JSON has no infinity.
func AddFloat(a, b float64) (float64, error) { return finite(a + b) }

// SubFloat returns a-b; overflow is an error.
func SubFloat(a, b float64) (float64, error) { return finite(a - b) }

// MulFloat returns a*b; overflow is an error.
func MulFloat(a, b float64) (float64, error) { return finite(a * b) }

// DivFloat returns a/b; division by zero and overflow are errors.
func DivFloat(a, b float64) (float64, error) {
	if b == 0 {
		return 0, errZero
	}
	return finite(a / b)
}

// finite refuses an infinity and what is not a number, which a database may have brought in.
func finite(f float64) (float64, error) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, errTooLarge
	}
	return f, nil
}

// Neg returns -a; overflow is an error.
func Neg(a int64) (int64, error) {
	if a == math.MinInt64 {
		return 0, errOverflow
	}
	return -a, nil
}

// Abs returns a without its sign; overflow is an error.
func Abs(a int64) (int64, error) {
	if a < 0 {
		return Neg(a)
	}
	return a, nil
}
