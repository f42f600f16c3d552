package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

func main() {
	only := flag.String("only", "", "the lists, separated by commas, or a part of the names of the mutants to try")
	at := flag.Int("j", 1, "how many to try at once")
	verbose := flag.Bool("v", false, "print each mutant, and the output of those that are left")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *only, *at, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var errLeft = errors.New("not every mutant is killed")

func run(ctx context.Context, out io.Writer, only string, at int, verbose bool) error {
	all, err := mutants()
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(m mutant) bool { return !m.chosen(only) })
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "broken")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &board{out: out, verbose: verbose, total: len(all)}
	r := &runner{root: root, dir: dir}
	b.tryAll(ctx, r, all, max(1, at))
	return b.summary()
}

// chosen reports whether only names the mutant's list, or a part of its name; "" names all.
func (m *mutant) chosen(only string) bool {
	return only == "" || slices.Contains(strings.Split(only, ","), m.list) || strings.Contains(m.name, only)
}

// moduleRoot is the folder of go.mod.
func moduleRoot(ctx context.Context) (string, error) {
	file, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	return filepath.Dir(strings.TrimSpace(string(file))), nil
}

// tryAll tries mutants, several at once.
func (b *board) tryAll(ctx context.Context, r *runner, all []mutant, at int) {
	places := make(chan struct{}, at)
	var running sync.WaitGroup
	for i := range all {
		places <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		running.Go(func() {
			defer func() { <-places }()
			what, said := r.try(ctx, &all[i], i)
			b.add(&all[i], what, said)
		})
	}
	running.Wait()
}
