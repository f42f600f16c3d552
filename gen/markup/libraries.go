package markup

import (
	"regexp"
	"slices"

	"golang.org/x/net/html"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/schema/types"
)

// templateOf begins the name of a part of a page that a library takes for its template: what is in braces there it
// runs.
const templateOf = "a template of "

// unread are the attributes by which a library leaves an element alone, by its name.
var unread = map[string]string{"AngularJS": "ng-non-bindable", "Vue": "v-pre"}

// mounting matches where Vue is given the id of the element that is its template, and ownTemplate where it has another
// one.
var (
	mounting    = regexp.MustCompile(`\bcreateApp\s*\(\s*\{[\s\S]*?\.mount\s*\(\s*["'` + "`" + `]#([\w-]+)|\bnew\s+Vue\s*\(\s*\{[\s\S]*?\bel\s*:\s*["'` + "`" + `]#([\w-]+)`)
	ownTemplate = regexp.MustCompile(`\b(?:template|render)\s*[:(]`)
)

// mounted are the ids of the elements of a page that Vue takes for its templates.
func mounted(page string) []string {
	if ownTemplate.MatchString(page) {
		return nil
	}
	var ids []string
	for _, found := range mounting.FindAllStringSubmatch(page, -1) {
		ids = append(ids, found[1]+found[2])
	}
	return ids
}

// openElement is an element of a page that is not closed yet.
type openElement struct {
	name    string
	library string // that reads what is in it; "" of none
}

// openElements are the elements that are open at a place of a page.
type openElements struct {
	mounted []string
	open    []openElement
}

// begin opens an element.
func (t *openElements) begin(tag *html.Token) {
	if tag.Type == html.SelfClosingTagToken || knowledge.Names.Void.Has(tag.Data) {
		return
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(tag.Attr, func(a html.Attribute) bool { return slices.Contains(names, a.Key) })
	}
	library := t.library()
	switch {
	case has("v-pre", "ng-non-bindable", "data-ng-non-bindable"):
		library = ""
	case has("ng-app", "data-ng-app"):
		library = "AngularJS"
	case has("v-scope"), slices.Contains(t.mounted, tagAttribute(tag, "id")):
		library = "Vue"
	}
	t.open = append(t.open, openElement{tag.Data, library})
}

// end closes an element, and what is open in it.
func (t *openElements) end(name string) {
	for i := len(t.open) - 1; i >= 0; i-- {
		if t.open[i].name == name {
			t.open = t.open[:i]
			return
		}
	}
}

// library is the one that reads what stands at the place.
func (t *openElements) library() string {
	if len(t.open) == 0 {
		return ""
	}
	return t.open[len(t.open)-1].library
}

// read notes of places in a text which library reads them.
func (t *openElements) read(places []pagePlace) {
	for i := range places {
		places[i].library = t.library()
	}
}

// readInTag notes it of places in the attributes of the element that was opened: of these only AngularJS reads all.
func (t *openElements) readInTag(places []pagePlace) {
	if t.library() == "AngularJS" {
		t.read(places)
	}
}

// mayHoldBraces reports whether a text may hold what a library runs.
func mayHoldBraces(e *expr.Expr) bool {
	for e.Op == expr.OpConvert && len(e.Args) == 1 {
		e = e.Args[0]
	}
	switch e.Type.Kind {
	case types.Unknown, types.Int, types.Float, types.Bool, types.Duration, types.Time:
		return false
	}
	return !e.Lacks("{")
}
