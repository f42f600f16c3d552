package emit

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
)

// maxColumns is the most columns of a line, but of a text that has no shorter ones.
const maxColumns = 120

// broken breaks lines that are too long: between the arguments of a call, the values of a literal or the parameters of
// a function. The outermost one that begins on a line is broken first; what is in it may be broken after that.
func broken(src []byte) ([]byte, error) {
	const deepest = 4
	for range deepest {
		breaks, err := lineBreaks(src)
		if err != nil || len(breaks) == 0 {
			return src, err
		}
		var out bytes.Buffer
		from := 0
		for _, b := range breaks {
			out.Write(src[from:b.at])
			out.WriteString(b.text)
			from = b.at
		}
		out.Write(src[from:])
		if src, err = format.Source(out.Bytes()); err != nil {
			return nil, fmt.Errorf("breaking lines: %w", err)
		}
	}
	return src, nil
}

// insertion is a text that is put into a source at an offset.
type insertion struct {
	at   int
	text string
}

// lineBreaks returns where lines that are too long are broken, sorted.
func lineBreaks(src []byte) ([]insertion, error) {
	long := longLines(src)
	if len(long) == 0 {
		return nil, nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("breaking lines: %w", err)
	}
	of := fset.File(file.Pos())
	var breaks []insertion
	ast.Inspect(file, func(n ast.Node) bool {
		open, end, list := between(n)
		if len(list) < 2 || !long[of.Line(open)] || of.Line(list[0].Pos()) != of.Line(open) {
			return true
		}
		delete(long, of.Line(open))
		breaks = append(breaks, insertion{of.Offset(open) + 1, "\n"})
		for i, item := range list {
			if i == len(list)-1 {
				breaks = append(breaks, insertion{of.Offset(end), ",\n"})
			} else {
				comma := bytes.IndexByte(src[of.Offset(item.End()):], ',')
				breaks = append(breaks, insertion{of.Offset(item.End()) + comma + 1, "\n"})
			}
		}
		return true
	})
	slices.SortFunc(breaks, func(a, b insertion) int { return a.at - b.at })
	return breaks, nil
}

// aligning are the blanks by which gofmt aligns what stands on lines below each other.
var aligning = regexp.MustCompile(`(\S) {2,}`)

// longLines returns the numbers of the lines that are too long. A tab counts as four columns, and what aligns a line as
// one: a name on another line breaks none.
func longLines(src []byte) map[int]bool {
	long := map[int]bool{}
	number := 0
	for line := range bytes.Lines(src) {
		number++
		columns := len(line) - 1 + 3*bytes.Count(line, []byte("\t"))
		if columns > maxColumns && columns-len(line)+len(aligning.ReplaceAll(line, []byte("$1 "))) > maxColumns {
			long[number] = true
		}
	}
	return long
}

// between returns the brackets of a list in which lines may be broken, and what is in it.
func between(n ast.Node) (open, end token.Pos, list []ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		return n.Lparen, n.Rparen, nodes(n.Args)
	case *ast.CompositeLit:
		return n.Lbrace, n.Rbrace, nodes(n.Elts)
	case *ast.FuncDecl:
		return n.Type.Params.Opening, n.Type.Params.Closing, nodes(n.Type.Params.List)
	}
	return 0, 0, nil
}

func nodes[T ast.Node](list []T) []ast.Node {
	all := make([]ast.Node, len(list))
	for i, n := range list {
		all[i] = n
	}
	return all
}
