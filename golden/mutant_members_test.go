package golden_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// nest is the field that holds what nested moves into it.
const nest = "account"

// nested is the document with the fields of its request's body as members of one object; nil where it declares no
// password among them.
func (d *draft) nested() *draft {
	entry := d.node(d.entry())
	if entry == nil || strings.Contains(string(d.src), "present(") {
		return nil
	}
	fields := entry.Field("endpointFields")
	if fields.Get("password") == nil {
		return nil
	}
	var inside, beside []string
	names := map[string]bool{}
	for i, part := range d.parts(fields) {
		m := fields.Members[i]
		if m.Value.Get("in") != nil || d.wildcard(entry, m.Key) {
			beside = append(beside, part)
			continue
		}
		inside, names[m.Key] = append(inside, part), true
	}
	object := fmt.Sprintf(`%q: {"type": {%s}, "required": true}`, nest, strings.Join(inside, ", "))
	edits := []edit{d.join(fields, append(beside, object))}
	for _, n := range d.doc.Nodes {
		edits = append(edits, nestedReads(n, names)...)
	}
	files := d.with(edits...)
	inner := *d
	inner.files, inner.src = files, files[d.file]
	inner.doc, _ = schema.Parse(diag.NewFile(d.file, inner.src))
	return &inner
}

// nestedReads has the expressions of a node read fields as members.
func nestedReads(n *schema.Node, names map[string]bool) []edit {
	texts := map[*schema.Value]string{}
	var values []*schema.Value
	for _, e := range slices.Backward(expressions(n)) {
		if _, known := texts[e.value]; !known {
			texts[e.value], values = e.value.Text, append(values, e.value)
		}
		text := identifier.ReplaceAllStringFunc(e.text, func(found string) string {
			m := identifier.FindStringSubmatch(found)
			if m[1] == "" && m[3] == "" && names[m[2]] {
				return nest + "." + m[2]
			}
			return found
		})
		texts[e.value] = texts[e.value][:e.start] + text + texts[e.value][e.end:]
	}
	var edits []edit
	for _, v := range values {
		edits = append(edits, putText(v, texts[v]))
	}
	return edits
}

// TestMembersOfObjects lints the projects with the fields of each request that has a password as members of one
// object: each is labelled for itself, so that nothing is said of them.
func TestMembersOfObjects(t *testing.T) {
	t.Parallel()
	count := 0
	for _, d := range drafts(t) {
		if inner := d.nested(); inner != nil {
			count++
			for _, found := range gen.Lint(inner.files.folder()) {
				t.Errorf("%s/%s: %s [%s]", d.project, d.file, found.Message, found.Code)
			}
		}
	}
	if count < 5 {
		t.Errorf("%d documents declare a password, want 5 at least", count)
	}
}

// memberOut lets the password out that is a member of an object, and what else must not go out.
func memberOut(d *draft) []mutant {
	inner := d.nested()
	if inner == nil {
		return nil
	}
	return slices.Concat(answerSecret(inner), claimSecret(inner), storePassword(inner), sendPassword(inner))
}
