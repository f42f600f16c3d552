// Command house prints the figures of the repository's own Go: how long packages are, how much a rule takes, how files
// depend on one another.
//
//	go run ./golden/house          prints them
//	go run ./golden/house -upward gen/graph  prints the arrows of that folder that point upward
//	go run ./golden/house -update  writes the files' order into each doc.go, and the figures that fell into figures.txt
//
// It runs at the top of the repository. A figure that has risen is refused: who has a reason for it writes it into
// figures.txt by hand. Nothing imports it.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	update := flag.Bool("update", false, "write the order of files and the figures")
	of := flag.String("upward", "", "a folder: print its arrows that point upward")
	flag.Parse()
	if err := run(".", *update, *of); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(root string, update bool, of string) error {
	folders, err := readFolders(root)
	if err != nil {
		return err
	}
	for _, f := range folders {
		if f.path == of {
			return f.printUpward()
		}
	}
	if update {
		for _, f := range folders {
			if err := f.writeOrder(root); err != nil {
				return err
			}
		}
		if folders, err = readFolders(root); err != nil {
			return err
		}
	}
	figures, err := measure(root, folders)
	if err != nil {
		return err
	}
	if update {
		return figures.lower(root)
	}
	_, err = os.Stdout.WriteString(figures.text())
	return err
}

func (f *folder) printUpward() error {
	for _, a := range upward(f.arrows(), f.order) {
		if _, err := fmt.Printf("%s uses %s\n", a.from, a.to); err != nil {
			return err
		}
	}
	return nil
}
