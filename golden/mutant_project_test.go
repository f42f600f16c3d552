package golden_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
)

// projectOperators are the mistakes that only show between the files of a project.
func projectOperators() []operator {
	return []operator{
		{"copy a file", copyFile, false},
		{"give two endpoints one route", sameRoute, false},
		{"give two workflows one name", sameName, false},
		{"give a node a name that Go has taken", takenName, false},
		{"use a Local Storage key with two types", twoTypes, true},
		{"write a wrong Local Storage key", wrongKey, false},
		{"misspell a Go function", misspellFunction, false},
		{"give a Go function a wrong input", wrongInput, true},
		{"change a Go function", changeFunction, false},
	}
}

// copyFile copies a document under another name: two workflows with one identity.
func copyFile(d *draft) []mutant {
	name := "copy-of-" + d.file
	return []mutant{{what: "copied", files: d.withFile(name, d.src), want: []finding{
		{codes: "FC502", within: "/id"}, {codes: "FC502", file: name, within: "/id"},
	}}}
}

func sameRoute(d *draft) []mutant {
	var list []mutant
	in := d.node(d.entry())
	if in.Field("endpointPath") == nil {
		return nil
	}
	others := d.files.matching(".flow.json")
	for _, name := range others.names() {
		other, ok := routeOf(others[name])
		if !ok || name == d.file {
			continue
		}
		for _, path := range []string{other[1], renamed(other[1])} {
			if len(list) > 0 && strings.Contains(list[len(list)-1].what, path) {
				continue
			}
			files := d.with(putText(in.Field("endpointMethod"), other[0]), putText(in.Field("endpointPath"), path))
			list = append(list, mutant{
				what: fmt.Sprintf("%s %s, which %s has", other[0], path, name), files: files,
				want: []finding{{codes: "FC501", node: d.entry()}, {codes: "FC501", file: name, node: "?"}},
			})
		}
	}
	return list
}

// renamed is a path whose wildcards have other names.
func renamed(path string) string {
	count := 0
	return regexp.MustCompile(`\{[a-z]+\}`).ReplaceAllStringFunc(path, func(string) string {
		count++
		return fmt.Sprintf("{other%d}", count)
	})
}

// routeOf is the method and path of a document's endpoint.
func routeOf(src []byte) (route [2]string, ok bool) {
	m := regexp.MustCompile(`"endpointMethod": "(\w+)",\s*"endpointPath": "([^"]*)"`).FindSubmatch(src)
	if m == nil {
		return route, false
	}
	return [2]string{string(m[1]), string(m[2])}, true
}

func sameName(d *draft) []mutant {
	var list []mutant
	others := d.files.matching(".flow.json")
	for _, file := range others.names() {
		name := strings.TrimSuffix(file, ".flow.json")
		for _, n := range []string{name, strings.ReplaceAll(name, "-", "_"), strings.ReplaceAll(name, "-", " ")} {
			if file != d.file && !(len(list) > 0 && strings.HasSuffix(list[len(list)-1].what, " "+n)) {
				list = append(list, mutant{
					what: "called " + n, files: d.with(putText(d.doc.Root.Get("name"), n)),
					want: []finding{{codes: "FC504", node: "?"}, {codes: "FC504", file: file, node: "?"}},
				})
			}
		}
	}
	return list
}

// takenName calls a workflow or a function as something that is there.
func takenName(d *draft) []mutant {
	if !d.first() {
		return nil
	}
	src := "package flows\n\nfunc New() {}\n"
	list := []mutant{{what: "a Go function New", files: d.withFile("taken.go", []byte(src)), want: []finding{{codes: "FC504", file: "taken.go", node: "?"}}}}
	src = "package flows\n\ntype Flows struct{}\n"
	list = append(list, mutant{what: "a Go type Flows", files: d.withFile("taken.go", []byte(src)), want: []finding{{codes: "FC504", file: "taken.go", node: "?"}}})
	for i, n := range d.queries() {
		if i > 0 {
			break
		}
		name := strings.ToUpper(n.Name.Value[:1]) + n.Name.Value[1:]
		workflow := regexp.MustCompile(`[- _]+(\w)`).ReplaceAllStringFunc(d.doc.Name.Value, func(s string) string { return strings.ToUpper(s[len(s)-1:]) })
		src = fmt.Sprintf("package flows\n\nconst %s%sSQL = 1\n", workflow, name)
		list = append(list, mutant{what: "a Go constant", files: d.withFile("taken.go", []byte(src)), want: at("FC504", n.ID.Value, "")})
	}
	return list
}

