// Command house prints the figures of the repository's own Go: how long packages are, how much a rule takes, how files
// depend on one another.
//
//	go run ./golden/house          prints them
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
	flag.Parse()
	if err := run(".", *update); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(root string, update bool) error {
	folders, err := readFolders(root)
	if err != nil {
		return err
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
