package graph

import (
	"cmp"
	"math"
	"slices"
)

// rounds are how often rows are gone through, there and back: more changes nothing that one sees.
const rounds = 8

// meets is where a run meets an item across, from where the item begins.
func (r *run) meets(it *item) float64 {
	if it.inner == nil {
		return it.lead
	}
	for _, in := range it.inner.runs {
		if in.line != r.line {
			continue
		}
		if gate := in.via[0]; gate.row == 0 {
			return gate.at + gate.lead
		}
		gate := in.via[len(in.via)-1]
		return gate.at + gate.lead
	}
	return it.lead
}

// neighbour is what a wire leads to from an item.
type neighbour struct {
	run      *run
	own, far *item
}

// neighbours are those of each item in the row before it where step is -1, else in that behind it.
func (l *level) neighbours(step int) map[*item][]neighbour {
	all := map[*item][]neighbour{}
	for _, r := range l.runs {
		for i, it := range r.via {
			if j := i + step; j >= 0 && j < len(r.via) && it != r.via[j] {
				all[it] = append(all[it], neighbour{r, it, r.via[j]})
			}
		}
	}
	return all
}

// order puts the items of each row where those before and behind them are, so that few wires cross.
func (l *level) order() {
	place := map[*item]float64{}
	number := func(row []*item) {
		for i, it := range row {
			place[it] = (float64(i) + 0.5) / float64(len(row))
		}
	}
	for _, row := range l.rows {
		number(row)
	}
	for round := range rounds {
		step := -1 + 2*(round%2)
		near := l.neighbours(step)
		for _, row := range l.inTurn(step) {
			for _, it := range row {
				if sum := 0.0; len(near[it]) > 0 {
					for _, n := range near[it] {
						sum += place[n.far]
					}
					place[it] = sum / float64(len(near[it]))
				}
			}
			slices.SortStableFunc(row, func(a, b *item) int { return cmp.Compare(place[a], place[b]) })
			number(row)
		}
	}
	// The title stands at the edge; the wires beside it have no width.
	slices.SortStableFunc(l.rows[0], func(a, b *item) int { return cmp.Compare(b.across, a.across) })
}

// inTurn are the rows in the order in which what is near them is known.
func (l *level) inTurn(step int) [][]*item {
	rows := slices.Clone(l.rows)
	if step > 0 {
		slices.Reverse(rows)
	}
	return rows
}

// spread says where each item begins across, as near to where its wires lead as the others of its row let it.
func (a arranger) spread(l *level) {
	for round := range rounds {
		step := -1 + 2*(round%2)
		near := l.neighbours(step)
		for _, row := range l.inTurn(step) {
			a.settle(row, near)
		}
	}
	left, right := math.Inf(1), math.Inf(-1)
	for _, row := range l.rows {
		for _, it := range row {
			left, right = min(left, it.at), max(right, it.at+it.across)
		}
	}
	pad, head := 0.0, 0.0
	if l.title != "" {
		pad, head = a.size.pad, a.size.head
	}
	for _, row := range l.rows {
		for _, it := range row {
			it.at += pad + head - left
		}
	}
	l.across = max(right-left, 0) + 2*pad + head
	a.stack(l, pad)
}

// settle moves the items of a row to where they want to be, in their order and without overlap: as little as can be in
// all, by pooling those that push each other (isotonic regression).
func (a arranger) settle(row []*item, near map[*item][]neighbour) {
	type pool struct {
		sum   float64
		count int
	}
	var pools []pool
	offset := 0.0
	for i, it := range row {
		if i > 0 {
			offset += a.between(row[i-1], it)
		}
		want := it.at
		if list := near[it]; len(list) > 0 {
			want = 0
			for _, n := range list {
				want += (n.far.at + n.run.meets(n.far) - n.run.meets(it)) / float64(len(list))
			}
		}
		pools = append(pools, pool{want - offset, 1})
		for n := len(pools); n > 1 && pools[n-2].sum*float64(pools[n-1].count) > pools[n-1].sum*float64(pools[n-2].count); n = len(pools) {
			pools[n-2].sum += pools[n-1].sum
			pools[n-2].count += pools[n-1].count
			pools = pools[:n-1]
		}
		offset += it.across
	}
	offset = 0
	i := 0
	for _, p := range pools {
		for range p.count {
			if i > 0 {
				offset += a.between(row[i-1], row[i])
			}
			row[i].at = p.sum/float64(p.count) + offset
			offset += row[i].across
			i++
		}
	}
}

// between is how much room there is from an item to the one beside it: wires may pass close to each other.
func (a arranger) between(it, next *item) float64 {
	if it.passes() && next.passes() {
		return a.size.close
	}
	return a.size.beside
}

// stack puts the rows behind each other, with a gap where both have something.
func (a arranger) stack(l *level, pad float64) {
	l.from, l.to = make([]float64, len(l.rows)), make([]float64, len(l.rows))
	along, some := pad, false
	for i, row := range l.rows {
		if some && len(row) > 0 {
			along += a.size.gap
		}
		l.from[i] = along
		for _, it := range row {
			l.to[i], some = max(l.to[i], l.from[i]+it.along), true
		}
		l.to[i] = max(l.to[i], along)
		along = l.to[i]
	}
	l.along = along + pad
}
