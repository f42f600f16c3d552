package main

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain makes this binary the program that is loaded, where soak starts it as such.
func TestMain(m *testing.M) {
	if slices.Contains(os.Args, "-serve") {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestSoak loads all projects for a moment.
func TestSoak(t *testing.T) {
	if err := soak(t.Context(), 4*time.Second, 200*time.Millisecond, 4); err != nil && !strings.Contains(err.Error(), "too few") {
		t.Error(err)
	}
}

func TestJudge(t *testing.T) {
	flat := func(int) figures { return figures{Goroutines: 80, Descriptors: 80, Heap: 4 << 20, Resident: 90 << 20} }
	for name, test := range map[string]struct {
		at   func(i int) figures // of 40 samples
		grew string              // "" for nothing
	}{
		"flat": {flat, ""},
		"warms up, and then stays": {func(i int) figures {
			f := flat(i)
			f.Goroutines += 30 * min(i, 10)
			return f
		}, ""},
		"one peak": {func(i int) figures {
			f := flat(i)
			if i == 35 {
				f.Heap *= 100
			}
			return f
		}, ""},
		"goroutines":  {func(i int) figures { f := flat(i); f.Goroutines += 5 * i; return f }, "goroutines grew"},
		"descriptors": {func(i int) figures { f := flat(i); f.Descriptors += 2 * i; return f }, "descriptors grew"},
		"heap":        {func(i int) figures { f := flat(i); f.Heap += i << 20; return f }, "bytes of heap grew"},
		"resident":    {func(i int) figures { f := flat(i); f.Resident += i << 22; return f }, "resident bytes grew"},
	} {
		t.Run(name, func(t *testing.T) {
			var samples []figures
			for i := range 40 {
				samples = append(samples, test.at(i))
			}
			err := judge(samples)
			if (err != nil) != (test.grew != "") || err != nil && !strings.Contains(err.Error(), test.grew) {
				t.Errorf("judged %v, want %q", err, test.grew)
			}
		})
	}
	if err := judge(make([]figures, leastSamples-1)); err == nil {
		t.Error("too few samples were judged")
	}
}
