package graph

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// mermaid writes a flowchart of mermaid.js, which GitHub and GitLab show.
func (p *picture) mermaid(down bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "flowchart %s\n", letters(down))
	p.mermaidBoxes(&b, -1, "  ")
	for _, l := range p.lines {
		arrow := "-->"
		if l.guard {
			arrow = "==>"
		}
		if l.label != "" {
			arrow += fmt.Sprintf("|\"%s\"|", mermaidText(l.label))
		}
		fmt.Fprintf(&b, "  n%d %s n%d\n", l.from, arrow, l.to)
	}
	fmt.Fprintf(&b, "  classDef protected stroke:%s,stroke-width:3px\n", protectedColor)
	return b.String()
}

// mermaidBoxes writes what stands in a region.
func (p *picture) mermaidBoxes(b *strings.Builder, region int, indent string) {
	boxes, regions := p.within(region)
	for _, i := range boxes {
		box := p.boxes[i]
		opening, closing := "[", "]"
		switch box.shape {
		case entry:
			opening, closing = "([", "])"
		case answers:
			opening, closing = "[/", "/]"
		}
		fmt.Fprintf(b, "%sn%d%s\"%s\"%s%s\n", indent, i, opening, strings.Join(box.words(mermaidText), "<br>"), closing, box.class(":::protected"))
	}
	for _, r := range regions {
		fmt.Fprintf(b, "%ssubgraph r%d[\"%s\"]\n", indent, r, mermaidText(p.regions[r].title))
		p.mermaidBoxes(b, r, indent+"  ")
		fmt.Fprintf(b, "%send\n", indent)
	}
}

// dot writes a graph for Graphviz.
func (p *picture) dot(down bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph \"%s\" {\n  rankdir=%s\n  node [shape=box, fontname=\"sans-serif\"]\n", dotText(p.title), letters(down))
	p.dotBoxes(&b, -1, "  ")
	for _, l := range p.lines {
		width := ""
		if l.guard {
			width = ", penwidth=3"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=\"%s\"%s]\n", l.from, l.to, dotText(l.label), width)
	}
	b.WriteString("}\n")
	return b.String()
}

// dotBoxes writes what stands in a region. Graphviz frames a subgraph whose name begins with cluster.
func (p *picture) dotBoxes(b *strings.Builder, region int, indent string) {
	boxes, regions := p.within(region)
	for _, i := range boxes {
		box := p.boxes[i]
		style := map[shape]string{entry: ", style=rounded", answers: ", shape=cds"}[box.shape]
		fmt.Fprintf(b, "%sn%d [label=\"%s\"%s%s]\n", indent, i, strings.Join(box.words(dotText), `\n`), style,
			box.class(fmt.Sprintf(", color=\"%s\", penwidth=3", protectedColor)))
	}
	for _, r := range regions {
		fmt.Fprintf(b, "%ssubgraph cluster%d {\n%s  label=\"%s\"\n", indent, r, indent, dotText(p.regions[r].title))
		p.dotBoxes(b, r, indent+"  ")
		fmt.Fprintf(b, "%s}\n", indent)
	}
}

// letters are how Mermaid and Graphviz call a direction.
func letters(down bool) string {
	if down {
		return "TB"
	}
	return "LR"
}

// words are the lines of text in a box.
func (b box) words(escape func(string) string) []string {
	lines := []string{escape(shortened(b.kind)), escape(shortened(b.name))}
	if b.says != "" {
		lines = append(lines, escape(shortened(b.says)))
	}
	return lines
}

// shortened is as much of a text as a box is wide.
func shortened(s string) string {
	const most = 28
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// class is text for a box that is protected, else nothing.
func (b box) class(text string) string {
	if b.protected {
		return text
	}
	return ""
}

// mermaidText writes text between quotes (mermaid.js, "Entity codes to escape characters").
func mermaidText(s string) string {
	return strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "\n", " ").Replace(s)
}

// dotText writes text between quotes (Graphviz, "The DOT Language").
func dotText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s)
}
