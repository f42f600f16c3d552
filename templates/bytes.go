package templates

import "github.com/dave/jennifer/jen"

// Bytes is a number of bytes as a Go programmer writes it: 10 << 20.
func Bytes(n int64) *jen.Statement {
	for _, shift := range []int{30, 20, 10} {
		if n >= 1<<shift && n%(1<<shift) == 0 {
			return jen.Lit(int(n >> shift)).Op("<<").Lit(shift)
		}
	}
	return jen.Lit(int(n))
}
