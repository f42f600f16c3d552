package assist_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	templatesall "github.com/flowc-dev/flowc/templates/all"
)

// expressions are shapes of fields whose strings may refer to values.
var expressions = []templates.Shape{
	templates.Expr, templates.Bare, templates.Cond, templates.Object, templates.JSON, templates.Query, templates.URL, templates.Key, templates.Inputs,
}

// TestHereIsWhatLintAccepts goes over all apps, place by place: each value that is offered is put there, alone, and lint
// accepts it if and only if it was said to fit; each grey one is refused for the reason that was shown.
func TestHereIsWhatLintAccepts(t *testing.T) {
	c := comparison{T: t, places: 23, values: 5} // of so many one is tried
	if os.Getenv("FLOWC_TEST_LONG") != "" {
		c.places, c.values = 1, 1
	}
	for _, f := range append(apps(t), others(t)...) {
		for _, doc := range f.Documents {
			d := open(f, doc)
			eachPlace(d, func(n *ir.Node, pointer string, field *templates.Field, v *schema.Value) {
				if c.place++; c.place%c.places == 0 {
					c.at(f, d, n, pointer, field, v)
				}
			})
		}
	}
	t.Logf("%d fit, %d do not, %d are grey; %d are read", c.fits, c.refused, c.grey, c.read)
	if c.fits == 0 || c.refused == 0 || c.grey == 0 || c.read == 0 {
		t.Error("nothing of one of them was tried")
	}
}

// comparison compares what is offered with what lint says.
type comparison struct {
	*testing.T
	places, values      int
	place, value        int // tried or not
	fits, refused, grey int
	read                int // references that were looked for
}

func (c *comparison) at(f *gen.Folder, d *assist.Draft, n *ir.Node, pointer string, field *templates.Field, v *schema.Value) {
	here, missing := d.Here(n.ID.Value, pointer)
	where := d.File.Name + " " + n.ID.Value + " " + pointer
	c.complete(where, d, flat(here), v.Text)
	part := field.Shape == templates.Query || field.Shape == templates.URL || field.Shape == templates.Key
	for _, value := range flat(here) {
		if c.value++; c.value%c.values != 0 {
			continue
		}
		found := newly(f, d.File, d.Found, with(d.File, v, field, value.Ref))
		refused := slices.ContainsFunc(found, func(p diag.Diagnostic) bool { return p.Severity() == diag.Error && (!part || p.Node == n.ID.Value) })
		if refused == value.Fits {
			c.Errorf("%s: %s fits: %v (%s); lint says %v", where, value.Ref, value.Fits, value.Why, messages(found))
		}
		if refused {
			c.refused++
		} else {
			c.fits++
		}
	}
	for _, value := range flat(missing) {
		if c.value++; c.value%c.values != 0 {
			continue
		}
		c.grey++
		if found := newly(f, d.File, nil, with(d.File, v, field, value.Ref)); !slices.ContainsFunc(messages(found), func(m string) bool { return strings.HasPrefix(value.Why, m) }) {
			c.Errorf("%s: %s is grey: %s; lint says %v", where, value.Ref, value.Why, messages(found))
		}
	}
}

// complete wants what a text refers to, which lint accepts there, to be offered.
func (c *comparison) complete(where string, d *assist.Draft, here []assist.Value, text string) {
	for _, found := range reference.FindAllStringSubmatch(text, -1) {
		ref := found[1]
		own := ref // a field of the request is offered by its own name, where that means it
		for _, flow := range d.Workflow.Flows {
			own = strings.TrimPrefix(own, flow.Entry.Name.Value+".")
		}
		if !slices.ContainsFunc(here, func(v assist.Value) bool {
			return v.Ref == ref || v.Ref == own || strings.HasPrefix(v.Type, "any") && strings.HasPrefix(own, v.Ref+".") // whose fields nobody knows
		}) {
			c.Errorf("%s: %s is not offered", where, ref)
		}
		c.read++
	}
}

// reference matches a placeholder that is a chain of names, and no more.
var reference = regexp.MustCompile(`\{\{([A-Za-z_][\w.]*)\}\}`)

// eachPlace calls do for each string of the document that may refer to values.
func eachPlace(d *assist.Draft, do func(n *ir.Node, pointer string, f *templates.Field, v *schema.Value)) {
	for _, n := range d.Workflow.Nodes {
		for i := range n.Template.Fields {
			field := &n.Template.Fields[i]
			v := n.Fields[field.Name]
			if v == nil || v.JSON == nil || !slices.Contains(expressions, field.Shape) {
				continue
			}
			v.JSON.Walk(func(inside *schema.Value) {
				if inside.Kind == schema.String {
					_, pointer, _ := strings.Cut(d.File.Pointer(inside.Span.Start), "/data")
					do(n, pointer, field, inside)
				}
			})
		}
	}
}

