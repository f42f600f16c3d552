package runtime_test

import (
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

func TestRandomToken(t *testing.T) {
	inExecution(t, func(x *rt.Exec) {
		for n, length := range map[int64]int{16: 22, 32: 43, 1024: 1366} {
			if token, err := rt.RandomToken(x, n); err != nil || len(token) != length || strings.ContainsAny(token, "+/=") {
				t.Errorf("%d bytes: %q, %v", n, token, err)
			}
		}
		for _, n := range []int64{-1, 0, 15, 1025} {
			if token, err := rt.RandomToken(x, n); err == nil {
				t.Errorf("%d bytes: %q", n, token)
			}
		}
	})
}
