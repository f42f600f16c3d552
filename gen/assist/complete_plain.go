package assist

import (
	"io/fs"
	"path"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// choices are the values of a field that has few.
func (p place) choices() Completion {
	values := p.field.Enum
	if p.field.Shape == templates.Bool {
		values = []string{"true", "false"}
	}
	var all []Offer
	for _, v := range values {
		o := Offer{Text: v, Label: v, Kind: "enum", Labels: []string{}, Cursor: -1}
		if v == p.field.Default {
			o.Doc = "The default."
		}
		all = append(all, o)
	}
	return p.whole(all)
}

// whole offers what stands in place of all of the text. Where the text is one of the offers, all are: another one is
// wanted.
func (p place) whole(all []Offer) Completion {
	typed := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(p.text[:p.at], "{{"), "env."), "}}")
	for _, o := range all {
		if o.Text == p.text {
			typed = ""
		}
	}
	return Completion{From: 0, To: len(p.text), Offers: offered(all, typed)}
}

// variables are the environment variables, with what stands around their names.
func (p place) variables(d *Draft, before, after string) []Offer {
	var all []Offer
	for _, name := range d.variables() {
		o := Offer{Text: before + name + after, Label: name, Kind: "env", Type: "string", Labels: []string{"secret"}, Cursor: -1}
		if strings.HasPrefix(name, "PUBLIC_") {
			o.Labels = []string{}
		}
		all = append(all, o)
	}
	return all
}

func functionOffers(list []Function) []Offer {
	var all []Offer
	for _, f := range list {
		all = append(all, Offer{Text: f.Name, Label: f.Name, Kind: "go", Type: f.Signature, Labels: []string{}, Doc: f.Doc, Cursor: -1})
	}
	return all
}

// fileOffers are the plain files of a folder that are none of the compiler's own.
func fileOffers(files fs.FS) []Offer {
	var all []Offer
	if files == nil {
		return all
	}
	entries, _ := fs.ReadDir(files, ".") // a folder that can't be read has none
	for _, e := range entries {
		switch path.Ext(e.Name()) {
		case "", ".go", ".json", ".sql", ".http":
			continue
		}
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			all = append(all, Offer{Text: e.Name(), Label: e.Name(), Kind: "file", Labels: []string{}, Cursor: -1})
		}
	}
	return all
}

// workflowOffers are the workflows that others can call.
func workflowOffers(workflows []*ir.Workflow) []Offer {
	var all []Offer
	for _, w := range workflows {
		if w.IsCalled() {
			all = append(all, Offer{Text: w.Stem, Label: w.Stem, Kind: "workflow", Doc: w.Description.Value, Labels: []string{}, Cursor: -1})
		}
	}
	return all
}
