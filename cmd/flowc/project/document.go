package project

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Stem is the name of a workflow as its file's name writes it.
func Stem(name string) string {
	return strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(name))
}

// CheckName refuses what can't be the name of a workflow.
func CheckName(name string) error {
	if _, problems := schema.Parse(diag.NewFile(Stem(name)+DocumentSuffix, schema.New(name))); problems.HasErrors() {
		return fmt.Errorf("%q can't be the name of a workflow: it begins with a letter, holds letters, digits, spaces, \"_\" and \"-\", and is not \"flows\"", name)
	}
	if token.IsKeyword(Stem(name)) {
		return fmt.Errorf("%q can't be the name of a workflow: Go has that word, and its Go would be called so", name)
	}
	return nil
}

// Named is a document with another name, and where id is not "", another id.
func Named(src []byte, doc *schema.Workflow, name, id string) []byte {
	texts := []replacement{{doc.Name.Span, name}}
	if id != "" {
		texts = append(texts, replacement{doc.ID.Span, id})
	}
	return withTexts(src, texts)
}

// replacement is another text for a JSON string of a document.
type replacement struct {
	span diag.Span // of the string, quotes included
	text string
}

func withTexts(src []byte, texts []replacement) []byte {
	slices.SortFunc(texts, func(a, b replacement) int { return a.span.Start - b.span.Start })
	var out []byte
	end := 0
	for _, t := range texts {
		out = append(out, src[end:t.span.Start]...)
		out = strconv.AppendQuote(out, t.text)
		end = t.span.End
	}
	return append(out, src[end:]...)
}
