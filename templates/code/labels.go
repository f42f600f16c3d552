package code

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// yielded is what the function returns. Nobody looks into it, so that each text of that may hold whatever went in; what
// is private is so by the names of fields, which are others here. A function that tells who calls answers for what it
// says of him.
func yielded(p templates.Pass) types.Type {
	fn := p.Function("codeFunction")
	if fn.Verifies || p.Bool("codeGuard") {
		return fn.Out
	}
	return spread(fn.Out, p.Passed("codeInput")&^types.Private)
}

// spread gives labels to each value in t. A yes or no is no secret, as a comparison is none.
func spread(t types.Type, labels types.Label) types.Type {
	switch {
	case t.Kind == types.Bool:
		return t.With(labels &^ types.Confidential)
	case t.Kind != types.Object:
		return t.With(labels)
	}
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		t.Fields[i].Type = spread(t.Fields[i].Type, labels)
	}
	return t
}

// hides reports whether what the function returns holds what no log may show, beside what the tags of its fields say.
func hides(p templates.Pass) bool {
	return yielded(p).AllLabels()&^p.Function("codeFunction").Out.AllLabels()&types.Confidential != 0
}
