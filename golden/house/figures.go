package main

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// figuresFile holds the committed figures, from the top of the repository.
const figuresFile = "golden/house/figures.txt"

// figure is one number, and the least of it that a change has to answer for.
type figure struct {
	name  string
	value int
	unit  string
	free  int  // up to this it may rise
	shown bool // it is printed, and may rise
}

type figures []figure

// Bounds below which nothing is counted.
const (
	freeFiles   = 30 // in a folder
	freePercent = 15 // of the arrows inside a package
)

// measure takes all figures.
func measure(root string, folders []*folder) (figures, error) {
	var list figures
	gen, long, tiring := 0, 0, 0
	lint, rules := 0, 0
	for _, f := range folders {
		if f.path == "gen/lint" || strings.HasPrefix(f.path, "gen/lint/") {
			lint, rules = lint+f.lines(), rules+f.rules()
		}
		if inGen(f.path) {
			gen += f.lines()
			list = append(list, figure{name: f.path, value: f.lines(), unit: "lines", shown: true})
		}
		for _, file := range f.files {
			long += file.long
			tiring += file.tiring
		}
	}
	list = append(list, figure{name: "gen, all of it", value: gen, unit: "lines", shown: true})
	data, err := dataLines(root)
	if err != nil {
		return nil, err
	}
	list = append(list, figure{name: "data that is embedded", value: data, unit: "lines", shown: true})
	for _, f := range folders {
		list = append(list, f.figures()...)
	}
	if rules > 0 {
		list = append(list, figure{name: "gen/lint, a rule", value: lint / rules, unit: "lines"})
	}
	return append(list,
		figure{name: "all of it", value: long, unit: "lines over 120 columns"},
		figure{name: "all of it", value: tiring, unit: "lines of comments with tiring words"},
	), nil
}

func inGen(folder string) bool { return folder == "gen" || strings.HasPrefix(folder, "gen/") }

// figures are those of one folder.
func (f *folder) figures() figures {
	var list figures
	list = append(list, figure{name: f.path, value: len(f.files), unit: "files", free: freeFiles})
	if f.listed() {
		arrows := f.arrows()
		list = append(list, figure{name: f.path, value: 100 * len(upward(arrows, f.order)) / max(len(arrows), 1), unit: "percent of arrows upward", free: freePercent})
	}
	switch f.path {
	case "templates":
		list = append(list, figure{name: "templates.Template", value: f.fields("Template"), unit: "fields"})
	case "runtime":
		list = append(list, figure{name: "runtime.Exec", value: f.methods("Exec"), unit: "methods"})
	}
	return list
}

// rules counts the variables of a folder of type Rule, or of that of another package.
func (f *folder) rules() int {
	n := 0
	f.specs(func(s ast.Spec) {
		v, is := s.(*ast.ValueSpec)
		if !is || len(v.Values) != 1 {
			return
		}
		if lit, is := v.Values[0].(*ast.CompositeLit); is {
			switch of := lit.Type.(type) {
			case *ast.Ident:
				n += count(of.Name == "Rule")
			case *ast.SelectorExpr:
				n += count(of.Sel.Name == "Rule")
			}
		}
	})
	return n
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// fields counts those of a struct.
func (f *folder) fields(of string) int {
	n := 0
	f.specs(func(s ast.Spec) {
		t, is := s.(*ast.TypeSpec)
		if !is || t.Name.Name != of {
			return
		}
		for _, field := range t.Type.(*ast.StructType).Fields.List {
			n += max(len(field.Names), 1)
		}
	})
	return n
}

// methods counts those of a type that other packages can call.
func (f *folder) methods(of string) int {
	n := 0
	for _, file := range f.files {
		for _, d := range file.tree.Decls {
			fn, is := d.(*ast.FuncDecl)
			if !is || fn.Recv == nil {
				continue
			}
			on := fn.Recv.List[0].Type
			if star, is := on.(*ast.StarExpr); is {
				on = star.X
			}
			if name, is := on.(*ast.Ident); is && name.Name == of {
				n++
			}
		}
	}
	return n
}

// specs calls do for each declaration of a type, a variable or a constant.
func (f *folder) specs(do func(ast.Spec)) {
	for _, file := range f.files {
		for _, d := range file.tree.Decls {
			if g, is := d.(*ast.GenDecl); is {
				for _, s := range g.Specs {
					do(s)
				}
			}
		}
	}
}

// dataLines counts the lines of the tables that packages of gen and templates embed.
func dataLines(root string) (int, error) {
	n := 0
	for _, pattern := range []string{"gen/*/*.csv", "gen/*/*.json", "gen/*/*.txt", "templates/*/*.json", "templates/*.json"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return 0, err
		}
		for _, name := range found {
			text, err := os.ReadFile(name)
			if err != nil {
				return 0, err
			}
			n += strings.Count(string(text), "\n")
		}
	}
	return n, nil
}

// text is one line a figure.
func (list figures) text() string {
	var text strings.Builder
	for _, f := range list {
		fmt.Fprintf(&text, "%-40s %6d %s\n", f.name, f.value, f.unit)
	}
	return text.String()
}

// held are the figures that may not rise.
func (list figures) held() figures {
	return slices.DeleteFunc(slices.Clone(list), func(f figure) bool { return f.shown || f.value <= f.free })
}

// lower writes the figures, unless one has risen.
func (list figures) lower(root string) error {
	before, err := committed(root)
	if err != nil {
		return err
	}
	if list := risen(list, before); len(list) > 0 {
		return fmt.Errorf("risen: %s", strings.Join(list, "; "))
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(figuresFile)), []byte(list.held().text()), 0o644)
}

var figureLine = regexp.MustCompile(`^(.*?) +(\d+) (.*)$`)

// committed reads the figures that are committed.
func committed(root string) (figures, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(figuresFile)))
	if err != nil {
		return nil, err
	}
	var list figures
	for line := range strings.Lines(string(text)) {
		parts := figureLine.FindStringSubmatch(strings.TrimSpace(line))
		if parts == nil {
			return nil, fmt.Errorf("%s: no figure: %q", path.Base(figuresFile), line)
		}
		value, err := strconv.Atoi(parts[2])
		if err != nil {
			return nil, err
		}
		list = append(list, figure{name: parts[1], value: value, unit: parts[3]})
	}
	return list, nil
}

// risen are the figures that are greater than the committed ones.
func risen(now, before figures) []string {
	var list []string
	for _, f := range now.held() {
		i := slices.IndexFunc(before, func(b figure) bool { return b.name == f.name && b.unit == f.unit })
		limit := f.free
		if i >= 0 {
			limit = before[i].value
		}
		if f.value > limit {
			list = append(list, fmt.Sprintf("%s: %d %s, may have %d", f.name, f.value, f.unit, limit))
		}
	}
	return list
}
