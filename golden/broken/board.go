package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// board keeps what became of the mutants.
type board struct {
	out     io.Writer
	verbose bool
	total   int

	mu     sync.Mutex
	counts map[string]*counts // by list
	wrong  []string           // mutants that are left for no reason, or unusable
}

type counts struct{ killed, benign, left, unusable int }

func (b *board) add(m *mutant, what outcome, said string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.counts == nil {
		b.counts = map[string]*counts{}
	}
	if b.counts[m.list] == nil {
		b.counts[m.list] = &counts{}
	}
	if word := b.counts[m.list].add(m, what); word != "" {
		b.wrong = append(b.wrong, fmt.Sprintf("%s: %s: %s (%s)", m.list, m.name, word, m.why))
		if b.verbose {
			fmt.Fprintf(b.out, "%s: %s: %s\n%s\n", m.list, m.name, strings.ToUpper(word), said)
		}
	} else if b.verbose {
		fmt.Fprintf(b.out, "%s: %s: as wanted\n", m.list, m.name)
	}
}

// add counts a mutant, and says what is wrong with it: "" where nothing is.
func (c *counts) add(m *mutant, what outcome) string {
	switch {
	case what == unusable:
		c.unusable++
		return "unusable"
	case what == killed && m.benign != "":
		c.killed++
		return "killed, although it is said to be no change"
	case what == killed:
		c.killed++
	case m.benign != "":
		c.benign++
	default:
		c.left++
		return "left"
	}
	return ""
}

// summary prints the counts by list, and what is wrong.
func (b *board) summary() error {
	var sum counts
	fmt.Fprintf(b.out, "%-12s %7s %9s %5s %9s\n", "", "killed", "no change", "left", "unusable")
	for _, list := range slices.Sorted(maps.Keys(b.counts)) {
		c := b.counts[list]
		b.line(list, *c)
		sum = counts{sum.killed + c.killed, sum.benign + c.benign, sum.left + c.left, sum.unusable + c.unusable}
	}
	b.line("all", sum)
	for _, w := range b.wrong {
		fmt.Fprintln(b.out, w)
	}
	if len(b.wrong) > 0 || sum.killed+sum.benign < b.total {
		return errLeft
	}
	return nil
}

func (b *board) line(name string, c counts) {
	fmt.Fprintf(b.out, "%-12s %7d %9d %5d %9d\n", name, c.killed, c.benign, c.left, c.unusable)
}
