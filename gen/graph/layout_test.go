package graph

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// randomPicture has n boxes with wires that lead forward, some with labels, and two regions, one in the other, each of which is
// entered by one wire.
func randomPicture(rnd *rand.Rand, n int) *picture {
	p := &picture{regions: []region{{"safe: try", -1}, {"again: try", 0}}}
	for i := range n {
		p.boxes = append(p.boxes, box{name: fmt.Sprint("box", i), kind: "SQL", says: "SELECT 1", region: -1})
		if i > 0 {
			p.lines = append(p.lines, line{from: rnd.IntN(i), to: i, label: []string{"", "notFound", "1"}[rnd.IntN(3)]})
		}
	}
	for _, region := range []int{0, 0, 1, 1, 1, 0} {
		i := len(p.boxes)
		p.boxes = append(p.boxes, box{name: fmt.Sprint("box", i), kind: "SQL", region: region})
		p.lines = append(p.lines, line{from: i - 1, to: i, label: "try"})
	}
	end := len(p.boxes)
	p.boxes = append(p.boxes, box{name: "end", kind: "Response", shape: answers, region: -1})
	for range n {
		p.lines = append(p.lines, line{from: rnd.IntN(end), to: end, label: "failed"})
	}
	return p
}

// area is a rectangle of a layout.
type area struct{ across, along, acrossEnd, alongEnd float64 }

func (a area) meets(b area) bool {
	const touch = 0.01
	return a.across < b.acrossEnd-touch && b.across < a.acrossEnd-touch && a.along < b.alongEnd-touch && b.along < a.alongEnd-touch
}

// TestNothingIsOverAnother wants no box over another, no label over a box, a label or a wire, and no wire over a box: in pictures
// of many shapes, in both directions.
func TestNothingIsOverAnother(t *testing.T) {
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		p := randomPicture(rnd, 2+rnd.IntN(14))
		for _, down := range []bool{false, true} {
			l := p.arrange(down)
			var solid []area
			for _, b := range l.boxes {
				solid = append(solid, area{b.across, b.from, b.across + l.size.across, b.to})
			}
			for _, w := range l.labels {
				solid = append(solid, l.written(w))
			}
			for i, a := range solid {
				for _, b := range solid[:i] {
					if a.meets(b) {
						t.Errorf("seed %d, down %t: %v is over %v", seed, down, a, b)
					}
				}
				for line, w := range l.wires {
					if over, is := crosses(w, a); is {
						t.Errorf("seed %d, down %t: wire %d is over %v at %v", seed, down, line, a, over)
					}
				}
			}
		}
	}
}

// written is the room of a text, as wide as arrange takes it for.
func (l *layout) written(w writing) area {
	long := l.size.letter * float64(len(w.text))
	if l.size.down {
		return area{w.across, w.along - 9, w.across + long, w.along + 2}
	}
	return area{w.across - 9, w.along, w.across + 2, w.along + long}
}

// crosses reports whether a wire meets an area: straight on, or in the rectangle of a curve.
func crosses(wire []stretch, a area) (stretch, bool) {
	for i, s := range wire {
		if a.meets(area{s.across - 0.1, s.from, s.across + 0.1, s.to}) {
			return s, true
		}
		if i == 0 {
			continue
		}
		before := wire[i-1]
		if a.meets(area{min(before.across, s.across) - 0.1, before.to, max(before.across, s.across) + 0.1, s.from}) {
			return s, true
		}
	}
	return stretch{}, false
}

// TestDownFitsAPage wants a node with many ways to go on to be drawn in several rows where a row has no room for them.
func TestDownFitsAPage(t *testing.T) {
	p := &picture{boxes: []box{{name: "which", region: -1}}}
	for i := range 9 {
		p.boxes = append(p.boxes, box{name: fmt.Sprint("case", i), region: -1})
		p.lines = append(p.lines, line{from: 0, to: i + 1, label: fmt.Sprint("case", i)})
	}
	if l := p.arrange(true); l.across > page {
		t.Errorf("it is %v wide, which a page of %v has no room for", l.across, float64(page))
	}
}
