package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
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
		p.lines = append(p.lines, line{from: 0, to: i + 1, output: i, label: fmt.Sprint("case", i)})
	}
	if l := p.arrange(true); l.across > page {
		t.Errorf("it is %v wide, which a page of %v has no room for", l.across, float64(page))
	}
}

// TestTidy requires of pictures of many shapes on the grid of a canvas that no two cards are closer than 40, that none stands in the
// frame of a region that it is not in.
func TestTidy(t *testing.T) {
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		p := randomPicture(rnd, 2+rnd.IntN(14))
		for i := range p.lines {
			p.lines[i].output = p.boxes[p.lines[i].from].outputs
			p.boxes[p.lines[i].from].outputs++
		}
		p.tidy()
		for i, a := range p.boxes {
			for j, b := range p.boxes[:i] {
				const card = 224
				across, down := max(a.x-b.x, b.x-a.x)-card, max(b.y-a.y-a.height(), a.y-b.y-b.height())
				if max(across, down) < 40 {
					t.Errorf("seed %d: %d and %d are at %v %v and %v %v", seed, i, j, a.x, a.y, b.x, b.y)
				}
			}
		}
		frames(t, seed, p)
	}
}

// frames requires that no box is in the frame of a region that it is not in.
func frames(t *testing.T, seed uint64, p *picture) {
	t.Helper()
	for r := range p.regions {
		left, right, top, bottom := 1e9, -1e9, 1e9, -1e9
		for _, b := range p.boxes {
			if p.inside(b.region, r) {
				left, right, top, bottom = min(left, b.x), max(right, b.x), min(top, b.y), max(bottom, b.y)
			}
		}
		for i, b := range p.boxes {
			if !p.inside(b.region, r) && b.x >= left && b.x <= right && b.y >= top && b.y <= bottom {
				t.Errorf("seed %d: %d stands in the frame of %s", seed, i, p.regions[r].title)
			}
		}
	}
}

// TestTidyWraps requires a chain to go on below after four columns, about as many in each band, and what follows the outputs of
// a node to stand below each other in the order of the outputs.
func TestTidyWraps(t *testing.T) {
	p := &picture{}
	for i := range 9 {
		p.boxes = append(p.boxes, box{name: fmt.Sprint("box", i), region: -1, outputs: 2})
		if i > 0 {
			p.lines = append(p.lines, line{from: i - 1, to: i})
		}
	}
	for i, output := range []int{2, 1} { // the first that is drawn is the last that is declared
		p.boxes = append(p.boxes, box{name: fmt.Sprint("no", output), region: -1})
		p.lines = append(p.lines, line{from: 0, to: 9 + i, output: output})
	}
	p.tidy()
	var got []string
	for _, b := range p.boxes {
		got = append(got, fmt.Sprint(b.name, " ", b.x, " ", b.y))
	}
	want := []string{
		"box0 0 0", "box1 320 0", "box2 640 0", "box3 0 400", "box4 320 400", "box5 640 400", "box6 0 560", "box7 320 560", "box8 640 560",
		"no2 320 240", "no1 320 120",
	}
	if !slices.Equal(got, want) {
		t.Errorf("they are at %q, want %q", got, want)
	}
}
