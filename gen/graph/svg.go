package graph

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strings"
)

// protectedColor is of what only known callers reach, and of the wires that let them through.
const (
	protectedColor = "#2e7d32"
	lineColor      = "#555555"
)

const margin = 40

// svg draws the boxes where they are, and a curve for each wire. It needs no font and no file of its own.
func (p *picture) svg() string {
	var b strings.Builder
	left, top, width, height := p.bounds()
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" width="%s" height="%s" role="img" font-family="sans-serif" font-size="13">`,
		number(left), number(top), number(width), number(height), number(width), number(height))
	fmt.Fprintf(&b, "\n  <title>%s</title>\n", xmlText(p.title))
	for _, color := range []string{lineColor, protectedColor} {
		fmt.Fprintf(&b, `  <marker id="%s" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto">`+
			`<path d="M0 0 10 5 0 10z" fill="%s"/></marker>`+"\n", arrow(color), color)
	}
	fmt.Fprintf(&b, `  <rect x="%s" y="%s" width="%s" height="%s" fill="#fff"/>`+"\n", number(left), number(top), number(width), number(height))
	for _, l := range p.lines {
		p.curve(&b, l)
	}
	for _, box := range p.boxes {
		box.svg(&b)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// bounds are the rectangle around all boxes, with a margin.
func (p *picture) bounds() (left, top, width, height float64) {
	if len(p.boxes) == 0 {
		return 0, 0, 2 * margin, 2 * margin
	}
	left, top = math.Inf(1), math.Inf(1)
	right, bottom := math.Inf(-1), math.Inf(-1)
	for _, b := range p.boxes {
		left, top = min(left, b.x), min(top, b.y)
		right, bottom = max(right, b.x+boxWidth), max(bottom, b.y+boxHeight)
	}
	return left - margin, top - margin, right - left + 2*margin, bottom - top + 2*margin
}

// curve draws a wire from the right side of one box to the left side of another.
func (p *picture) curve(b *strings.Builder, l line) {
	from, to := p.boxes[l.from], p.boxes[l.to]
	x1, y1, x2, y2 := from.x+boxWidth, from.y+boxHeight/2, to.x, to.y+boxHeight/2
	bend := max(math.Abs(x2-x1)/2, 40)
	color, width := lineColor, 1.5
	if l.guard {
		color, width = protectedColor, 3
	}
	fmt.Fprintf(b, `  <path d="M%s %sC%s %s %s %s %s %s" fill="none" stroke="%s" stroke-width="%s" marker-end="url(#%s)"/>`+"\n",
		number(x1), number(y1), number(x1+bend), number(y1), number(x2-bend), number(y2), number(x2), number(y2), color, number(width), arrow(color))
	if l.label != "" {
		fmt.Fprintf(b, `  <text x="%s" y="%s" text-anchor="middle" font-size="11" fill="%s" stroke="#fff" stroke-width="3" paint-order="stroke">%s</text>`+"\n",
			number((x1+x2)/2), number((y1+y2)/2-8), lineColor, xmlText(l.label))
	}
}

// arrow is the id of the head of a line.
func arrow(color string) string { return "arrow-" + strings.TrimPrefix(color, "#") }

// svg draws a box, with a line of text for what it is, its name and what there is to note.
func (b box) svg(out *strings.Builder) {
	radius, stroke, width := 6, "#999", 1
	if b.shape == entry {
		radius = boxHeight / 2
	}
	if b.protected {
		stroke, width = protectedColor, 3
	}
	fill := "#f7f7f7"
	if b.shape == answers {
		fill = "#e8eef9"
	}
	fmt.Fprintf(out, `  <rect x="%s" y="%s" width="%d" height="%d" rx="%d" fill="%s" stroke="%s" stroke-width="%d"/>`+"\n",
		number(b.x), number(b.y), boxWidth, boxHeight, radius, fill, stroke, width)
	words := b.words(func(s string) string { return xmlText(shortened(s)) })
	for i, text := range words {
		weight := ""
		if i == 1 {
			weight = ` font-weight="bold"`
		}
		y := b.y + boxHeight/2 + 4 + 17*(float64(i)-float64(len(words)-1)/2)
		fmt.Fprintf(out, `  <text x="%s" y="%s" text-anchor="middle"%s>%s</text>`+"\n", number(b.x+boxWidth/2), number(y), weight, text)
	}
}

// number writes a coordinate to a tenth.
func number(v float64) string { return fmt.Sprint(math.Round(v*10) / 10) }

func xmlText(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a Buffer takes everything
	return b.String()
}
