package golden_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/gen"
)

const (
	maxLines    = 80 // of a generated function
	maxLiterals = 2  // that a function literal is nested in others, itself counted

	longWorkflow = 50 // nodes, from which on handlers would be too long if they were not split
)

// TestReadability holds committed generated Go, which TestGo holds to what is generated, to what somebody can read who
// knows Go and not the compiler.
func TestReadability(t *testing.T) {
	functions, joins := 0, 0
	for _, c := range written(t) {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range c.want.matching(".flow.go").names() {
				fset := token.NewFileSet()
				file, err := parser.ParseFile(fset, name, c.want[name], parser.ParseComments)
				if err != nil {
					t.Fatal(err)
				}
				functions += checkFunctions(t, fset, file)
				checkStructs(t, fset, file)
				checkComments(t, fset, file)
				joins += checkJoins(t, fset, file, c.files[strings.TrimSuffix(name, ".go")+".json"])
			}
		})
	}
	if functions < 100 || joins < 5 {
		t.Errorf("only %d functions and %d joins were looked at", functions, joins)
	}
}

// TestRandomReadability holds what random workflows are compiled to, however long they are, to the same.
func TestRandomReadability(t *testing.T) {
	t.Parallel()
	functions, long := 0, 0
	for seed := range uint64(200) {
		d := randomWorkflow(seed, "random")
		out, list, err := gen.Compile(randomFiles(d).folder())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if list.HasErrors() {
			continue
		}
		if len(d.nodes) >= longWorkflow {
			long++
		}
		for _, f := range out {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, f.Name, f.Content, parser.SkipObjectResolution)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			functions += checkFunctions(t, fset, file)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if t.Logf("%d functions, %d long workflows", functions, long); long < 10 {
		t.Errorf("only %d workflows have %d nodes or more", long, longWorkflow)
	}
}

// TestLongStep wants a node that is too long for a function to be written shorter, and others as they always are.
func TestLongStep(t *testing.T) {
	body := map[string]any{"last": "{{id}}", "objects": map[string]any{"a": 1, "b": 2}}
	for i := range 200 {
		body[fmt.Sprintf("field%03d", i)] = "{{id}}"
	}
	d := &document{name: "long"}
	d.nodes = []node{
		{ID: "in", Type: "apiEndpoint", Data: map[string]any{"endpointMethod": "GET", "endpointPath": "/long/{id}", "endpointPublic": true}},
		{ID: "asked", Type: "condition", Data: map[string]any{"conditionExpression": "id != ''"}},
		{ID: "no", Type: "response", Data: map[string]any{"responseStatus": 404, "responseBody": map[string]any{"id": "{{id}}", "why": "not found"}}},
		{ID: "ok", Type: "response", Data: map[string]any{"responseStatus": 200, "responseBody": body}},
	}
	d.wires = []wire{{"in", "", "asked"}, {"asked", "true", "ok"}, {"asked", "false", "no"}}
	generated, _ := compile(t, randomFiles(d))
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "long.flow.go", generated["long.flow.go"], parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	checkFunctions(t, fset, file)
	for _, want := range []string{"Field000: in.ID, Field001: in.ID, Field002: in.ID, Field003: in.ID,\n", "ID:  in.ID,\n"} {
		if !strings.Contains(string(generated["long.flow.go"]), want) {
			t.Errorf("no %q in\n%s", want, generated["long.flow.go"])
		}
	}
}

// checkFunctions wants functions that fit on a screen or two, and closures that are no maze.
func checkFunctions(t *testing.T, fset *token.FileSet, file *ast.File) (count int) {
	t.Helper()
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		count++
		if lines := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1; lines > maxLines {
			t.Errorf("%s: %s has %d lines, want at most %d", fset.Position(f.Pos()), f.Name, lines, maxLines)
		}
		if depth := nested(f.Body); depth > maxLiterals {
			t.Errorf("%s: %s nests function literals %d deep, want at most %d", fset.Position(f.Pos()), f.Name, depth, maxLiterals)
		}
	}
	return count
}

// nested is how deep function literals are nested below a node.
func nested(n ast.Node) (deepest int) {
	ast.Inspect(n, func(child ast.Node) bool {
		literal, ok := child.(*ast.FuncLit)
		if ok {
			deepest = max(deepest, 1+nested(literal.Body))
		}
		return !ok
	})
	return deepest
}

