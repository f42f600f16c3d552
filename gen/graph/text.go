package graph

import (
	"fmt"
	"strings"
)

// mermaid writes a flowchart of mermaid.js, which GitHub and GitLab show.
func (p *picture) mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for i, box := range p.boxes {
		opening, closing := "[", "]"
		switch box.shape {
		case entry:
			opening, closing = "([", "])"
		case answers:
			opening, closing = "[/", "/]"
		}
		fmt.Fprintf(&b, "  n%d%s\"%s\"%s%s\n", i, opening, strings.Join(box.words(mermaidText), "<br>"), closing, box.class(":::protected"))
	}
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

// dot writes a graph for Graphviz.
func (p *picture) dot() string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph \"%s\" {\n  rankdir=LR\n  node [shape=box, fontname=\"sans-serif\"]\n", dotText(p.title))
	for i, box := range p.boxes {
		style := map[shape]string{entry: ", style=rounded", answers: ", shape=cds"}[box.shape]
		fmt.Fprintf(&b, "  n%d [label=\"%s\"%s%s]\n", i, strings.Join(box.words(dotText), `\n`), style,
			box.class(fmt.Sprintf(", color=\"%s\", penwidth=3", protectedColor)))
	}
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

// words are the lines of text in a box.
func (b box) words(escape func(string) string) []string {
	lines := []string{escape(b.kind), escape(b.name)}
	if b.note != "" {
		lines = append(lines, escape(b.note))
	}
	return lines
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
