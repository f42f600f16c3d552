package graph

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strings"
)

// protectedColor is of what only known callers reach, and of the wires that let them through.
const protectedColor = "#2e7d32"

// The size of a box, and around the picture; pageWidth is that of a pull request.
const (
	boxWidth, boxHeight = 210, 64
	margin              = 24
	pageWidth           = 1000
)

// look are the colors, for light and for dark pages, and what is written how.
const look = `
    text { font: 13px sans-serif; fill: #1f2328; text-anchor: middle }
    .ground { fill: #fff } .frame { fill: #8c959f; fill-opacity: .08; stroke: #8c959f; stroke-dasharray: 5 4 }
    .box { fill: #f6f8fa; stroke: #8c959f } .answers { fill: #e8eef9 } .protected { stroke: ` + protectedColor + `; stroke-width: 3 }
    .name { font-weight: bold } .kind { font-size: 12px; fill: #59636e } .says { font: 11px ui-monospace, monospace }
    .label, .title { font-size: 11px; fill: #59636e; text-anchor: start } .title { font-weight: bold }
    .wire { fill: none; stroke: #59636e; stroke-width: 1.5 } .guard { stroke: ` + protectedColor + `; stroke-width: 3 }
    .head { fill: #59636e } .guards { fill: ` + protectedColor + ` }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .ground { fill: #0d1117 } .frame { stroke: #6e7681 }
      .box { fill: #161b22; stroke: #6e7681 } .answers { fill: #16243a }
      .kind, .label, .title { fill: #9198a1 } .wire { stroke: #9198a1 } .protected, .guard { stroke: #3fb950 } .head { fill: #9198a1 } .guards { fill: #3fb950 }
    }
  `

// svg draws the boxes, a frame around each region and a line for each wire. It needs no font and no file of its own.
func (p *picture) svg(down bool) string {
	var b strings.Builder
	l := p.arrange(down)
	width, height := l.point(l.along, l.across)
	width, height = width+margin, height+margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img">`,
		number(width), number(height), number(width), number(height))
	fmt.Fprintf(&b, "\n  <title>%s</title>\n  <style>%s</style>\n", xmlText(p.title), look)
	for _, class := range []string{"head", "guards"} {
		fmt.Fprintf(&b, `  <marker id="%s" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto">`+
			`<path class="%s" d="M0 0 10 5 0 10z"/></marker>`+"\n", class, class)
	}
	fmt.Fprintf(&b, `  <rect class="ground" width="%s" height="%s"/>`+"\n", number(width), number(height))
	for _, f := range l.frames {
		l.rect(&b, "frame", 10, stretch{f.edge, f.start, f.start + f.along}, f.across)
	}
	for i, wire := range l.wires {
		l.wire(&b, p.lines[i], wire)
	}
	for i, box := range p.boxes {
		l.box(&b, box, l.boxes[i])
	}
	for _, label := range l.labels {
		class := "label"
		if label.title {
			class = "title"
		}
		x, y := l.point(label.along, label.across)
		fmt.Fprintf(&b, `  <text class="%s" x="%s" y="%s">%s</text>`+"\n", class, number(x), number(y), xmlText(label.text))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// point is a place of the layout in the picture.
func (l *layout) point(along, across float64) (x, y float64) {
	if l.size.down {
		return margin + across, margin + along
	}
	return margin + along, margin + across
}

func (l *layout) rect(b *strings.Builder, class string, radius int, at stretch, across float64) {
	x, y := l.point(at.from, at.across)
	right, bottom := l.point(at.to, at.across+across)
	fmt.Fprintf(b, `  <rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="%d"/>`+"\n", class, number(x), number(y), number(right-x), number(bottom-y), radius)
}

// wire draws straight parts, and a curve between each and the next.
func (l *layout) wire(b *strings.Builder, line line, parts []stretch) {
	at := func(along, across float64) string {
		x, y := l.point(along, across)
		return number(x) + " " + number(y)
	}
	var path strings.Builder
	for i, s := range parts {
		switch i {
		case 0:
			path.WriteString("M" + at(s.from, s.across))
		default:
			before := parts[i-1]
			if bend := math.Abs(s.from-before.to) / 2; bend > 0 || s.across != before.across {
				path.WriteString("C" + at(before.to+bend, before.across) + " " + at(s.from-bend, s.across) + " " + at(s.from, s.across))
			}
		}
		if s.to > s.from {
			path.WriteString("L" + at(s.to, s.across))
		}
	}
	class, head := "wire", "head"
	if line.guard {
		class, head = "wire guard", "guards"
	}
	fmt.Fprintf(b, `  <path class="%s" d="%s" marker-end="url(#%s)"/>`+"\n", class, path.String(), head)
}

// box draws a box, with a line of text for what it is, its name and what it does.
func (l *layout) box(out *strings.Builder, b box, at stretch) {
	radius, class := 6, "box"
	switch b.shape {
	case entry:
		radius = boxHeight / 2
	case answers:
		class += " answers"
	}
	l.rect(out, class+b.class(" protected"), radius, at, l.size.across)
	x, y := l.point((at.from+at.to)/2, at.across+l.size.across/2)
	words := b.words(xmlText)
	for i, class := range []string{"kind", "name", "says"}[:len(words)] {
		fmt.Fprintf(out, `  <text class="%s" x="%s" y="%s">%s</text>`+"\n", class, number(x), number(y+4+17*(float64(i)-float64(len(words)-1)/2)), words[i])
	}
}

// number writes a coordinate to a tenth.
func number(v float64) string { return fmt.Sprint(math.Round(v*10) / 10) }

func xmlText(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a Buffer takes everything
	return b.String()
}
