package schema_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// seed adds documents that reach every part of the reader.
func seed(f *testing.F) {
	f.Add(loginDocument(f))
	f.Add(schema.New("x"))
	for _, src := range []string{
		"", "[1,]", "{", "\ufeff{}", "{\"a\": \"\\ud83d\\ude00\\n\"}\r\n", "\xff\xfe{\x00", `{"version": 1, "nodes": [{"id": "é"}]}`,
		head + `"nodes": [{"id": "a", "type": "note"}, {"id": "a", "type": "set", "data": {"name": "\u0061"}}], "edges": [{"source": "a", "target": "b"}]}`,
		head + `"id": 1, "nodes": [], "edges": [], "lint": {"ignore": [{"rule": "FC404", "reason": "r"}]}}`,
		strings.Repeat("[", 130),
	} {
		f.Add([]byte(src))
	}
}

func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		file := diag.NewFile("a.flow.json", src)
		w, problems := schema.Parse(file)
		if w == nil && !problems.HasErrors() {
			t.Fatal("no workflow and no problem")
		}
		for _, d := range problems {
			inBounds(t, src, d.Span)
			for _, r := range d.Related {
				inBounds(t, src, r.Span)
			}
		}
		if w != nil {
			valueInBounds(t, file, w.Root)
		}
		var out bytes.Buffer
		if err := diag.WriteText(&out, problems, false); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(out.String(), "\x1b\r\x00") {
			t.Fatalf("control characters are printed: %q", &out)
		}
		if err := diag.WriteJSON(&out, problems); err != nil {
			t.Fatal(err)
		}
	})
}

func inBounds(t *testing.T, src []byte, s diag.Span) {
	t.Helper()
	if s.Start < 0 || s.Start > s.End || s.End > len(src) {
		t.Fatalf("span %v of %d bytes", s, len(src))
	}
}

func valueInBounds(t *testing.T, f *diag.File, v *schema.Value) {
	t.Helper()
	inBounds(t, f.Src, v.Span)
	if v.Kind == schema.String {
		if s := v.Within(f, 0, len(v.Text)); s.Start != v.Span.Start+1 || s.End != v.Span.End-1 {
			t.Fatalf("all of %s is at %v, not inside %v", at(f, v.Span), s, v.Span)
		}
	}
	for _, item := range v.Items {
		valueInBounds(t, f, item)
	}
	for _, m := range v.Members {
		inBounds(t, f.Src, m.KeySpan)
		valueInBounds(t, f, m.Value)
	}
}

func FuzzFormat(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		once, err := schema.Format(src)
		before, problems := schema.Parse(diag.NewFile("a.flow.json", src))
		if err != nil {
			if before != nil && len(src) < 64<<10 {
				t.Fatalf("a document that can be read is refused: %v", err)
			}
			return
		}
		twice, err := schema.Format(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("not idempotent: %v\nonce:\n%s\ntwice:\n%s", err, once, twice)
		}
		after, problemsAfter := schema.Parse(diag.NewFile("a.flow.json", once))
		if diff := cmp.Diff(codes(problems), codes(problemsAfter)); diff != "" {
			t.Fatalf("problems differ:\n%s", diff)
		}
		if diff := cmp.Diff(meaning(before), meaning(after)); diff != "" {
			t.Fatalf("workflows differ:\n%s", diff)
		}
	})
}

// codes counts the problems of each code.
func codes(l diag.List) map[string]int {
	n := map[string]int{}
	for _, d := range l {
		n[d.Code.Name]++
	}
	return n
}

// meaning lists what a workflow says, without places.
func meaning(w *schema.Workflow) []string {
	if w == nil {
		return nil
	}
	all := []string{w.Stem, w.ID.Value, w.Name.Value, w.Description.Value}
	for _, n := range w.Nodes {
		all = append(all, n.ID.Value, n.Type.Value, n.Name.Value, written(n.Data))
		all = append(all, ignores(n.Ignores)...)
	}
	for _, e := range w.Edges {
		all = append(all, e.Source.Value, e.Handle.Value, e.Target.Value)
	}
	return append(all, ignores(w.Ignores)...)
}

func ignores(list []schema.Ignore) []string {
	var all []string
	for _, i := range list {
		all = append(all, i.Rule.Value, i.Reason.Value)
	}
	return all
}

// written shows a value with everything but its places.
func written(v *schema.Value) string {
	var b strings.Builder
	b.WriteString(v.Kind.String() + " " + v.Text)
	for _, item := range v.Items {
		b.WriteString("[" + written(item) + "]")
	}
	for _, m := range v.Members {
		b.WriteString("{" + m.Key + ": " + written(m.Value) + "}")
	}
	return b.String()
}
