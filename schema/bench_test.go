package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func BenchmarkParse(b *testing.B) {
	src := loginDocument(b)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if w, _ := schema.Parse(diag.NewFile("login.flow.json", src)); w == nil {
			b.Fatal("not parsed")
		}
	}
}

func BenchmarkFormat(b *testing.B) {
	src := loginDocument(b)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := schema.Format(src); err != nil {
			b.Fatal(err)
		}
	}
}

// manyNodes returns a document of n nodes in a row, on one line, each with one mistake.
func manyNodes(n int) string {
	var nodes, edges []string
	for i := range n {
		nodes = append(nodes, fmt.Sprintf(`{"id": "n%d", "type": "set", "positio": {"x": %d, "y": 0}, "data": {"setValues": {"é": "{{n%d}}"}}}`, i, i, i))
		edges = append(edges, fmt.Sprintf(`{"source": "n%d", "target": "n%d"}`, i, i+1))
	}
	return head + `"nodes": [` + strings.Join(nodes, ", ") + `], "edges": [` + strings.Join(edges, ", ") + `]}`
}

func BenchmarkManyNodes(b *testing.B) {
	src := []byte(manyNodes(10_000))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if w, _ := schema.Parse(diag.NewFile("login.flow.json", src)); len(w.Nodes) != 10_000 {
			b.Fatal("not parsed")
		}
	}
}
