package runtime

import (
	"fmt"
	"io"
	"strings"
)

// Page is a page with places for values: a Template of html/template, which escapes each value for its place.
type Page interface {
	Execute(w io.Writer, values any) error
}

// HTML answers with a page. It is built before anything is written, so building may fail the node.
func (x *Exec) HTML(status int, page Page, values any) error {
	x.answer.body.Reset()
	if err := page.Execute(x.answer.body, values); err != nil {
		return fmt.Errorf("building the answer: %w", err)
	}
	if x.debug {
		x.at.visit.showAnswer(sizedAnswer{Status: status, Bytes: x.answer.body.Len()})
	}
	return x.send(status, "text/html; charset=utf-8", x.answer.body.Bytes())
}

// Render returns a page as a text, for a body that is sent to another service.
func Render(page Page, values any) (string, error) {
	var text strings.Builder
	if err := page.Execute(&text, values); err != nil {
		return "", fmt.Errorf("building the page: %w", err)
	}
	return text.String(), nil
}
