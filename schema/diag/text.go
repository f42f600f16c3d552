package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"
)

// WriteText prints l, sorted, for people:
//
//	login.flow.json:3:3: error: unknown key "nodez" [FC002]
//	  "nodez": [
//	  ^~~~~~~
//	hint: did you mean "nodes"?
func WriteText(w io.Writer, l List, colored bool) error {
	p := &textPrinter{paint: newPalette(colored)}
	for _, d := range l.Sorted() {
		p.diagnostic(d)
	}
	if _, err := w.Write(p.out.Bytes()); err != nil {
		return fmt.Errorf("write diagnostics: %w", err)
	}
	return nil
}

// palette holds what paints each part of the output, or leaves it plain.
type palette struct{ place, err, warning, note, mark func(a ...any) string }

func newPalette(colored bool) palette {
	paint := func(attributes ...color.Attribute) func(a ...any) string {
		c := color.New(attributes...)
		if colored {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.Sprint
	}
	return palette{
		place:   paint(color.Bold),
		err:     paint(color.FgRed, color.Bold),
		warning: paint(color.FgYellow, color.Bold),
		note:    paint(color.FgCyan, color.Bold),
		mark:    paint(color.FgGreen, color.Bold),
	}
}

// textPrinter collects the output of WriteText.
type textPrinter struct {
	out   bytes.Buffer
	paint palette
}

func (p *textPrinter) diagnostic(d Diagnostic) {
	severity := p.paint.err
	switch d.Severity() {
	case Note:
		severity = p.paint.note
	case Warning:
		severity = p.paint.warning
	}
	fmt.Fprintf(&p.out, "%s%s %s [%s]\n", p.place(d.File, d.Span), severity(d.Severity().String()+":"), printable(d.Message), d.Code)
	p.source(d.File, d.Span)
	for _, r := range d.Related {
		fmt.Fprintf(&p.out, "%s %s%s\n", p.paint.note("note:"), p.place(r.File, r.Span), printable(r.Message))
		p.source(r.File, r.Span)
	}
	if d.Hint != "" {
		fmt.Fprintf(&p.out, "%s %s\n", p.paint.note("hint:"), printable(d.Hint))
	}
}

// place returns "path:line:col: ", or "" without a file.
func (p *textPrinter) place(f *File, s Span) string {
	if f == nil {
		return ""
	}
	line, column := f.Position(s.Start)
	return p.paint.place(fmt.Sprintf("%s:%d:%d:", printable(f.Name), line, column)) + " "
}

// source prints the line in which s begins, with s underlined as far as that line goes.
func (p *textPrinter) source(f *File, s Span) {
	if f == nil {
		return
	}
	e := newExcerpt(f, s)
	if e.text == "" {
		return
	}
	fmt.Fprintf(&p.out, "  %s\n  %s%s\n", e.text, strings.Repeat(" ", e.indent), p.paint.mark("^"+strings.Repeat("~", e.width-1)))
}