// storing are the nodes that store something, and the literal or prefix of their key.
func (d *draft) storing() map[*schema.Node]string {
	nodes := map[*schema.Node]string{}
	for _, n := range d.doc.Nodes {
		if v := n.Field("storageKey"); v != nil {
			key, _, _ := strings.Cut(v.Text, "{{")
			nodes[n] = key
		}
	}
	return nodes
}

// twoTypes adds, behind the first node, one that keeps something else under a key that is used.
func twoTypes(d *draft) []mutant {
	var list []mutant
	for n, key := range d.storing() {
		suffix := ""
		if strings.HasSuffix(key, ":") {
			suffix = "{{request.id}}"
		}
		counter := n.Field("storageOperation").Text == "increment"
		for _, data := range []string{
			`"storageOperation": "set", "storageTtl": "1h", "storageValue": "text", "storageKey": ` + quoted(key+suffix),
			`"storageOperation": "increment", "storageTtl": "1h", "storageKey": ` + quoted(key+suffix),
			`"storageOperation": "set", "storageTtl": "1h", "storageValue": 1, "storageKey": ` + quoted(key+"more:{{request.id}}"),
		} {
			if counter && strings.Contains(data, "increment") {
				continue
			}
			list = append(list, mutant{what: "also {" + data + "}", files: d.adding("localStorage", data), want: d.anywhere("FC503")})
		}
	}
	slices.SortFunc(list, func(a, b mutant) int { return strings.Compare(a.what, b.what) })
	return list
}

// anywhere wants one of the codes in any document of the project.
func (d *draft) anywhere(codes string) []finding {
	var want []finding
	for _, name := range d.files.matching(".flow.json").names() {
		want = append(want, finding{codes: codes, file: name, node: "?"})
	}
	return want
}

// wrongKey writes keys of which values of callers could be others. Left out is the one that is right where it begins what is deleted.
func wrongKey(d *draft) []mutant {
	var list []mutant
	for n := range d.storing() {
		for _, key := range []string{"", "{{request.id}}", "a{{request.id}}", "a:{{request.id}}b", "a:{{request.id}}{{request.id}}", ":{{request.id}}", "a:"} {
			if key == "a:" && n.Field("storageOperation").Text == "deletePrefix" {
				continue
			}
			list = append(list, d.setField(n, "storageKey", quoted(key), "FC203"))
		}
	}
	slices.SortFunc(list, func(a, b mutant) int { return strings.Compare(a.what, b.what) })
	return list
}

// calls are the Code nodes.
func (d *draft) calls() []*schema.Node {
	return slices.DeleteFunc(slices.Clone(d.doc.Nodes), func(n *schema.Node) bool { return n.Field("codeFunction") == nil })
}

func misspellFunction(d *draft) []mutant {
	var list []mutant
	for _, n := range d.calls() {
		was := n.Field("codeFunction").Text
		for _, name := range []string{misspelt(was), was + "x", swapCase(was), "", "nowhere", "webhook.Nobody", "Code." + was, "strings.NewReplacer", "github.com/nobody/nothing.F", was + "()", "a b", "1a", "fmt.Sprint"} {
			if name != was {
				list = append(list, d.setField(n, "codeFunction", quoted(name), "FC208"))
			}
		}
	}
	return list
}

