package graph

import (
	"cmp"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
)

// The grid of a canvas, and the size of a card on it, in the canvas's units.
const (
	gridWidth, gridHeight = 320, 120
	cardHeight            = 72
	handleHeight          = 24 // of an output, where a card has more than three
	rowGap                = gridHeight - cardHeight
	bandGap               = 40 // beside a row's gap, for the wires that lead on to the next band
	bandColumns           = 4  // how many columns are beside each other before a chain goes on below
)

// place puts the boxes where the canvas has their nodes, or all onto the grid where it lacks one.
func (p *picture) place(w *ir.Workflow) {
	for _, n := range w.Nodes {
		if n.Position == nil {
			p.tidy()
			return
		}
	}
	for i, n := range w.Nodes {
		p.boxes[i].x, p.boxes[i].y = n.Position.X, n.Position.Y
	}
}

// grid says where the boxes of a picture are on a canvas: each in a column behind all that lead to it, the first output
// of a node in the node's row, the others below in the order in which they are declared.
type grid struct {
	*picture
	column, row []int
	next        [][]int // the boxes that each leads to, in the order of its outputs
	taken       map[[2]int]bool
	later       map[int][]int // by region: boxes outside of it that its boxes lead to
}

const unplaced = -1

// tidy puts each box onto the grid; a chain of many columns goes on in a band below.
func (p *picture) tidy() {
	g := &grid{picture: p, column: p.columns(), row: make([]int, len(p.boxes)), next: p.following(), taken: map[[2]int]bool{}, later: map[int][]int{}}
	for i := range g.row {
		g.row[i] = unplaced
	}
	led := make([]bool, len(p.boxes))
	for _, l := range p.lines {
		led[l.to] = true
	}
	for _, begins := range []bool{true, false} { // what is only in a circle comes last
		for i := range p.boxes {
			if led[i] != begins && g.row[i] == unplaced {
				g.visit(i, g.depth(), -1)
			}
		}
	}
	g.bands()
}

// columns are how far each box is from where executions start. A circle of wires, which is a mistake, ends after as
// many rounds as there are boxes.
func (p *picture) columns() []int {
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
	return column
}

func (p *picture) following() [][]int {
	lines := slices.Clone(p.lines)
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.output, b.output) })
	next := make([][]int, len(p.boxes))
	for _, l := range lines {
		next[l.from] = append(next[l.from], l.to)
	}
	return next
}

// depth is the first row below all that are placed.
func (g *grid) depth() int {
	rows := 0
	for _, r := range g.row {
		rows = max(rows, r+1)
	}
	return rows
}

// visit puts a box, and all that follows it in the region around, into the first row from want on that has room.
func (g *grid) visit(i, want, around int) {
	if g.row[i] != unplaced {
		return
	}
	if r := g.enters(g.boxes[i].region, around); r >= 0 {
		g.enclosed(i, g.clear(r, want), r, around)
		return
	}
	for g.taken[[2]int{g.column[i], want}] {
		want++
	}
	g.row[i] = want
	g.taken[[2]int{g.column[i], want}] = true
	before := i
	for k, to := range g.next[i] {
		below := want
		if k > 0 {
			below = want + 1
			if g.column[before] == g.column[to] {
				below = max(below, g.row[before]+1)
			}
		}
		if around >= 0 && !g.inside(g.boxes[to].region, around) {
			g.later[around] = append(g.later[around], to)
			continue
		}
		g.visit(to, below, around)
		before = to
	}
}

// enters is the outermost region, inside of the one around, that a box of a region is in; -1 is none.
func (g *grid) enters(region, around int) int {
	for r := region; r >= 0 && r != around; r = g.regions[r].outer {
		if g.regions[r].outer == around {
			return r
		}
	}
	return -1
}

// clear is the first row from want on below which the columns of a region are free.
func (g *grid) clear(region, want int) int {
	from, to := len(g.boxes), -1
	for i, b := range g.boxes {
		if g.inside(b.region, region) {
			from, to = min(from, g.column[i]), max(to, g.column[i])
		}
	}
	for cell := range g.taken {
		if cell[0] >= from && cell[0] <= to {
			want = max(want, cell[1]+1)
		}
	}
	return want
}

// enclosed places what is in a region, keeps the room of its frame for it, and goes on with what its boxes lead to
// outside of it.
func (g *grid) enclosed(i, want, region, around int) {
	g.visit(i, want, region)
	for j := range g.boxes { // what the region holds beside that
		if g.inside(g.boxes[j].region, region) {
			g.visit(j, want, region)
		}
	}
	left, right, top, bottom := len(g.boxes), -1, len(g.boxes), -1
	for j, b := range g.boxes {
		if g.inside(b.region, region) {
			left, right, top, bottom = min(left, g.column[j]), max(right, g.column[j]), min(top, g.row[j]), max(bottom, g.row[j])
		}
	}
	for column := left; column <= right; column++ {
		for row := top; row <= bottom; row++ {
			g.taken[[2]int{column, row}] = true
		}
	}
	for _, to := range g.later[region] {
		if around >= 0 && !g.inside(g.boxes[to].region, around) {
			g.later[around] = append(g.later[around], to)
			continue
		}
		g.visit(to, want, around)
	}
}

// bands cuts the columns into bands, none of which is long nor cuts a region, and puts each below the one before.
func (g *grid) bands() {
	y, from := 0.0, 0
	for _, to := range g.cuts() {
		var used []int
		heights := map[int]float64{}
		for i, c := range g.column {
			if c >= from && c < to {
				used = append(used, g.row[i])
				heights[g.row[i]] = max(heights[g.row[i]], g.boxes[i].height())
			}
		}
		slices.Sort(used)
		at := map[int]float64{}
		for _, row := range slices.Compact(used) {
			at[row] = y
			y += heights[row] + rowGap
		}
		for i, c := range g.column {
			if c >= from && c < to {
				g.boxes[i].x, g.boxes[i].y = float64(c-from)*gridWidth, at[g.row[i]]
			}
		}
		y, from = y+bandGap, to
	}
}

// cuts are the columns before which a band ends, about as many in each.
func (g *grid) cuts() []int {
	columns := 0
	for _, c := range g.column {
		columns = max(columns, c+1)
	}
	bands := (columns + bandColumns - 1) / bandColumns
	var cuts []int
	for from := 0; from < columns; {
		left := max(1, bands-len(cuts))
		to := from + max(1, (columns-from+left-1)/left)
		for to < columns && g.splits(to) {
			to++
		}
		cuts, from = append(cuts, to), to
	}
	return cuts
}

// splits reports whether a cut before a column would go through a region.
func (g *grid) splits(column int) bool {
	for r := range g.regions {
		before, behind := false, false
		for i, b := range g.boxes {
			if g.inside(b.region, r) {
				before, behind = before || g.column[i] < column, behind || g.column[i] >= column
			}
		}
		if before && behind {
			return true
		}
	}
	return false
}

// height is that of the box's card on a canvas, up to whole grid steps of 20.
func (b box) height() float64 {
	const step = 20
	steps := (max(cardHeight, handleHeight*b.outputs) + step - 1) / step
	if b.outputs*handleHeight <= cardHeight {
		return cardHeight
	}
	return float64(steps * step)
}
