package texts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// operators looks at what is sent to a database of documents, which reads an operator out of an object.
func (r texts) operators(f *templates.Field) {
	if f.Sink != templates.Sent && f.Sink != templates.Address || f.Headers || f.Shape == templates.URL {
		return
	}
	if root := r.s.Value[f.Name]; holdsOperators(r.g.Made(root)) {
		operatorReader{texts: r}.members(root)
	}
}

// operatorReader walks through what is sent to a database.
type operatorReader struct {
	texts
	at *ir.Typed // the name of the object that is looked into; nil where it stands there itself
}

// into is the reader of a value, and of an object under a name that object.
func (r operatorReader) into(t *ir.Typed) (operatorReader, *ir.Typed) {
	made := r.g.Made(t)
	if made != t {
		r.at = t
	}
	return r, made
}

// operator matches the operators of MongoDB that are written most.
var operator = regexp.MustCompile(`^\$(?:addToSet|and|elemMatch|eq|exists|group|gte?|in|inc|lookup|lte?|match|ne|nin|nor|not|or|project|pull|push|regex|set|unset)$`)

// holdsOperators reports whether what is sent is for such a database: it names a collection or an operator, or is a
// selector of CouchDB.
func holdsOperators(t *ir.Typed) bool {
	if t == nil || t.Tree == nil {
		return false
	}
	return slices.ContainsFunc(t.Tree.Keys, func(key string) bool { return key == "collection" || key == "selector" || operator.MatchString(key) }) ||
		slices.ContainsFunc(t.Items, holdsOperators)
}

// members reports a value of any kind in what is looked for there: an object in its place is an operator.
func (r operatorReader) members(t *ir.Typed) {
	r, t = r.into(t)
	if t == nil || t.Tree == nil {
		return
	}
	for i, item := range t.Items {
		if i < len(t.Tree.Keys) && knowledge.Names.Filtering.Has(t.Tree.Keys[i]) {
			r.filter(item)
			continue
		}
		r.members(item)
	}
}

// filter looks at the members of a filter, and of those that $and and others join.
func (r operatorReader) filter(t *ir.Typed) {
	r, t = r.into(t)
	if t == nil || t.Tree == nil {
		return
	}
	for i, item := range t.Items {
		name := ""
		if i < len(t.Tree.Keys) {
			name = t.Tree.Keys[i]
		}
		switch {
		case name == "" || knowledge.Names.Combining.Has(name):
			r.filter(item)
		case strings.HasPrefix(name, "$") || item.Expr == nil || item.Tree.JSON.Kind != schema.String:
		case item.Expr.Op != expr.OpText && item.Type.Kind == types.Any && item.Type.AllLabels().Has(types.Caller) && r.g.Made(item) == item:
			if r.at != nil {
				item = r.at
			}
			r.report(item, fmt.Sprintf(`what the caller sent may be an object, which is an operator in a filter: {"$ne": null} finds any %q`, name),
				`declare it as "string", or write string(…) of it`)
		}
	}
}
