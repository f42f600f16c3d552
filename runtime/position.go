package runtime

import (
	"strconv"
	"sync/atomic"
	"time"
)

// maxTrail is the number of nodes of a trail from which on a For each keeps only those of its latest item.
const maxTrail = 200

// cutMark stands in a trail for nodes that are not kept.
const cutMark = "..."

// position is the place of an execution: the nodes that it has entered, and the record of the last of them for the
// debug log. It is a value of its own, apart from Exec: what runs beside an execution can have its own.
type position struct {
	trail   []step
	count   int32         // of the nodes that were entered, those that trail no longer has among them
	entered int32         // of them by this one alone, while others are beside it
	shared  *atomic.Int32 // count, while others are beside this one
	visit   visit         // of the last of trail, at debug level
	hidden  int           // how long trail is at the node that keeps what it yields out of logs; 0 is none
	held    bool          // the debug record of the entry's node waits for the request to be decoded
	call    int           // the place in trail, from 1, of the Call whose workflow the execution is in; 0 outside of any
	attempt string        // of the Retry that the execution is in, at debug level: "2", or "2.1" below another; "" outside of any
}

// step is one node of the trail.
type step struct {
	node   string
	output string // the one that it took, where it has said so
	call   int32  // the place in the trail, from 1, of the Call in whose workflow it is; 0 outside of any
	seq    int32  // of its visit: from 1, by when it was entered
}

// visit is the record of the node that the execution is at, for the debug log.
type visit struct {
	seq     int32 // as of its step
	entered time.Time
	attempt string
	inputs  any // what it sends out: the parameters of a statement, the URL and the body of a call
	values  any // what it yields
	failure error
	left    bool // the record that it was left is written
}

// enter adds a node to the trail.
func (p *position) enter(node string) {
	p.trail = append(p.trail, step{node: node, call: int32(p.call), seq: p.next()})
}

// next counts a visit.
func (p *position) next() int32 {
	p.entered++
	if p.shared != nil {
		return p.shared.Add(1)
	}
	p.count++
	return p.count
}

// visited begins the visit of the node that was entered last.
func (p *position) visited(now time.Time) {
	p.visit = visit{seq: p.trail[len(p.trail)-1].seq, entered: now, attempt: p.attempt}
}

// node is the name of the current node.
func (p *position) node() string {
	if len(p.trail) == 0 {
		return ""
	}
	return p.trail[len(p.trail)-1].node
}

// took records the output that the current node took.
func (p *position) took(output string) {
	if n := len(p.trail); n > 0 {
		p.trail[n-1].output = output
	}
}

// tookAt records the output that a node around the current one took, unless that is known. It returns its place in the
// trail, from 1, or 0 where nothing has changed.
func (p *position) tookAt(node, output string) (at int) {
	for i := len(p.trail) - 1; i >= 0; i-- {
		if p.trail[i].node != node || int(p.trail[i].call) != p.call {
			continue
		}
		if p.trail[i].output != "" {
			return 0
		}
		p.trail[i].output = output
		return i + 1
	}
	return 0
}

// appendNodes writes the trail as "in user check:invalid no".
func (p *position) appendNodes(text []byte) []byte {
	for i, s := range p.trail {
		if i > 0 {
			text = append(text, ' ')
		}
		if s.call > 0 {
			text = append(p.appendCall(text, int(s.call)), '/')
		}
		text = append(text, s.node...)
		if s.output != "" {
			text = append(append(text, ':'), s.output...)
		}
	}
	return text
}

// appendCall writes the Calls in whose workflows a step of the trail is, the outermost first: "order/price".
func (p *position) appendCall(text []byte, call int) []byte {
	if call == 0 {
		return text
	}
	s := p.trail[call-1]
	if s.call > 0 {
		text = append(p.appendCall(text, int(s.call)), '/')
	}
	return append(text, s.node...)
}

// here is the node of the workflow that the execution is in by which it came to the current one: a Call, where that is
// in the workflow which it calls.
func (p *position) here() string {
	at := len(p.trail) - 1
	for at >= 0 && int(p.trail[at].call) != p.call && p.trail[at].call > 0 {
		at = int(p.trail[at].call) - 1
	}
	if at < 0 {
		return ""
	}
	return p.trail[at].node
}

// last is the place in the trail, from 1, of the last visit of a node, in whatever workflow; 0 where it is not there.
func (p *position) last(node string) int {
	for i := len(p.trail); i > 0; i-- {
		if p.trail[i-1].node == node {
			return i
		}
	}
	return 0
}

// inAttempt is the number of the n-th attempt of a Retry below that of the Retry around it, or "": the first in the
// second is "2.1".
func inAttempt(around string, n int) string {
	if around == "" {
		return strconv.Itoa(n)
	}
	return around + "." + strconv.Itoa(n)
}

// cut drops what was entered from a place of a long trail on.
func (p *position) cut(from int) {
	clear(p.trail[from:])
	p.trail = p.trail[:from]
	if from > 0 && p.trail[from-1].node != cutMark {
		p.trail = append(p.trail, step{node: cutMark})
	}
}

// missing is the number of nodes that were entered and that the trail does not have.
func (p *position) missing() int {
	kept := 0
	for i := range p.trail {
		if p.trail[i].node != cutMark {
			kept++
		}
	}
	return int(p.count) - kept
}

// forget empties p for the next execution, with its memory as far as that is usual.
func (p *position) forget() position {
	if cap(p.trail) > 4*maxTrail {
		return position{}
	}
	clear(p.trail)
	return position{trail: p.trail[:0]}
}
