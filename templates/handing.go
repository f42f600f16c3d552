package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Handing is what a node hands to something that declares what it takes, by name: a Go function, a workflow.
type Handing struct {
	To     string // who takes it: function "quote"
	Field  string // an Inputs field, which holds it
	Callee string // the field that names who takes it: where what is missing is reported if nothing is handed
	None   string // who takes nothing: "the function"
	Fields []types.Field
	Needs  func(types.Field) bool
	Add    func(types.Field) string // the hint for what is missing
}

// Check holds the names that are handed against those that are taken: what is missing (FC201), and what is not taken
// (FC202), which may be what is missing, misspelt or by another name: that is one mistake then.
func (h Handing) Check(p Pass) {
	var known, missing []string
	given := p.Keys(h.Field)
	for _, f := range h.Fields {
		known = append(known, f.Name)
		if h.Needs(f) && !slices.Contains(given, f.Name) {
			missing = append(missing, f.Name)
		}
	}
	slices.Sort(known)
	unknown := slices.DeleteFunc(slices.Clone(given), func(key string) bool { return slices.Contains(known, key) })
	meant := meant(unknown, known, missing)
	for _, f := range h.Fields {
		if slices.Contains(missing, f.Name) && !slices.Contains(meant, f.Name) {
			p.Report(Problem{Code: diag.FC201, Field: h.at(p), Message: fmt.Sprintf("%s needs the input %q", h.To, f.Name), Hint: h.Add(f)})
		}
	}
	for i, key := range unknown {
		p.Report(Problem{
			Code: diag.FC202, Field: h.Field, Key: key, Message: fmt.Sprintf("%s has no input %q", h.To, key), Hint: h.hint(key, known, meant[i]),
		})
	}
}

// meant is, for each name that is not taken, the one that is missing and may be meant by it, or "".
func meant(unknown, known, missing []string) []string {
	list := make([]string, len(unknown))
	for i, key := range unknown {
		if near := diag.Nearest(key, known); slices.Contains(missing, near) && !slices.Contains(list, near) {
			list[i] = near
		}
	}
	for i, key := range unknown {
		left := slices.IndexFunc(missing, func(name string) bool { return !slices.Contains(list, name) })
		if left >= 0 && diag.Nearest(key, known) == "" {
			list[i] = missing[left]
		}
	}
	return list
}

// at is the field at which what is missing is reported.
func (h Handing) at(p Pass) string {
	if p.Given(h.Field) {
		return h.Field
	}
	return h.Callee
}

func (h Handing) hint(key string, known []string, meant string) string {
	switch near := diag.DidYouMean(key, known); {
	case near != "":
		return near
	case meant != "":
		return fmt.Sprintf("the input %q is missing: was that meant?", meant)
	case len(known) == 0:
		return fmt.Sprintf("remove it: %s takes no input", h.None)
	}
	return "use one of " + strings.Join(known, ", ")
}
