package ir

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// variableName matches what environment variables are called.
var variableName = regexp.MustCompile(`^[A-Z][A-Z0-9]*_[A-Z0-9_]*$`)

// meant says what to write in place of a path that begins with a name that means nothing and goes on with one that
// does: that of a node, as in nodes.user.email and steps.user.outputs.email, or of an environment variable, as in
// config.PUBLIC_URL.
func (sc *scope) meant(path []expr.Name) string {
	for i, name := range path[1:] {
		n := sc.step.Flow.Workflow.names[name.Text]
		switch {
		case n == nil, n != sc.step.Flow.Entry && !sc.step.Ran(n):
			continue
		case i+2 < len(path):
			return fmt.Sprintf("write %s.%s", name.Text, path[len(path)-1].Text)
		}
		return "write " + name.Text
	}
	if len(path) == 2 && variableName.MatchString(path[1].Text) {
		return "write env." + path[1].Text
	}
	return ""
}

// renamed says which node has what is read of a name that means nothing, where one alone has: it was called so before,
// perhaps.
func (sc *scope) renamed(path []expr.Name) string {
	if len(path) < 2 {
		return ""
	}
	var have []string
	for _, name := range sortedKeys(sc.step.Flow.Workflow.names) {
		if n := sc.step.Flow.Workflow.names[name]; n == sc.step.Flow.Entry {
			continue // its fields are read by their names alone
		}
		if _, has := sc.step.Carried(name).Field(path[1].Text); has {
			have = append(have, name)
		}
	}
	if len(have) != 1 {
		return ""
	}
	return fmt.Sprintf("write %s.%s, if that is meant", have[0], path[1].Text)
}

// through reports a field that n has, and that is read by way of something that it has not (FC204): of an output, as in
// auth.invalid.reason, or of what other tools keep values in, as in auth.data.reason.
func (sc *scope) through(n *Node, t types.Type, path []expr.Name) *expr.Problem {
	if t.Kind != types.Object {
		return nil
	}
	known := slices.Sorted(slices.Values(fieldNames(t)))
	if slices.Contains(known, path[1].Text) {
		return nil
	}
	last := path[len(path)-1].Text
	if len(path) < 3 || !slices.Contains(known, last) {
		return nil
	}
	return &expr.Problem{
		Code: diag.FC204, Start: path[1].Start, End: path[1].End, Hint: fmt.Sprintf("write %s.%s", n.Name.Value, last),
		Message: fmt.Sprintf("%q has no field %q, it has %s", n.Name.Value, path[1].Text, strings.Join(known, ", ")),
	}
}
