package graph

import (
	"cmp"
	"slices"
)

// stretch is a part of a wire that goes straight, along an execution.
type stretch struct{ across, from, to float64 }

// frame is where a region has its frame.
type frame struct {
	title                      string
	start, edge, along, across float64
}

// writing is a label or a title: and where its text begins.
type writing struct {
	text          string
	along, across float64
	title         bool
}

// layout is where everything of a picture is.
type layout struct {
	size          sizes
	along, across float64
	boxes         []stretch // of each where it begins across, and from where to where it is along
	wires         [][]stretch
	frames        []frame
	labels        []writing
}

// page is how far a picture that goes down may reach across.
const page = pageWidth - 2*margin

// arrange lays the picture out in a direction. One that goes down and is wider than a page gets fewer boxes a row, as
// long as that makes it narrower.
func (p *picture) arrange(down bool) *layout {
	a := arranger{p, sizesOf(down)}
	root := a.level(-1)
	for a.size.most = page; down && root.across > page && a.size.most > boxWidth; a.size.most -= boxWidth {
		if next := a.level(-1); next.across < root.across {
			root = next
		}
	}
	out := &layout{size: a.size, along: root.along, across: root.across, boxes: make([]stretch, len(p.boxes)), wires: make([][]stretch, len(p.lines))}
	out.take(root)
	for i, w := range out.wires {
		slices.SortStableFunc(w, func(a, b stretch) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
		if to := out.boxes[p.lines[i].to]; len(w) == 2 && w[0].from >= to.from { // a circle goes back
			slices.SortStableFunc(w, func(a, b stretch) int { return cmp.Compare(b.to, a.to) })
		}
	}
	return out
}

// take puts a level where its start and edge are, and what is in it.
func (o *layout) take(l *level) {
	for _, row := range l.rows {
		for _, it := range row {
			start, edge := l.start+l.from[it.row], l.edge+it.at
			switch {
			case it.inner != nil:
				it.inner.start, it.inner.edge = start, edge
				o.frames = append(o.frames, frame{it.inner.title, start, edge, it.along, it.across})
				o.take(it.inner)
			case it.box >= 0:
				o.boxes[it.box] = stretch{edge, start, start + it.along}
			case it.label != "":
				o.labels = append(o.labels, o.beside(it, start, edge))
			}
		}
	}
	if l.title != "" {
		o.labels = append(o.labels, o.titled(l))
	}
	l.ports()
	for _, r := range l.runs {
		o.wires[r.line] = append(o.wires[r.line], l.stretches(r)...)
	}
}

// beside is where the label of a wire is written: right of one that goes down, over one that goes right.
func (o *layout) beside(it *item, start, edge float64) writing {
	if o.size.down {
		return writing{text: it.label, along: start + 12, across: edge + it.lead + 6}
	}
	return writing{text: it.label, along: start + 2, across: edge + it.lead - 5}
}

func (o *layout) titled(l *level) writing {
	if o.size.down {
		return writing{text: l.title, along: l.start + o.size.pad + 8, across: l.edge + 12, title: true}
	}
	return writing{text: l.title, along: l.start + 12, across: l.edge + 20, title: true}
}

// ports gives each wire of a box its own place at the side where it leaves or comes, in the order of where it leads.
func (l *level) ports() {
	leaving, coming := map[*item][]*run{}, map[*item][]*run{}
	for _, r := range l.runs {
		leaving[r.via[0]] = append(leaving[r.via[0]], r)
		end := r.via[len(r.via)-1]
		coming[end] = append(coming[end], r)
	}
	share := func(it *item, runs []*run, near func(*run) *item, set func(*run, float64)) {
		slices.SortStableFunc(runs, func(a, b *run) int {
			return cmp.Compare(near(a).at+a.meets(near(a)), near(b).at+b.meets(near(b)))
		})
		for i, r := range runs {
			if it.box < 0 {
				set(r, it.at+r.meets(it))
				continue
			}
			set(r, it.at+it.across*float64(i+1)/float64(len(runs)+1))
		}
	}
	for it, runs := range leaving {
		share(it, runs, func(r *run) *item { return r.via[1] }, func(r *run, v float64) { r.out = v })
	}
	for it, runs := range coming {
		share(it, runs, func(r *run) *item { return r.via[len(r.via)-2] }, func(r *run, v float64) { r.end = v })
	}
}

// stretches are the straight parts of a run: through the rest of the row that it leaves, through rows that it passes,
// and, where it leaves or enters the level, to its edge.
func (l *level) stretches(r *run) []stretch {
	first, last := r.via[0], r.via[len(r.via)-1]
	begin := l.from[first.row] + first.along
	if first.row == 0 {
		begin = 0
	}
	list := []stretch{{l.edge + r.out, l.start + begin, l.start + l.to[first.row]}}
	for _, it := range r.via[1 : len(r.via)-1] {
		list = append(list, stretch{l.edge + it.at + it.lead, l.start + l.from[it.row], l.start + l.to[it.row]})
	}
	end := l.from[last.row]
	if last.row == len(l.rows)-1 {
		end = l.along
	}
	return append(list, stretch{l.edge + r.end, l.start + l.from[last.row], l.start + end})
}
