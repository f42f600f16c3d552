package assist

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
)

// CompleteName says what the member of a node's data may be called that a pointer leads to, of which a name is being
// typed: what the workflow takes that the node calls, but for what is given already. What it can't do without comes
// first.
func (d *Draft) CompleteName(node, pointer string, at int) Completion {
	name := LastName(pointer)
	at = min(max(at, 0), len(name))
	c := Completion{From: 0, To: len(name), Offers: []Offer{}}
	n, within := d.node(node), pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
	if n == nil || n.Template == nil || n.Template.Reuse == nil || n.Calls() == nil || within != "/"+n.Template.Reuse.Handing {
		return c
	}
	c.Offers = offered(inputOffers(n.Calls(), n.Data.Find(within), name), name[:at])
	return c
}

// inputOffers are what a workflow takes, but for what is given of it under another name than the one that is typed.
func inputOffers(called *ir.Called, given *schema.Value, typed string) []Offer {
	var must, may []Offer
	for _, f := range called.In.Fields {
		if f.Name != typed && given.Get(f.Name) != nil {
			continue
		}
		o := Offer{Text: f.Name, Label: f.Name, Kind: "field", Type: f.Type.String(), Labels: []string{}, Nullable: !called.Takes[f.Name], Cursor: -1}
		if called.Takes[f.Name] {
			o.Doc = "Required."
			must = append(must, o)
		} else {
			may = append(may, o)
		}
	}
	return slices.Concat(must, may)
}

// LastName is the name that a JSON Pointer ends with (RFC 6901), "" of the whole document.
func LastName(pointer string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(pointer[strings.LastIndexByte(pointer, '/')+1:])
}
