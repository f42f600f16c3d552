package fn_test

import (
	"math"
	"testing"

	"github.com/flowc-dev/flowc/runtime/fn"
)

func TestIntArithmetic(t *testing.T) {
	const top, bottom = math.MaxInt64, math.MinInt64
	for _, tt := range []struct {
		name string
		f    func(a, b int64) (int64, error)
		a, b int64
		want int64
		ok   bool
	}{
		{"Add", fn.Add, 1, 2, 3, true}, {"Add", fn.Add, top, 0, top, true}, {"Add", fn.Add, top, 1, 0, false},
		{"Add", fn.Add, bottom, -1, 0, false}, {"Add", fn.Add, bottom, top, -1, true}, {"Add", fn.Add, bottom, bottom, 0, false},
		{"Sub", fn.Sub, 1, 2, -1, true}, {"Sub", fn.Sub, bottom, 0, bottom, true}, {"Sub", fn.Sub, bottom, 1, 0, false},
		{"Sub", fn.Sub, top, -1, 0, false}, {"Sub", fn.Sub, 0, bottom, 0, false}, {"Sub", fn.Sub, -1, bottom, top, true},
		{"Mul", fn.Mul, -3, 4, -12, true}, {"Mul", fn.Mul, 0, bottom, 0, true}, {"Mul", fn.Mul, bottom, 1, bottom, true},
		{"Mul", fn.Mul, bottom, -1, 0, false}, {"Mul", fn.Mul, -1, bottom, 0, false}, {"Mul", fn.Mul, 1 << 32, 1 << 31, 0, false},
		{"Mul", fn.Mul, -(1 << 32), 1 << 31, bottom, true}, {"Mul", fn.Mul, top, top, 0, false},
		{"Div", fn.Div, -7, 2, -3, true}, {"Div", fn.Div, 1, 0, 0, false}, {"Div", fn.Div, bottom, -1, 0, false},
		{"Mod", fn.Mod, -7, 2, -1, true}, {"Mod", fn.Mod, 1, 0, 0, false}, {"Mod", fn.Mod, bottom, -1, 0, true},
	} {
		if got, err := tt.f(tt.a, tt.b); got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%s(%d, %d) is %d, %v; want %d, ok %v", tt.name, tt.a, tt.b, got, err, tt.want, tt.ok)
		}
	}
	if got, err := fn.Neg(5); got != -5 || err != nil {
		t.Error(got, err)
	}
	if _, err := fn.Neg(bottom); err == nil {
		t.Error("Neg of the smallest int has no error")
	}
}

func TestFloatArithmetic(t *testing.T) {
	const top = math.MaxFloat64
	for _, tt := range []struct {
		name string
		f    func(a, b float64) (float64, error)
		a, b float64
		want float64
		ok   bool
	}{
		{"AddFloat", fn.AddFloat, 1, 0.5, 1.5, true}, {"AddFloat", fn.AddFloat, top, 1, top, true}, {"AddFloat", fn.AddFloat, top, top, 0, false},
		{"SubFloat", fn.SubFloat, 1, 0.5, 0.5, true}, {"SubFloat", fn.SubFloat, -top, top, 0, false},
		{"MulFloat", fn.MulFloat, 2, -0.5, -1, true}, {"MulFloat", fn.MulFloat, top, -2, 0, false}, {"MulFloat", fn.MulFloat, math.Inf(1), 0, 0, false},
		{"DivFloat", fn.DivFloat, 1, 4, 0.25, true}, {"DivFloat", fn.DivFloat, 1, 0, 0, false}, {"DivFloat", fn.DivFloat, 0, 0, 0, false},
		{"DivFloat", fn.DivFloat, top, 0.5, 0, false}, {"DivFloat", fn.DivFloat, 1, math.Inf(1), 0, true},
	} {
		if got, err := tt.f(tt.a, tt.b); got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%s(%g, %g) is %g, %v; want %g, ok %v", tt.name, tt.a, tt.b, got, err, tt.want, tt.ok)
		}
	}
}

func TestFloatToInt(t *testing.T) {
	for _, tt := range []struct {
		f    float64
		want int64
		ok   bool
	}{
		{1.9, 1, true}, {-1.9, -1, true}, {-1 << 63, math.MinInt64, true}, {1 << 63, 0, false}, {1<<63 - 1024, 1<<63 - 1024, true},
		{math.NaN(), 0, false}, {math.Inf(1), 0, false}, {math.Inf(-1), 0, false},
	} {
		if got, err := fn.FloatToInt(tt.f); got != tt.want || (err == nil) != tt.ok {
			t.Errorf("FloatToInt(%v) is %d, %v", tt.f, got, err)
		}
	}
}
