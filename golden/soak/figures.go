package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
)

// figures are what a process holds at one time.
type figures struct {
	Goroutines  int
	Descriptors int
	Heap        int // bytes that are reachable, after a collection
	Resident    int // bytes of the whole process, with what SQLite keeps outside of the heap
}

func mebibytes(bytes int) float64 { return float64(bytes) / (1 << 20) }

// measure takes the figures of this process.
func measure() (figures, error) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return figures{}, fmt.Errorf("counting descriptors: %w", err)
	}
	resident, err := residentBytes()
	if err != nil {
		return figures{}, fmt.Errorf("reading the size of the process: %w", err)
	}
	return figures{runtime.NumGoroutine(), len(open), int(m.HeapAlloc), resident}, nil
}

// residentBytes is the resident set size (proc(5), statm).
func residentBytes() (int, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var size, resident int
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		return 0, err
	}
	return resident * os.Getpagesize(), nil
}

// What the medians may differ by: connections come and go, and caches fill up.
const (
	slackGoroutines  = 50
	slackDescriptors = 20
	slackHeap        = 8 << 20  // bytes
	slackResident    = 64 << 20 // bytes
)

// leastSamples are needed for a judgement: a quarter of them warms up.
const leastSamples = 8

// judge compares the last quarter of the time with the second one, after all has warmed up. The error says what grew.
func judge(samples []figures) error {
	n := len(samples)
	if n < leastSamples {
		return fmt.Errorf("%d measurements are too few to judge, want %d: load for longer, or measure more often", n, leastSamples)
	}
	early, late := medians(samples[n/4:n/2]), medians(samples[n-n/4:])
	for _, grown := range []struct {
		what            string
		from, to, slack int
	}{
		{"goroutines", early.Goroutines, late.Goroutines, slackGoroutines},
		{"descriptors", early.Descriptors, late.Descriptors, slackDescriptors},
		{"bytes of heap", early.Heap, late.Heap, slackHeap},
		{"resident bytes", early.Resident, late.Resident, slackResident},
	} {
		if grown.to-grown.from > grown.slack {
			return fmt.Errorf("%s grew from %d to %d, by more than %d", grown.what, grown.from, grown.to, grown.slack)
		}
	}
	return nil
}

func medians(samples []figures) figures {
	return figures{
		Goroutines:  median(samples, func(f figures) int { return f.Goroutines }),
		Descriptors: median(samples, func(f figures) int { return f.Descriptors }),
		Heap:        median(samples, func(f figures) int { return f.Heap }),
		Resident:    median(samples, func(f figures) int { return f.Resident }),
	}
}

func median(samples []figures, of func(figures) int) int {
	var values []int
	for _, s := range samples {
		values = append(values, of(s))
	}
	slices.Sort(values)
	return values[len(values)/2]
}
