package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// Excludes is the rule of a field's tag for which no value that it lets through compares with a literal as an operator
// says: "max=10" of an int for ">" and 10. Of what has a length, a number stands for that. It is "" where a value may,
// and where the tag takes what is empty whatever else it says.
func (d Declared) Excludes(operator string, literal any) string {
	own, _, _ := strings.Cut(d.Validate+",", ",dive,")
	rules, t := rulesOf(strings.Split(strings.Trim(own, ","), ",")), d.Type.NotNull()
	omits := slices.ContainsFunc(rules, func(r rule) bool { return strings.HasPrefix(r.name, "omit") })
	if d.Validate == "" || omits || TagProblem(d.Validate, t) != "" {
		return ""
	}
	if _, isText := literal.(string); isText || operator == "==" && !counted(t) {
		if operator != "==" || isText != (t.Kind == types.String) {
			return ""
		}
		return refuses(rules, t, literal)
	}
	return leavesNone(rules, t, operator, literal)
}

// refuses is the rule that a value does not satisfy, or "".
func refuses(rules []rule, t types.Type, value any) string {
	for _, r := range rules {
		if r.ofValue(t) && reader().Var(value, r.text) != nil {
			return r.text
		}
	}
	return ""
}

// asRule are operators as the rules that ask the same.
var asRule = map[string]string{"<": "lt", "<=": "lte", ">": "gt", ">=": "gte", "==": "len"}

// leavesNone is the rule that leaves no value, or no length, which is on that side of a number; or "".
func leavesNone(rules []rule, t types.Type, operator string, number any) string {
	asked := rule{name: asRule[operator], param: fmt.Sprint(number)}
	if why, _ := emptySpan([]rule{asked}, t); why != "" || asked.name == "" {
		return "" // whatever the tag says
	}
	for _, r := range rules {
		if why, _ := emptySpan([]rule{r, asked}, t); why != "" {
			return r.text
		}
	}
	return ""
}