// with is a document with a reference at a string.
func with(doc *diag.File, v *schema.Value, f *templates.Field, ref string) []byte {
	return slices.Concat(doc.Src[:v.Span.Start], strconv.AppendQuote(nil, assist.With(f.Shape, v.Text, ref)), doc.Src[v.Span.End:])
}

func flat(values []assist.Value) []assist.Value {
	var list []assist.Value
	for _, v := range values {
		list = append(append(list, v), flat(v.Fields)...)
	}
	return list
}

func messages(list diag.List) []string {
	var lines []string
	for _, d := range list {
		lines = append(lines, d.Message)
	}
	return lines
}

// TestHereKnowsEveryPath says of login what a person would: the row is there behind the check that proves it, what one output
// carries is not below the other, and a node that comes later has not run.
func TestHereKnowsEveryPath(t *testing.T) {
	f := folder(t, filepath.Join("../../golden/apps/auth/flows"))
	d := open(f, f.Documents[slices.IndexFunc(f.Documents, func(doc *diag.File) bool { return doc.Name == "login.flow.json" })])
	here, grey := d.Here("token", "/jwtClaims/sub")
	for ref, want := range map[string]string{"user.email": "string", "user.password_hash": "string", "in.email": "string", "check.needsRehash": "bool", "env.JWT_SECRET": "string"} {
		i := slices.IndexFunc(flat(here), func(v assist.Value) bool { return v.Ref == ref })
		if i < 0 || flat(here)[i].Type != want {
			t.Errorf("%s is not offered as a %s", ref, want)
			continue
		}
		if v := flat(here)[i]; v.Fits != (ref != "user.password_hash" && ref != "env.JWT_SECRET") {
			t.Errorf("in a claim, %s fits: %v (%s)", ref, v.Fits, v.Why)
		}
	}
	for _, ref := range []string{"check.status", "token"} {
		if slices.ContainsFunc(flat(here), func(v assist.Value) bool { return v.Ref == ref }) {
			t.Errorf("%s is offered", ref)
		}
	}
	if !slices.ContainsFunc(grey, func(v assist.Value) bool {
		return v.Ref == "check.status" && strings.Contains(v.Why, `below output "valid"`)
	}) {
		t.Errorf("of check.status it says nothing: %+v", grey)
	}
}

// TestHereKnowsWhatCallsGive refuses what workflows that call this one make a password of: of a copy that nobody calls, lint
// would not know.
func TestHereKnowsWhatCallsGive(t *testing.T) {
	f := folder(t, "../../golden/apps/accounts/flows")
	for _, c := range []struct{ document, node, pointer, ref string }{
		{"caller.flow.json", "limit", "/limitKey", "request.body"},
		{"owner.flow.json", "limit", "/limitKey", "password"},
	} {
		d := open(f, f.Documents[slices.IndexFunc(f.Documents, func(doc *diag.File) bool { return doc.Name == c.document })])
		here, _ := d.Here(c.node, c.pointer)
		values := flat(here)
		i := slices.IndexFunc(values, func(v assist.Value) bool { return v.Ref == c.ref })
		if i < 0 {
			t.Fatalf("%s: %s is not offered", c.document, c.ref)
		}
		if v := values[i]; v.Fits || !strings.Contains(v.Why, "is stored in plain text") {
			t.Errorf("%s: %s fits: %v (%s)", c.document, c.ref, v.Fits, v.Why)
		}
		if i := slices.IndexFunc(values, func(v assist.Value) bool { return v.Ref == "request.ip" }); i < 0 || !values[i].Fits {
			t.Errorf("%s: request.ip is not offered, or said not to fit", c.document)
		}
	}
}

// TestHereOfOneCause wants each of two names of a value judged: lint tells of both at once what the workflow that gives it gave.
func TestHereOfOneCause(t *testing.T) {
	f := folder(t, "../../golden/reuse/flows")
	doc := f.Documents[slices.IndexFunc(f.Documents, func(doc *diag.File) bool { return doc.Name == "pay.flow.json" })]
	here, _ := open(f, doc).Here("note", "/callInput/account")
	judged := map[string]bool{}
	for _, v := range flat(here) {
		judged[v.Ref] = v.Fits
	}
	for ref, want := range map[string]bool{"take.account": false, "input.account": false, "take.account.id": true, "input.account.id": true} {
		if fits, there := judged[ref]; !there || fits != want {
			t.Errorf("%s is there: %v, and fits: %v; want %v", ref, there, fits, want)
		}
	}
}