func wrongInput(d *draft) []mutant {
	var list []mutant
	for _, n := range d.calls() {
		v := n.Field("codeInput")
		if v == nil {
			continue
		}
		for i, m := range v.Members {
			name := n.ID.Value + "." + m.Key
			list = append(list,
				mutant{what: name + " misspelt", files: d.with(edit{m.KeySpan, quoted(m.Key + "x")}), want: at("FC202", n.ID.Value, "/data/codeInput")},
				mutant{what: name + " added", files: d.with(d.plus(v, `"added": 1`)), want: at("FC202", n.ID.Value, "/data/codeInput/added")})
			if m.Value.Kind == schema.Bool {
				list = append(list, mutant{what: name + " is text", files: d.with(put(m.Value, `"text"`)), want: at("FC206", n.ID.Value, "/data/codeInput/"+m.Key)})
				continue
			}
			list = append(list, mutant{what: name + " left out", files: d.with(d.without(v, i)), want: at("FC201", n.ID.Value, "")})
			for _, other := range []string{"1", "true", `["a"]`, `"hunter2"`} {
				list = append(list, mutant{what: name + " is " + other, files: d.with(put(m.Value, other)), want: at("FC206 FC401", n.ID.Value, "/data/codeInput/"+m.Key)})
			}
		}
	}
	return list
}

// changeFunction changes code.go where a document calls it, and not the document.
func changeFunction(d *draft) []mutant {
	var list []mutant
	for _, n := range d.calls() {
		name := n.Field("codeFunction").Text
		for _, file := range d.files.matching(".go").names() {
			src := string(d.files[file])
			m := regexp.MustCompile(`func ` + name + `\(([^)]*)\) \(?([^){]*)\)? \{`).FindStringSubmatchIndex(src)
			if m == nil {
				continue
			}
			add := func(what, codes, changed string) {
				list = append(list, mutant{what: n.ID.Value + ": " + what, files: d.withFile(file, []byte(changed)), want: append(at(codes, n.ID.Value, "/data"), d.atAny(codes, n.ID.Value)...)})
			}
			params, results := src[m[2]:m[3]], src[m[4]:m[5]]
			in := params[strings.LastIndex(params, " ")+1:]
			add("renamed", "FC208", src[:m[0]]+"func other("+src[m[2]:])
			add("no context", "FC208", src[:m[2]]+"in "+in+src[m[3]:])
			add("two inputs", "FC208", src[:m[3]]+", more int"+src[m[3]:])
			add("no error", "FC208", src[:m[2]]+params+") "+strings.Split(results, ",")[0]+" {"+src[m[1]:])
			add("generic", "FC208", src[:m[2]-1]+"[T any]("+src[m[2]:])
			add("input of another type", "FC208", src[:m[2]]+"_ context.Context, in string"+src[m[3]:])
			add("a type that there is not", "FC208", src[:m[2]]+"_ context.Context, in missing"+src[m[3]:])
			for _, tag := range regexp.MustCompile(`json:"(\w+)"`).FindAllStringSubmatch(structs(src, in), -1) {
				add("input "+tag[1]+" renamed", "FC201 FC202", strings.Replace(src, `json:"`+tag[1]+`"`, `json:"`+tag[1]+`_old"`, 1))
			}
			out, lost := strings.Split(results, ",")[0], "FC204"
			if out == in {
				lost = "FC202 FC204" // it takes the same, first
			}
			for _, tag := range regexp.MustCompile(`json:"(\w+)"`).FindAllStringSubmatch(structs(src, out), -1) {
				changed := strings.Replace(structs(src, out), `json:"`+tag[1]+`"`, `json:"`+tag[1]+`_old"`, 1)
				add("output "+tag[1]+" renamed", lost, strings.Replace(src, structs(src, out), changed, 1))
			}
			add("does not parse", "FC208", src[:m[0]]+"func {"+src[m[1]:])
		}
	}
	return list
}

// structs is the declaration of a struct.
func structs(src, name string) string {
	return regexp.MustCompile(`(?s)type ` + name + ` struct \{.*?\n\}`).FindString(src)
}
