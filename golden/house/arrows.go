package main

import (
	"go/ast"
	"maps"
	"slices"
)

// arrow leads from a file to one of its folder whose names it uses.
type arrow struct{ from, to string }

// arrows are those between the files of a folder, each once, sorted.
func (f *folder) arrows() []arrow {
	declared := f.declared()
	found := map[arrow]bool{}
	for _, file := range f.files {
		use := func(name string) {
			if in := declared[name]; in != "" && in != file.name {
				found[arrow{file.name, in}] = true
			}
		}
		for _, ident := range file.tree.Unresolved {
			use(ident.Name)
		}
		ast.Inspect(file.tree, func(n ast.Node) bool {
			if s, is := n.(*ast.SelectorExpr); is {
				use("." + s.Sel.Name)
			}
			return true
		})
	}
	list := slices.Collect(maps.Keys(found))
	slices.SortFunc(list, func(a, b arrow) int { return slices.Compare([]string{a.from, a.to}, []string{b.from, b.to}) })
	return list
}

// declared is which file declares a name of the package, or a method, which begins with a dot. A method that several files
// declare is left out: without types it is not known which one is called.
func (f *folder) declared() map[string]string {
	list := map[string]string{}
	for _, file := range f.files {
		for _, d := range file.tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = "." + name
				}
				if in, known := list[name]; known && in != file.name {
					list[name] = ""
					continue
				}
				list[name] = file.name
			case *ast.GenDecl:
				for _, s := range d.Specs {
					for _, name := range specNames(s) {
						list[name] = file.name
					}
				}
			}
		}
	}
	return list
}

func specNames(s ast.Spec) []string {
	var list []string
	switch s := s.(type) {
	case *ast.TypeSpec:
		list = append(list, s.Name.Name)
	case *ast.ValueSpec:
		for _, name := range s.Names {
			list = append(list, name.Name)
		}
	}
	return list
}

// upward are the arrows from a file to one that stands before it in an order.
func upward(arrows []arrow, order []string) []arrow {
	place := map[string]int{}
	for i, name := range order {
		place[name] = i
	}
	return slices.DeleteFunc(slices.Clone(arrows), func(a arrow) bool { return place[a.to] >= place[a.from] })
}
