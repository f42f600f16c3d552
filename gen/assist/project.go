package assist

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Function is a Go function that a workflow may call.
type Function struct {
	Name      string `json:"name"`
	Signature string `json:"signature"` // "price({sku: string}) {cents: int}"
	Doc       string `json:"doc"`
}

// Functions returns the Go functions beside a folder's workflows, and those of flowc that verify the sender of a
// webhook.
func Functions(f *gen.Folder) []Function {
	imports := f.Imports
	if imports == nil {
		imports = gocheck.NewImports(f.Dir)
	}
	known := gocheck.Open(f.Sources, imports)
	list := []Function{}
	for _, name := range slices.Concat(known.Own(), known.Verifiers()) {
		fn, problem := known.Function(name)
		if problem != nil {
			continue
		}
		signature := name + "(" + typeText(fn.In) + ")"
		if out := typeText(fn.Out); out != "" {
			signature += " " + out
		}
		list = append(list, Function{Name: name, Signature: signature, Doc: verifies(fn)})
	}
	return list
}

// Files are the files of a folder that answers may be made of: plain ones, and none of the compiler's own.
func Files(f *gen.Folder) []string {
	list := []string{}
	for _, o := range fileOffers(f.Files) {
		list = append(list, o.Text)
	}
	return list
}

func typeText(t types.Type) string {
	if t.Kind == types.Unknown {
		return ""
	}
	return t.String()
}

func verifies(fn templates.Function) string {
	if fn.Verifies {
		return "Tells who sent the request of a webhook."
	}
	return ""
}

// offered are the offers whose name begins as what is typed, in any case; those where it stands inside follow.
func offered(all []Offer, typed string) []Offer {
	typed = strings.ToLower(typed)
	rank := func(o Offer) int {
		switch name := strings.ToLower(o.Label); {
		case strings.HasPrefix(name, typed):
			return 0
		case strings.Contains(name, typed):
			return 1
		}
		return 2
	}
	list := slices.DeleteFunc(slices.Clone(all), func(o Offer) bool { return rank(o) == 2 })
	slices.SortStableFunc(list, func(a, b Offer) int { return rank(a) - rank(b) })
	return append([]Offer{}, list...)
}
