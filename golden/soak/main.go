// Command soak loads projects of golden for a long time and watches what their process holds: goroutines, descriptors
// and heap must stay flat.
//
//	go run ./golden/soak -for 1h
//
// The projects run in a process of their own, on embedded databases in a folder that is removed afterwards. It prints a
// line of figures every interval, and exits with 1 where something grew.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

func main() {
	duration := flag.Duration("for", time.Hour, "how long to load")
	interval := flag.Duration("every", 10*time.Second, "how often to measure")
	callers := flag.Int("callers", 16, "how many call at once")
	serving := flag.Bool("serve", false, "be the process that is loaded (used by the command itself)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := func() error { return soak(ctx, *duration, *interval, *callers) }
	if *serving {
		run = func() error { return serve(ctx, *interval) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// soak starts the process that is loaded, loads it, and judges what it held meanwhile.
func soak(ctx context.Context, duration, interval time.Duration, callers int) error {
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	s, err := startServed(interval)
	if err != nil {
		return err
	}
	load := newLoad(s.urls)
	done := make(chan struct{})
	go func() {
		defer close(done)
		load.run(ctx, callers)
	}()
	fmt.Println("     time   requests  goroutines  descriptors  heap MiB  resident MiB")
	began := time.Now()
	samples := s.watch(ctx, func(f figures) {
		fmt.Printf("%9s %10d  %10d  %11d  %8.1f  %12.1f\n", time.Since(began).Round(time.Second), load.answered.Load(),
			f.Goroutines, f.Descriptors, mebibytes(f.Heap), mebibytes(f.Resident))
	})
	<-done
	if err := s.stop(); err != nil {
		return err
	}
	load.print(os.Stdout)
	return judge(samples)
}
