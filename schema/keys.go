package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// The keys of the format, in the order in which Format writes them.
var (
	documentKeys = []string{"$schema", "version", "id", "name", "description", "nodes", "edges", "lint"}
	nodeKeys     = []string{"id", "type", "position", "data"}
	edgeKeys     = []string{"id", "source", "sourceHandle", "target", "targetHandle"}
	lintKeys     = []string{"ignore"}
	ignoreKeys   = []string{"rule", "reason"}
)

// canvasKeys are what a React Flow canvas saves beside them (@xyflow/react 12, the types
// ReactFlowJsonObject, Node and Edge). They are accepted wherever a canvas may put one.
var canvasKeys = []string{
	"animated", "ariaLabel", "ariaRole", "className", "connectable", "deletable", "domAttributes", "dragHandle",
	"draggable", "dragging", "expandParent", "extent", "focusable", "handles", "height", "hidden",
	"initialHeight", "initialWidth", "interactionWidth", "label", "labelBgBorderRadius", "labelBgPadding",
	"labelBgStyle", "labelShowBg", "labelStyle", "markerEnd", "markerStart", "measured", "origin", "parentId",
	"parentNode", "pathOptions", "positionAbsolute", "reconnectable", "resizing", "selectable", "selected",
	"sourcePosition", "style", "targetPosition", "viewport", "width", "zIndex",
}

// canvasEdgeKeys are those that only an edge of a canvas has.
var canvasEdgeKeys = []string{"data", "type"}

// foreignKeys are what other tools call keys of this format.
var foreignKeys = map[string]string{
	"connections": "edges", "links": "edges", "wires": "edges", "transitions": "edges",
	"blocks": "nodes", "steps": "nodes", "tasks": "nodes", "components": "nodes",
	"nodeId": "id", "uid": "id", "uuid": "id",
	"kind": "type", "nodeType": "type", "component": "type",
	"config": "data", "fields": "data", "options": "data", "parameters": "data", "params": "data", "properties": "data",
	"props": "data", "settings": "data", "with": "data",
	"from": "source", "src": "source", "sourceId": "source", "start": "source",
	"to": "target", "dest": "target", "destination": "target", "targetId": "target", "end": "target",
	"fromHandle": "sourceHandle", "fromPort": "sourceHandle", "handle": "sourceHandle", "output": "sourceHandle", "port": "sourceHandle",
	"sourceOutput": "sourceHandle", "sourcePort": "sourceHandle",
	"toHandle": "targetHandle", "toPort": "targetHandle", "input": "targetHandle", "targetPort": "targetHandle",
}

// checkKeys reports the keys of v that are neither in own nor in canvas and do not begin with "x-".
func (p *parser) checkKeys(v *Value, own []string, canvas ...[]string) {
	for _, m := range v.Members {
		if !slices.Contains(own, m.Key) && !anyContains(canvas, m.Key) && !strings.HasPrefix(m.Key, "x-") {
			p.report(diag.FC002, m.KeySpan, keyHint(v, m.Key, own, canvas), "unknown key %s", quote(m.Key))
			p.problems[len(p.problems)-1].Fix = v.Rename(p.file, m, slices.Concat(own, slices.Concat(canvas...)))
		}
	}
}

func anyContains(lists [][]string, key string) bool {
	return slices.ContainsFunc(lists, func(l []string) bool { return slices.Contains(l, key) })
}

// keyHint names the key of v that was probably meant, else those that there are.
func keyHint(v *Value, key string, own []string, canvas [][]string) string {
	if is := foreignKeys[key]; is != "" && slices.Contains(own, is) && v.Get(is) == nil {
		return "write " + strconv.Quote(is)
	}
	if slices.Contains(own, "position") && key == "name" {
		return `write it into "data"`
	}
	near := diag.Nearest(key, own)
	if near == "" {
		near = diag.Nearest(key, slices.Concat(canvas...))
	}
	if near != "" {
		return "did you mean " + strconv.Quote(near) + "?"
	}
	return "use " + quotedList(own) + ", or a key that begins with \"x-\""
}

// meant reports whether v lacks a key because it is misspelt or goes by another name, which FC002 has said of the key
// that is there.
func meant(v *Value, key string) bool {
	return v.Get(key) == nil && slices.ContainsFunc(v.Members, func(m Member) bool {
		known := anyContains([][]string{documentKeys, nodeKeys, edgeKeys, canvasKeys, canvasEdgeKeys}, m.Key)
		return !known && (foreignKeys[m.Key] == key || diag.Nearest(m.Key, []string{key}) != "")
	})
}

// quotedList writes names sorted, quoted and with commas.
func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(n)
	}
	slices.Sort(quoted)
	return strings.Join(quoted, ", ")
}

// checkRepeated reports every key of v and of the values inside it that its object has already.
func (p *parser) checkRepeated(v *Value) {
	for _, item := range v.Items {
		p.checkRepeated(item)
	}
	index := indexMembers(v.Members)
	for i, m := range v.Members {
		if j := firstMember(v.Members, index, m.Key); j < i {
			p.reportRepeated(m.KeySpan, v.Members[j].KeySpan, "duplicate key %s", quote(m.Key))
		}
		p.checkRepeated(m.Value)
	}
}

// indexMembers maps each key to its first member. It returns nil for the few members that most
// objects have, since looking at each is faster.
func indexMembers(members []Member) map[string]int {
	if len(members) <= 16 {
		return nil
	}
	index := make(map[string]int, len(members))
	for i, m := range slices.Backward(members) {
		index[m.Key] = i
	}
	return index
}

// firstMember returns the first of members with that key, of which there is one.
func firstMember(members []Member, index map[string]int, key string) int {
	if index != nil {
		return index[key]
	}
	return slices.IndexFunc(members, func(m Member) bool { return m.Key == key })
}

// reportRepeated reports what stands at span although first has it already.
func (p *parser) reportRepeated(span, first diag.Span, format string, args ...any) {
	p.report(diag.FC004, span, "", format, args...)
	last := &p.problems[len(p.problems)-1]
	last.Related = []diag.Related{{File: p.file, Span: first, Message: "first used here"}}
}