// checkStructs wants no map of anything.
func checkStructs(t *testing.T, fset *token.FileSet, file *ast.File) {
	t.Helper()
	ast.Inspect(file, func(n ast.Node) bool {
		m, ok := n.(*ast.MapType)
		if !ok {
			return true
		}
		switch value := m.Value.(type) {
		case *ast.Ident:
			if value.Name == "any" {
				t.Errorf("%s: a map of any", fset.Position(m.Pos()))
			}
		case *ast.InterfaceType:
			t.Errorf("%s: a map of interface{}", fset.Position(m.Pos()))
		}
		return true
	})
}

// vague matches a comment that describes a declaration by a clause, where a noun or a verb would do.
var vague = regexp.MustCompile(`^\S+ is (what|who|whom|that) `)

// checkComments wants comments in lines of 100 columns that say what a declaration holds or does.
func checkComments(t *testing.T, fset *token.FileSet, file *ast.File) {
	t.Helper()
	for _, group := range file.Comments {
		if vague.MatchString(group.Text()) {
			t.Errorf("%s: %s", fset.Position(group.Pos()), group.Text())
		}
		for _, c := range group.List {
			if fset.Position(c.Pos()).Column == 1 && utf8.RuneCountInString(c.Text) > 100 {
				t.Errorf("%s: a comment of %d columns", fset.Position(c.Pos()), utf8.RuneCountInString(c.Text))
			}
		}
	}
}

// checkJoins wants every node emitted once for each entry point, and a node with several wires from different nodes as
// the beginning of a method of its own.
func checkJoins(t *testing.T, fset *token.FileSet, file *ast.File, src []byte) (joins int) {
	t.Helper()
	if src == nil {
		return 0 // flows.flow.go is of no document
	}
	entries, sources := wiring(t, src)
	first := map[token.Pos]bool{} // where methods begin
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && len(f.Body.List) > 0 {
			first[f.Body.List[0].Pos()] = true
		}
	}
	for id, places := range entered(file) {
		if len(places) > entries {
			t.Errorf("%s: %s is emitted %d times for %d entry points", fset.Position(places[1]), id, len(places), entries)
		}
		if len(sources[id]) < 2 {
			continue
		}
		joins++
		for _, place := range places {
			if !first[place] {
				t.Errorf("%s: %s is reached from %v, and is no method of its own", fset.Position(place), id, sources[id])
			}
		}
	}
	return joins
}

// wiring counts the entry points of a document, and lists the nodes that have a wire to each. A node that is reached
// from several ones, but from each entry point by one of them only, has one there.
func wiring(t *testing.T, src []byte) (entries int, sources map[string][]string) {
	t.Helper()
	var d struct {
		Nodes []node
		Edges []wire
	}
	if err := json.Unmarshal(src, &d); err != nil {
		t.Fatal(err)
	}
	sources = map[string][]string{}
	for _, n := range d.Nodes {
		if !slices.Contains([]string{"apiEndpoint", "webhook", "mcpTool", "subflow"}, n.Type) {
			continue
		}
		entries++
		for to, from := range reached(d.Edges, n.ID) {
			if old, known := sources[to]; !known || len(from) < len(old) {
				sources[to] = from
			}
		}
	}
	return entries, sources
}

// reached lists, for every node that is reached from another one, those on the way that have a wire to it.
func reached(wires []wire, from string) map[string][]string {
	sources := map[string][]string{}
	for open := []string{from}; len(open) > 0; open = open[1:] {
		for _, w := range wires {
			if w.Source != open[0] || slices.Contains(sources[w.Target], w.Source) {
				continue
			}
			if sources[w.Target] == nil {
				open = append(open, w.Target)
			}
			sources[w.Target] = append(sources[w.Target], w.Source)
		}
	}
	return sources
}

// entered finds where each node begins: its x.Enter("id").
func entered(file *ast.File) map[string][]token.Pos {
	places := map[string][]token.Pos{}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		literal, isText := call.Args[0].(*ast.BasicLit)
		if ok && isText && selector.Sel.Name == "Enter" {
			id, _ := strconv.Unquote(literal.Value) // it parsed
			places[id] = append(places[id], call.Pos())
		}
		return true
	})
	return places
}
