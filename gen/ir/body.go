package ir

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/markup"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// body checks the value of a JSON field by what it is. Bytes are sent as they are, whatever they are said to be.
func (c *checker) body(v *Value) *Typed {
	language, _ := v.Format.Language()
	switch {
	case v.Format <= templates.JSONText || c.isBytes(v):
	case v.Format == templates.HTMLText:
		return c.page(v)
	case v.Format == templates.XMLText:
		return c.written(v.Tree, (*expr.Template).CheckXML)
	case language != "":
		return c.code(v)
	case v.Tree.Text.Whole(): // somebody else has written it
	case escapes[v.Format] != nil:
		return c.written(v.Tree, escapes[v.Format])
	}
	return c.tree(v.Tree, v.Field, c.want(v.Field), c.step.Qualified(v.Field.Suffix))
}

// escapes check texts by what they are, where each placeholder is escaped for its place.
var escapes = map[templates.Format]func(*expr.Template, expr.Scope, expr.Want) (*expr.Expr, []expr.Problem){
	templates.FormText:      (*expr.Template).CheckForm,
	templates.CSVText:       (*expr.Template).CheckCSV,
	templates.TSVText:       (*expr.Template).CheckTSV,
	templates.CalendarText:  (*expr.Template).CheckCalendar,
	templates.EventsText:    (*expr.Template).CheckEvents,
	templates.MessageText:   (*expr.Template).CheckMessage,
	templates.MultipartText: (*expr.Template).CheckMultipart,
}

// written checks a text in a language in which placeholders are escaped.
func (c *checker) written(t *Tree, check func(*expr.Template, expr.Scope, expr.Want) (*expr.Expr, []expr.Problem)) *Typed {
	want := c.want(c.field)
	want.Type = types.Of(types.String)
	sc := &scope{step: c.step, value: t.JSON}
	e, problems := check(t.Text, sc, want)
	c.report(t.JSON, sc.mend(problems))
	return &Typed{Tree: t, Expr: e, Type: e.Type.Plain()}
}

// IsMarkupName reports whether a member of that name holds HTML.
func IsMarkupName(key string) bool {
	return knowledge.Names.HTMLMembers.Has(plainName(key))
}

// tagged matches a tag.
var tagged = regexp.MustCompile(`</?[A-Za-z!]`)

// isMarkup reports whether the member called key of an object under some name is HTML: a text under a name that says
// so, or one beside a member that does: {"type": "text/html", "value": "…"}. What is made of placeholders alone, others
// have written.
func isMarkup(t *Tree, under, key string, text *Tree) bool {
	if text.JSON.Kind != schema.String || isLiteral(text.Text) {
		return false
	}
	words := literals(text.Text)
	if IsMarkupName(key) || knowledge.Names.Holding.Has(key) && (IsMarkupName(under) || hasHTMLType(t)) {
		return strings.TrimSpace(words) != ""
	}
	return tagged.MatchString(words) && SaysHTML(t)
}

// hasHTMLType reports whether a member of an object says that their type is HTML, and not that something else of them
// is.
func hasHTMLType(t *Tree) bool {
	for i, item := range t.Items {
		if i < len(t.Keys) && knowledge.Names.TypeMembers.Has(plainName(t.Keys[i])) && saysHTML(item) {
			return true
		}
	}
	return false
}

// plainName is a name in small letters and without "-" and "_".
func plainName(key string) string { return strings.ToLower(withoutJoints.Replace(key)) }

var withoutJoints = strings.NewReplacer("-", "", "_", "")

// SaysHTML reports whether a member of an object says that the ones beside it are HTML.
func SaysHTML(t *Tree) bool { return slices.ContainsFunc(t.Items, saysHTML) }

// asksGraphQL reports whether the member called key of an object is a request in GraphQL, which servers take beside its
// variables.
func asksGraphQL(key string, text *Tree) bool {
	return key == "query" && text.JSON.Kind == schema.String && !isLiteral(text.Text) && knowledge.GraphQL.Begin.MatchString(literals(text.Text))
}

// saysHTML reports whether a member says that the ones beside it are HTML.
func saysHTML(t *Tree) bool {
	if t.JSON.Kind != schema.String {
		return false
	}
	text, _ := t.Text.Literal()
	return strings.EqualFold(text, "html") || templates.FormatOf(text) == templates.HTMLText
}

// literals are what of a text is no placeholder, with a blank for each of them.
func literals(t *expr.Template) string {
	var text strings.Builder
	for _, part := range t.Parts {
		if part.IsLiteral() {
			text.WriteString(part.Literal)
		} else {
			text.WriteByte(' ')
		}
	}
	return text.String()
}

// code checks a text in a language that has no escape for every place.
func (c *checker) code(v *Value) *Typed { return c.codeText(v.Tree, v.Format) }

// graphQL checks a request in GraphQL that is a member of a JSON body.
func (c *checker) graphQL(t *Tree) *Typed { return c.codeText(t, templates.GraphQLText) }

func (c *checker) codeText(t *Tree, format templates.Format) *Typed {
	code := expr.Code{Fits: markup.Fitting(format, t.Text)}
	code.Language, code.Mend = format.Language()
	return c.written(t, func(t *expr.Template, sc expr.Scope, w expr.Want) (*expr.Expr, []expr.Problem) {
		return t.CheckCode(sc, w, code)
	})
}
