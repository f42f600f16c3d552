package code

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// yielded returns the type of the function's result. The function itself is not followed, so that each text in it may
// hold any part of the input; labels by names of fields do not apply, as the names are others here. The identity that a
// guard returns is trusted.
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
