package emit

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// span is a part of a source file, by offset.
type span struct{ start, end int }

// simplified leaves the types out of the elements of lists and maps, which say them already, as gofmt -s does.
func simplified(src []byte) ([]byte, error) {
	if !bytes.Contains(src, []byte("[]")) && !bytes.Contains(src, []byte("map[")) {
		return src, nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("what was generated is no Go: %w", err)
	}
	base := fset.File(file.Pos()).Base()
	at := func(from, to token.Pos) span { return span{int(from) - base, int(to) - base} }
	text := func(n ast.Node) string { s := at(n.Pos(), n.End()); return string(src[s.start:s.end]) }
	var cut []span
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		want := elementType(literal.Type)
		if want == nil {
			return true
		}
		for _, element := range literal.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				element = pair.Value
			}
			if typ := typeOf(element); typ != nil && text(typ) == text(want) {
				cut = append(cut, at(typ.Pos(), typ.End()))
			}
		}
		return true
	})
	slices.SortFunc(cut, func(a, b span) int { return a.start - b.start })
	return without(src, cut), nil
}

// elementType is the element type of a composite literal, nil where it is no list or map.
func elementType(t ast.Expr) ast.Expr {
	switch t := t.(type) {
	case *ast.ArrayType:
		return t.Elt
	case *ast.MapType:
		return t.Value
	}
	return nil
}

// typeOf is the type that a literal says, or nil.
func typeOf(e ast.Expr) ast.Expr {
	if literal, ok := e.(*ast.CompositeLit); ok {
		return literal.Type
	}
	return nil
}

func without(src []byte, cut []span) []byte {
	var out bytes.Buffer
	from := 0
	for _, s := range cut {
		out.Write(src[from:s.start])
		from = s.end
	}
	out.Write(src[from:])
	return out.Bytes()
}
