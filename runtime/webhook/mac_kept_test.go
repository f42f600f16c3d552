package webhook

import (
	"fmt"
	"testing"
)

// TestKeyedAreBounded keeps the last secrets keyed and no more, however many customers a process has.
func TestKeyedAreBounded(t *testing.T) {
	k := &keyed{}
	for i := range 10 * maxKeyed {
		withSHA256.of(k, fmt.Sprint(i))
	}
	if len(k.macs) != maxKeyed || k.macs[maxKeyed-1].key != fmt.Sprint(10*maxKeyed-1) || k.macs[0].key != fmt.Sprint(9*maxKeyed) {
		t.Errorf("%d are kept, from %q", len(k.macs), k.macs[0].key)
	}
}