// TestFollowAddsNoMistakeOfItsOwn leads wires to nodes that are offered behind outputs of all apps, one at a time: none is wrong in
// itself. Each run tries every third of them, .ci/long all.
func TestFollowAddsNoMistakeOfItsOwn(t *testing.T) {
	seen, tried, every, wanted := 0, 0, 3, 100
	if os.Getenv("FLOWC_TEST_LONG") != "" {
		every, wanted = 1, 300
	}
	for _, f := range apps(t) {
		doc := f.Documents[len(f.Documents)-1]
		d := open(f, doc)
		for i, n := range d.Workflow.Nodes {
			for _, out := range n.Outputs()[:min(1+i%2, len(n.Outputs()))] {
				for _, id := range d.Follow(n.ID.Value, out.Name).Nodes {
					if seen++; seen%every > 0 {
						continue
					}
					tried++
					wire := `, {"source": "` + n.ID.Value + `", "sourceHandle": "` + out.Name + `", "target": "` + id + `"}`
					edges := d.Root.Get("edges").Span.End - 1
					text := slices.Concat(doc.Src[:edges], []byte(wire), doc.Src[edges:])
					for _, p := range newly(f, doc, d.Found, text) {
						if slices.Contains([]*diag.Code{diag.FC102, diag.FC103, diag.FC104, diag.FC106, diag.FC304, diag.FC306}, p.Code) {
							t.Errorf("%s: a wire %s:%s -> %s: %s", doc.Name, n.ID.Value, out.Name, id, p.Message)
						}
					}
				}
			}
		}
	}
	t.Logf("%d of %d wires", tried, seen)
	if tried < wanted {
		t.Errorf("only %d of %d wires were tried", tried, seen)
	}
}

// TestHereOfALargeDocument wants values that are alike tried once, and all of them judged.
func TestHereOfALargeDocument(t *testing.T) {
	f := &gen.Folder{Package: "flows", Templates: templatesall.Templates(), Imports: imports()}
	put(f, "large.flow.json", []byte(strings.Replace(string(chainOf(100)), `"id": "n99", "type": "set", "data": {"setValues": {"value": "{{n98.value}}"}}`,
		`"id": "n99", "type": "set", "data": {"setValues": {"value": "{{upper(\"\")}}"}}`, 1)))
	here, _ := open(f, f.Documents[0]).Here("n99", "/setValues/value")
	for _, v := range flat(here) {
		if !v.Fits {
			t.Errorf("%s does not fit: %s", v.Ref, v.Why)
		}
	}
	here, _ = open(f, f.Documents[0]).Here("ok", "/responseStatus")
	for _, v := range flat(here) {
		if v.Fits || v.Why == "" {
			t.Errorf("%s fits where a number has to be written", v.Ref)
		}
	}
}

// BenchmarkHere prints how soon values are there: of a small workflow, and of one of 300 nodes.
func BenchmarkHere(b *testing.B) {
	f, doc := login(b)
	b.Run("login", func(b *testing.B) {
		for b.Loop() {
			if here, _ := open(f, doc).Here("token", "/jwtClaims/sub"); len(here) == 0 {
				b.Fatal("there is nothing")
			}
		}
	})
	b.Run("large", func(b *testing.B) {
		large := &gen.Folder{Package: "flows", Templates: f.Templates, Imports: imports()}
		put(large, "large.flow.json", chainOf(300))
		for b.Loop() {
			if here, _ := open(large, large.Documents[0]).Here("n299", "/setValues/value"); len(here) < 300 {
				b.Fatalf("there are %d", len(here))
			}
		}
	})
}

// chainOf is a document of so many Set nodes, one behind the other.
func chainOf(n int) []byte {
	var nodes, edges strings.Builder
	last := "in"
	for i := range n {
		fmt.Fprintf(&nodes, `{"id": "n%d", "type": "set", "data": {"setValues": {"value": "{{%s}}"}}}, `, i, map[bool]string{true: "request.id", false: last + ".value"}[i == 0])
		fmt.Fprintf(&edges, `{"source": %q, "target": "n%d"}, `, last, i)
		last = fmt.Sprintf("n%d", i)
	}
	return fmt.Appendf(nil, `{"version": 1, "id": "l4a5r6g7e4l5a6r7g4e5l6a7r4", "name": "large", "nodes": [
		{"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/large", "endpointPublic": true}}, %s
		{"id": "ok", "type": "response", "data": {"responseStatus": 204}}], "edges": [%s {"source": %q, "target": "ok"}]}`, nodes.String(), edges.String(), last)
}
