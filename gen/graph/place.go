package graph

import "github.com/flowc-dev/flowc/gen/ir"

// The grid of nodes that have no place, in the canvas's units.
const gridWidth, gridHeight = 260, 110

// place puts the boxes where the canvas has their nodes; where it has not all of them, all into columns, by how far they
// are from where executions start.
func (p *picture) place(w *ir.Workflow) {
	for _, n := range w.Nodes {
		if n.Position == nil {
			p.grid()
			return
		}
	}
	for i, n := range w.Nodes {
		p.boxes[i].x, p.boxes[i].y = n.Position.X, n.Position.Y
	}
}

// grid puts each box behind all that lead to it. A circle of wires, which is a mistake, ends after as many rounds as there
// are boxes.
func (p *picture) grid() {
	column := make([]int, len(p.boxes))
	for range p.boxes {
		moved := false
		for _, l := range p.lines {
			if column[l.to] <= column[l.from] && column[l.from]+1 < len(p.boxes) {
				column[l.to] = column[l.from] + 1
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	rows := map[int]int{}
	for i, c := range column {
		p.boxes[i].x, p.boxes[i].y = float64(c*gridWidth), float64(rows[c]*gridHeight)
		rows[c]++
	}
}
