package emit

import (
	"fmt"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/ir"
)

// share makes structs of bodies with the same fields one, and keeps the names that it has instead.
func (w *workflow) share() {
	alike := map[string]int{} // how many have fields of these names: to print a struct is slow
	for _, t := range w.types {
		alike[t.names()]++
	}
	byShape, shapes := map[string][]*structType{}, map[*structType]string{}
	for _, t := range w.types {
		if len(t.bodyOf) > 0 && alike[t.names()] > 1 {
			shapes[t] = jen.Struct(t.members()...).GoString()
			byShape[shapes[t]] = append(byShape[shapes[t]], t)
		}
	}
	var kept []*structType
	for _, t := range w.types {
		same := byShape[shapes[t]]
		if len(same) > 1 && same[0] == t {
			w.merge(same)
		}
		if len(same) < 2 || same[0] == t {
			kept = append(kept, t)
		}
	}
	w.types = kept
}

// names are the names of a struct's fields, with commas.
func (t *structType) names() string {
	names := make([]string, len(t.typ.Fields))
	for i, f := range t.typ.Fields {
		names[i] = f.Name
	}
	return strings.Join(names, ",")
}

// merge gives structs with the same fields one name, and the first of them the comment of all.
func (w *workflow) merge(same []*structType) {
	name := w.shapeName(same[0])
	w.byName[name] = same[0]
	var of []string
	for _, t := range same {
		for _, node := range t.bodyOf {
			if !slices.Contains(of, node) {
				of = append(of, node)
			}
		}
		w.shared[t.typ.Go] = name
	}
	same[0].doc = fmt.Sprintf("%s holds the body of %s.", name, listed(of))
}

// shapeName names a struct by its fields, "loginError"; by its node where it has many of them, or the name is another
// one's.
func (w *workflow) shapeName(t *structType) string {
	name := ir.BodyName(w.ir.GoName, t.typ)
	if name == "" || w.byName[name] != nil || w.declared[name] {
		return t.typ.Go
	}
	return name
}

// listed is a list in prose: "a, b and c".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// renamed writes other names of types into a source, which has fields and methods of these names, too.
func renamed(src []byte, names map[string]string) []byte {
	if len(names) == 0 {
		return src
	}
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	var out []byte
	from, before := 0, token.ILLEGAL
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return append(out, src[from:]...)
		}
		called := names[text]
		if tok == token.IDENT && called != "" && before != token.PERIOD && before != token.RPAREN {
			at := file.Offset(pos)
			out = append(append(out, src[from:at]...), called...)
			from = at + len(text)
		}
		before = tok
	}
}
