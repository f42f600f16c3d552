package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// docFile is the file of a package that lists its files, the top first.
const docFile = "doc.go"

// minListed is how many files a folder has at least whose order is listed.
const minListed = 6

// orderHead begins the list of files in a doc.go.
const orderHead = "// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where\n// that is not so.\n//\n"

// listed reports whether a folder lists its files.
func (f *folder) listed() bool { return len(f.files) >= minListed }

// orderIn reads the list of files in a doc.go.
func orderIn(doc *file) []string {
	_, list, found := strings.Cut(doc.text, orderHead)
	if !found {
		return nil
	}
	list, _, _ = strings.Cut(list, "\n\n")
	return strings.Fields(strings.ReplaceAll(list, "//", " "))
}

// declaresNothing reports whether a doc.go holds comments alone.
func declaresNothing(doc *file) bool { return len(doc.tree.Decls) == 0 }

// writeOrder writes the list of files into the doc.go of a folder.
func (f *folder) writeOrder(root string) error {
	path := filepath.Join(root, filepath.FromSlash(f.path), docFile)
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	rest := string(text)
	if before, after, found := strings.Cut(rest, orderHead); found {
		_, after, _ = strings.Cut(after, "\n\n")
		rest = before + after
	}
	if rest == "" {
		rest = "package " + f.files[0].tree.Name.Name + "\n"
	}
	if !f.listed() {
		return nil
	}
	return os.WriteFile(path, []byte(orderHead+wrapped(f.bestOrder())+"\n"+rest), 0o644)
}

// wrapped is a list of names in lines of a comment.
func wrapped(names []string) string {
	var text strings.Builder
	line := "//\t"
	for _, name := range names {
		if len(line)+len(name) > maxColumns-4 {
			fmt.Fprintf(&text, "%s\n", strings.TrimRight(line, " "))
			line = "//\t"
		}
		line += name + " "
	}
	fmt.Fprintf(&text, "%s\n", strings.TrimRight(line, " "))
	return text.String()
}

// bestOrder is the order that is listed, less the files that are gone, with new ones where they cause the fewest arrows
// upward; where none is listed, one with few of them.
func (f *folder) bestOrder() []string {
	arrows, names := f.arrows(), f.names()
	order := slices.DeleteFunc(slices.Clone(f.order), func(name string) bool { return !slices.Contains(names, name) })
	for _, name := range names {
		if !slices.Contains(order, name) {
			order = placed(arrows, order, name)
		}
	}
	if len(f.order) > 0 {
		return order
	}
	for best := len(upward(arrows, order)) + 1; len(upward(arrows, order)) < best; {
		best = len(upward(arrows, order))
		for _, name := range names {
			order = placed(arrows, slices.DeleteFunc(order, func(n string) bool { return n == name }), name)
		}
	}
	return order
}

// placed puts a file into an order, as low as it causes the fewest arrows upward.
func placed(arrows []arrow, order []string, name string) []string {
	place := map[string]int{}
	for i, n := range order {
		place[n] = i
	}
	// cost[i] is how many arrows of the file point upward where it stands before order[i].
	cost := make([]int, len(order)+1)
	for _, a := range arrows {
		switch at, other := place[a.to], a.to != name; {
		case a.from == name && other && slices.Contains(order, a.to):
			for i := at + 1; i <= len(order); i++ {
				cost[i]++
			}
		case !other && slices.Contains(order, a.from):
			for i := 0; i <= place[a.from]; i++ {
				cost[i]++
			}
		}
	}
	best := len(order)
	for i := len(order); i >= 0; i-- {
		if cost[i] < cost[best] {
			best = i
		}
	}
	return slices.Insert(order, best, name)
}
