package graph

// level is what stands in a region, or in the picture as a whole, in rows that follow each other as an execution does.
// What is said of it is "along" an execution and "across": the same layout goes right and down.
//
// Rows of boxes take turns with rows of labels; the first row is of the wires that come in, the last of those that
// leave. Wherever a wire passes a row it has a place of its own there, so that it crosses no box and no label (Gansner,
// Koutsofios, North, Vo: A Technique for Drawing Directed Graphs).
type level struct {
	title         string
	rows          [][]*item
	runs          []*run
	along, across float64
	start, edge   float64   // where it begins, along and across
	from, to      []float64 // of each row, along
}

// item is what has a place in a row: a box, a region, a label, the title of the region, or a wire that passes.
type item struct {
	row           int
	box           int    // of the picture; -1 is none
	inner         *level // of a region, else nil
	label         string
	along, across float64 // its size
	lead          float64 // where a wire meets it, from where it begins across; of a region each wire has its own
	at            float64 // where it begins across
}

// passes reports whether an item is the place of a wire.
func (it *item) passes() bool { return it.box < 0 && it.inner == nil }

// run is the part of a wire that is in a level, from item to item.
type run struct {
	line     int
	via      []*item
	out, end float64 // where it leaves the first item and meets the last, across
}

// arranger makes levels of a picture.
type arranger struct {
	*picture
	size sizes
}

// sizes are what a direction asks for.
type sizes struct {
	down           bool
	along, across  float64 // of a box
	gap            float64 // between rows
	beside, close  float64 // between items of a row, and between wires that pass it
	pad            float64 // between a frame and what is in it
	head           float64 // for the title of a frame, where that stands beside the rows
	most           float64 // how far a level may reach across; 0 is no limit
	letter, height float64 // of a label's text
}

func sizesOf(down bool) sizes {
	s := sizes{down: down, along: boxWidth, across: boxHeight, gap: 34, beside: 22, close: 10, pad: 14, head: 24, letter: 6.4, height: 16}
	if down {
		s.along, s.across, s.gap, s.head = boxHeight, boxWidth, 26, 0
	}
	return s
}

// level arranges what is in a region; -1 is the whole picture.
func (a arranger) level(region int) *level {
	l := &level{}
	items, within := a.items(region)
	runs := a.runs(within)
	ranks := a.rank(items, runs)
	l.rows = make([][]*item, 2*ranks+2)
	for _, it := range items {
		it.row = 2*it.row + 1
		l.add(it)
	}
	if region >= 0 {
		l.title = a.regions[region].title
		if a.size.down {
			l.add(&item{box: -1, along: a.size.height, across: a.width(l.title)})
		}
	}
	a.thread(l, runs)
	l.order()
	a.spread(l)
	return l
}

func (l *level) add(it *item) { l.rows[it.row] = append(l.rows[it.row], it) }

// items are the boxes and the regions of a region, and in which of them each box of the picture is.
func (a arranger) items(region int) (items []*item, within map[int]*item) {
	within = map[int]*item{}
	boxes, regions := a.within(region)
	for _, i := range boxes {
		within[i] = &item{box: i, along: a.size.along, across: a.size.across, lead: a.size.across / 2}
		items = append(items, within[i])
	}
	for _, r := range regions {
		inner := a.level(r)
		it := &item{box: -1, inner: inner, along: inner.along, across: inner.across, lead: inner.across / 2}
		for i := range a.boxes {
			if a.inside(a.boxes[i].region, r) {
				within[i] = it
			}
		}
		items = append(items, it)
	}
	return items, within
}

// inside reports whether a region is another or in it.
func (p *picture) inside(region, in int) bool {
	for ; region >= 0; region = p.regions[region].outer {
		if region == in {
			return true
		}
	}
	return false
}

// runs are the parts of wires in a level, by their ends; nil is the edge of the level.
func (a arranger) runs(within map[int]*item) []*run {
	var runs []*run
	for i, line := range a.lines {
		from, to := within[line.from], within[line.to]
		if from == nil && to == nil || from == to && from.inner != nil {
			continue
		}
		runs = append(runs, &run{line: i, via: []*item{from, to}})
	}
	return runs
}

// rank gives each item the row behind all that lead to it, and says how many there are. What a row has no room for
// stands in the next one.
func (a arranger) rank(items []*item, runs []*run) int {
	behind(items, runs)
	for row := 0; row < len(items) && a.size.most > 0; row++ {
		room := a.size.most
		for _, it := range items {
			if it.row != row {
				continue
			}
			if room < it.across && room < a.size.most && row+1 < len(items) {
				it.row++
				continue
			}
			room -= it.across + a.size.beside
		}
		behind(items, runs)
	}
	ranks := 0
	for _, it := range items {
		ranks = max(ranks, it.row+1)
	}
	return ranks
}

// behind puts items into rows behind what leads to them. A circle of wires, which is a mistake, ends after as many
// rounds as there are items.
func behind(items []*item, runs []*run) {
	for range items {
		moved := false
		for _, r := range runs {
			from, to := r.via[0], r.via[1]
			if from != nil && to != nil && to.row <= from.row && from.row+1 < len(items) {
				to.row, moved = from.row+1, true
			}
		}
		if !moved {
			return
		}
	}
}

// thread gives each run a place in each row that it passes.
func (a arranger) thread(l *level, runs []*run) {
	last := len(l.rows) - 1
	labelled := make([]bool, len(l.rows))
	label := func(r *run) string {
		if r.via[0] == nil || r.via[0].box < 0 {
			return ""
		}
		return a.lines[r.line].label
	}
	for _, r := range runs {
		if label(r) != "" {
			labelled[r.via[0].row+1] = true
		}
	}
	for _, r := range runs {
		from, to, said := r.via[0], r.via[1], label(r)
		if from == nil {
			from = &item{box: -1, row: 0}
			l.add(from)
		}
		if to == nil {
			to = &item{box: -1, row: last}
			l.add(to)
		}
		r.via = []*item{from}
		for row := from.row + 1; row < to.row; row++ {
			if row%2 == 0 && !labelled[row] {
				continue
			}
			pass := &item{box: -1, row: row}
			if said != "" {
				a.say(pass, said)
				said = ""
			}
			l.add(pass)
			r.via = append(r.via, pass)
		}
		r.via = append(r.via, to)
		l.runs = append(l.runs, r)
	}
}

// say makes the place of a wire one with a label beside it.
func (a arranger) say(pass *item, label string) {
	pass.label = label
	if a.size.down {
		pass.along, pass.across, pass.lead = a.size.height, a.width(label)+8, 2
		return
	}
	pass.along, pass.across, pass.lead = a.width(label), a.size.height+4, a.size.height+2
}

// width is about how wide a label is.
func (a arranger) width(label string) float64 { return a.size.letter*float64(len([]rune(label))) + 4 }
