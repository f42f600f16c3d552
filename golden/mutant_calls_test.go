package golden_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// callOperators are the mistakes that are made with Calls, and with what these call.
func callOperators() []operator {
	return []operator{
		{"call what is not there", callNothing, false},
		{"leave out what a Call gives", giveLess, false},
		{"give more than is taken", giveMore, false},
		{"take another field", takeOther, false},
		{"return by another name", returnOther, false},
	}
}

// ofType are the nodes of the document of a type, each with its data.
func (d *draft) ofType(typ string) map[*schema.Node]*schema.Value {
	list := map[*schema.Node]*schema.Value{}
	for i, n := range d.doc.Nodes {
		if n.Type.Value == typ {
			list[n] = d.nodes().Items[i].Get("data")
		}
	}
	return list
}

// callNothing misspells what is called.
func callNothing(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		if data := d.ofType("call")[n]; data != nil {
			name := data.Get("callWorkflow").Text + "s"
			list = append(list, mutant{
				what: fmt.Sprintf("%s calls %s", n.ID.Value, name), files: d.with(putText(data.Get("callWorkflow"), name)),
				want: at("FC204", n.ID.Value, "/data/callWorkflow"),
			})
		}
	}
	return list
}

// giveLess leaves out each part of what Calls give.
func giveLess(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		input := d.ofType("call")[n].Get("callInput")
		if input == nil {
			continue
		}
		for i, m := range input.Members {
			list = append(list, mutant{
				what: fmt.Sprintf("%s gives no %s", n.ID.Value, m.Key), files: d.with(d.without(input, i)),
				want: at("FC201", n.ID.Value, "/data/callInput"),
			})
		}
	}
	return list
}

// giveMore gives what the called workflow does not take.
func giveMore(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		if input := d.ofType("call")[n].Get("callInput"); input != nil {
			list = append(list, mutant{
				what: n.ID.Value + " gives more", files: d.with(d.plus(input, `"more": 1`)),
				want: at("FC202", n.ID.Value, "/data/callInput/more"),
			})
		}
	}
	return list
}

// takeOther names a field of a Subflow otherwise: each Call lacks that, and gives what is not taken.
func takeOther(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		fields := d.ofType("subflow")[n].Get("subflowFields")
		if fields == nil {
			continue
		}
		for i, m := range fields.Members {
			parts := d.parts(fields)
			parts[i] = `"other": ` + d.raw(m.Value)
			list = append(list, mutant{
				what: fmt.Sprintf("%s takes other in place of %s", n.ID.Value, m.Key), files: d.with(d.join(fields, parts)),
				want: d.atCallers("FC201 FC202"),
			})
		}
	}
	return list
}

// returnOther names the output of a Return otherwise: each Call has an output without a wire, and perhaps a wire without output.
// Left out is what no wire leaves: in a For each, or after the answer, that may be so.
func returnOther(d *draft) []mutant {
	var list []mutant
	want := d.atCallers("FC103 FC302")
	wired := slices.ContainsFunc(want, func(f finding) bool { return f.within != "" })
	for _, n := range d.doc.Nodes {
		if data := d.ofType("return")[n]; data != nil && wired {
			list = append(list, mutant{
				what: n.ID.Value + " returns by another name", files: d.with(putText(data.Get("returnOutput"), "another")),
				want: want,
			})
		}
	}
	return list
}

// atCallers wants one of the codes at a node that calls the document.
func (d *draft) atCallers(codes string) []finding {
	var want []finding
	for _, name := range d.files.names() {
		if !strings.HasSuffix(name, ".flow.json") {
			continue
		}
		doc, _ := schema.Parse(diag.NewFile(name, d.files[name]))
		for i, n := range doc.Nodes {
			calls := n.Type.Value == "call" && doc.Root.Get("nodes").Items[i].Get("data").Get("callWorkflow").Text+".flow.json" == d.file
			if calls {
				want = append(want, finding{codes: codes, file: name, node: n.ID.Value})
			}
		}
		for i, e := range doc.Edges {
			if slices.ContainsFunc(want, func(f finding) bool { return f.file == name && f.node == e.Source.Value }) {
				want = append(want, finding{codes: codes, file: name, within: fmt.Sprintf("/edges/%d", i)})
			}
		}
	}
	return want
}
