package project

import (
	"slices"
	"testing"
)

// TestWithoutCollecting leaves to the environment what it says of the garbage collector itself.
func TestWithoutCollecting(t *testing.T) {
	given := []string{"A=1"}
	for _, tt := range []struct {
		collector, limit string
		want             []string
	}{
		{"", "", []string{"A=1", "GOGC=off", "GOMEMLIMIT=1GiB"}},
		{"50", "", given},
		{"", "2GiB", given},
	} {
		t.Setenv("GOGC", tt.collector)
		t.Setenv("GOMEMLIMIT", tt.limit)
		if got := withoutCollecting(given); !slices.Equal(got, tt.want) {
			t.Errorf("with GOGC=%s GOMEMLIMIT=%s: %v, want %v", tt.collector, tt.limit, got, tt.want)
		}
	}
}
