package main

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// top is the top of the repository, from here.
var top = filepath.Join("..", "..")

// read is the repository, read once.
var read = sync.OnceValues(func() ([]*folder, error) { return readFolders(top) })

func repository(t *testing.T) []*folder {
	t.Helper()
	folders, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) < 50 {
		t.Fatalf("%d folders are no repository", len(folders))
	}
	return folders
}

// TestFilesAreListed wants the files of each package of six or more in its doc.go, and no list in others, which would
// become stale.
func TestFilesAreListed(t *testing.T) {
	for _, f := range repository(t) {
		if !f.listed() {
			if f.order != nil {
				t.Errorf("%s/%s lists files, and a folder of %d needs no list: remove it", f.path, docFile, len(f.files))
			}
			continue
		}
		if got, want := slices.Sorted(slices.Values(f.order)), f.names(); !slices.Equal(got, want) {
			t.Errorf("%s/%s lists other files than there are: run go run ./golden/house -update, and read where new ones stand", f.path, docFile)
		}
	}
}

// TestFigures wants no figure above the committed one.
func TestFigures(t *testing.T) {
	now, err := measure(top, repository(t))
	if err != nil {
		t.Fatal(err)
	}
	before, err := committed(top)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range risen(now, before) {
		t.Errorf("%s: what is new replaces something, or stands elsewhere (go run ./golden/house)", line)
	}
}

// TestRisen compares a figure that has risen, one that has fallen, one that may rise, and a new one.
func TestRisen(t *testing.T) {
	before := figures{{name: "a", value: 40, unit: "files"}, {name: "b", value: 154, unit: "lines"}}
	now := figures{
		{name: "a", value: 41, unit: "files", free: 30},
		{name: "b", value: 100, unit: "lines"},
		{name: "c", value: 29, unit: "files", free: 30},
		{name: "d", value: 31, unit: "files", free: 30},
		{name: "e", value: 900, unit: "lines", shown: true},
	}
	want := []string{"a: 41 files, may have 40", "d: 31 files, may have 30"}
	if got := risen(now, before); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// drawn makes a folder of files, each with what it holds.
func drawn(t *testing.T, texts map[string]string) *folder {
	t.Helper()
	f := &folder{path: "drawn"}
	for name, text := range texts {
		read, err := readFile(name, "package drawn\n"+text)
		if err != nil {
			t.Fatal(err)
		}
		f.files = append(f.files, read)
	}
	return f
}

// TestArrows finds the names that files use of one another: functions, types, variables and methods, not what a file declares
// for itself, and no method that two files declare.
func TestArrows(t *testing.T) {
	f := drawn(t, map[string]string{
		"a.go": "func A(x T) { x.Run(); B(); x.String() }",
		"b.go": "func B() int { V := 1; return V }",
		"t.go": "type T struct{}\nfunc (T) Run() {}\nfunc (T) String() string { return C }",
		"c.go": "const C = \"c\"\nvar V = B()\ntype U int\nfunc (U) String() string { return C }",
	})
	arrows := f.arrows()
	var got []string
	for _, a := range arrows {
		got = append(got, a.from+">"+a.to)
	}
	if want := []string{"a.go>b.go", "a.go>t.go", "c.go>b.go", "t.go>c.go"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if n := len(upward(arrows, []string{"a.go", "t.go", "c.go", "b.go"})); n != 0 {
		t.Errorf("%d arrows are upward in the order of use", n)
	}
	if n := len(upward(arrows, []string{"b.go", "c.go", "t.go", "a.go"})); n != 4 {
		t.Errorf("%d arrows are upward in the order against use, want 4", n)
	}
	if order := f.bestOrder(); len(upward(arrows, order)) != 0 {
		t.Errorf("the order %v has arrows upward", order)
	}
}

// TestOrderIsKept reads the list that was written, and puts a new file where it belongs.
func TestOrderIsKept(t *testing.T) {
	doc, err := readFile(docFile, orderHead+wrapped([]string{"z.go", "a.go"})+"\npackage drawn\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := orderIn(doc); !slices.Equal(got, []string{"z.go", "a.go"}) || !declaresNothing(doc) {
		t.Fatalf("read %q", got)
	}
	f := drawn(t, map[string]string{"z.go": "func Z() { M() }", "m.go": "func M() { A() }", "a.go": "func A() {}"})
	f.order = orderIn(doc)
	if got := strings.Join(f.bestOrder(), " "); got != "z.go m.go a.go" {
		t.Errorf("the order is %s", got)
	}
}

// TestTiringLines counts lines of comments by their words, and no code.
func TestTiringLines(t *testing.T) {
	f, err := readFile("a.go", "package a\n\n// A tells\n// what it tells.\n/* who\ncalls him */\nvar he = `told` // fine\n")
	if err != nil {
		t.Fatal(err)
	}
	if f.tiring != 3 {
		t.Errorf("%d lines are tiring, want 3", f.tiring)
	}
}

// TestLongLines counts lines over 120 columns, but for links and rows of tables.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", maxColumns)
	f, err := readFile("a.go", "package a\n\n// "+long+"\n// https://"+long+"\nvar _ = []string{\n\t{\""+long+"\"},\n}\nvar _ = `"+long+"`\n")
	if err != nil {
		t.Fatal(err)
	}
	if f.long != 2 {
		t.Errorf("%d lines are long, want 2", f.long)
	}
}
