package graph

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// regionIndex has the place of each region of a picture by the node that protects it.
type regionIndex map[*ir.Node]int

// frame adds the regions of w that have a node in them, an outer one before those in it.
func (p *picture) frame(w *ir.Workflow) regionIndex {
	index := regionIndex{}
	for _, n := range w.Nodes {
		if r := innermost(n); r != nil {
			p.enclose(index, r)
		}
	}
	return index
}

func (p *picture) enclose(index regionIndex, r *ir.Region) int {
	if i, known := index[r.Step.Node]; known {
		return i
	}
	outer := -1
	if around := innermost(r.Step.Node); around != nil {
		outer = p.enclose(index, around)
	}
	index[r.Step.Node] = len(p.regions)
	p.regions = append(p.regions, region{titleOf(r), outer})
	return len(p.regions) - 1
}

// titleOf names a region by its node and the output that leads into it.
func titleOf(r *ir.Region) string {
	for _, out := range r.Step.Outs {
		if out.Role() == templates.Try {
			return r.Step.Node.Name.Value + ": " + out.Name
		}
	}
	return r.Step.Node.Name.Value
}

func (index regionIndex) of(n *ir.Node) int {
	if r := innermost(n); r != nil {
		return index[r.Step.Node]
	}
	return -1
}

// innermost is the region that n is in, in every flow that runs it; nil where there is none, or where they differ.
func innermost(n *ir.Node) *ir.Region {
	var found *ir.Region
	for _, s := range stepsOf(n) {
		if s.Region == nil || found != nil && found.Step.Node != s.Region.Step.Node {
			return nil
		}
		found = s.Region
	}
	return found
}

// within are the boxes and the regions that stand in a region, not in one inside it; of -1 those in none.
func (p *picture) within(region int) (boxes, regions []int) {
	for i, b := range p.boxes {
		if b.region == region {
			boxes = append(boxes, i)
		}
	}
	for i, r := range p.regions {
		if r.outer == region {
			regions = append(regions, i)
		}
	}
	return boxes, regions
}
