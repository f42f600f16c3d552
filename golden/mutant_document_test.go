package golden_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
)

// documentOperators are the mistakes that are made with a document as a whole, and with what is not JSON.
func documentOperators() []operator {
	return []operator{
		{"truncate a document", truncate, false},
		{"write what is not JSON", notJSON, false},
		{"write a key twice", doubleKey, false},
		{"misspell a key of the format", misspellFormatKey, false},
		{"give a key of the format another JSON type", retypeFormatKey, false},
		{"drop a key of the format", dropFormatKey, false},
		{"give a document a wrong identity", wrongIdentity, false},
		{"ignore what can't be ignored", ignoreWrongly, false},
	}
}

// truncate cuts a document off, as a full disk or a merge does, at every few bytes.
func truncate(d *draft) []mutant {
	var list []mutant
	end := strings.LastIndex(string(d.src), "}")
	for at := 0; at < end; at += max(1, end/12) {
		list = append(list, d.broken(fmt.Sprintf("cut off after %d bytes", at), d.src[:at]))
	}
	return append(list, d.broken("without its last brace", d.src[:end]))
}

// broken is a document that is not JSON.
func (d *draft) broken(what string, src []byte) mutant {
	return mutant{what: what, files: d.withFile(d.file, src), want: []finding{{codes: "FC001", node: "?"}}}
}

func notJSON(d *draft) []mutant {
	text := string(d.src)
	changes := map[string]string{
		"trailing data":        text + "{}",
		"a merge's marks":      strings.Replace(text, "  \"nodes\": [\n", "<<<<<<< HEAD\n  \"nodes\": [\n", 1),
		"a comment":            strings.Replace(text, "  \"nodes\"", "  // nodes\n  \"nodes\"", 1),
		"a comma at the end":   strings.Replace(text, "\n  ]\n}", ",\n  ]\n}", 1),
		"no comma":             strings.Replace(text, "},\n", "}\n", 1),
		"no colon":             strings.Replace(text, "\"nodes\":", "\"nodes\"", 1),
		"single quotes":        strings.Replace(text, "\"nodes\":", "'nodes':", 1),
		"a key without quotes": strings.Replace(text, "\"nodes\":", "nodes:", 1),
		"a line break in text": strings.Replace(text, "\"description\": \"", "\"description\": \"\n", 1),
		"invalid UTF-8":        strings.Replace(text, "\"description\": \"", "\"description\": \"\xff", 1),
		"NaN":                  strings.Replace(text, "\"x\": 0", "\"x\": NaN", 1),
		"UTF-16":               "\xff\xfe" + strings.Join(strings.Split(text, ""), "\x00") + "\x00",
		"nested too deep":      strings.Replace(text, "\"x\": 0", "\"x\": "+strings.Repeat("[", 200)+strings.Repeat("]", 200), 1),
		"nothing":              "",
	}
	var list []mutant
	for _, what := range sortedNames(changes) {
		if changes[what] == text {
			continue // the document has nothing of the kind
		}
		list = append(list, d.broken(what, []byte(changes[what])))
	}
	return list
}

// doubleKey writes every key of the document, its nodes and their data a second time.
func doubleKey(d *draft) []mutant {
	var list []mutant
	add := func(v *schema.Value, path, node, within string) {
		for i, m := range v.Members {
			f := finding{codes: "FC004", node: node, within: within}
			if node == "" {
				f.within = path + "/" + m.Key
			}
			list = append(list, mutant{what: path + "/" + m.Key + " twice", files: d.with(d.plus(v, d.parts(v)[i])), want: []finding{f}})
		}
	}
	add(d.doc.Root, "", "", "")
	for i, n := range d.nodes().Items {
		id := n.Get("id").Text
		add(n, fmt.Sprintf("/nodes/%d", i), id, "")
		add(n.Get("data"), fmt.Sprintf("/nodes/%d/data", i), id, "/data")
	}
	for i, e := range d.edges().Items {
		add(e, fmt.Sprintf("/edges/%d", i), "", "")
	}
	return list
}

// formatKeys calls f for the keys of the document, of its nodes and wires that flowc reads, with where they are.
func (d *draft) formatKeys(f func(v *schema.Value, i int, path string)) {
	each := func(v *schema.Value, path string) {
		for i, m := range v.Members {
			if !slices.Contains([]string{"$schema", "description", "position"}, m.Key) {
				f(v, i, path)
			}
		}
	}
	each(d.doc.Root, "")
	for i, n := range d.nodes().Items {
		each(n, fmt.Sprintf("/nodes/%d", i))
	}
	for i, e := range d.edges().Items {
		each(e, fmt.Sprintf("/edges/%d", i))
	}
}

func misspellFormatKey(d *draft) []mutant {
	var list []mutant
	d.formatKeys(func(v *schema.Value, i int, path string) {
		m := v.Members[i]
		list = append(list, mutant{
			what:  fmt.Sprintf("%s/%s misspelt", path, m.Key),
			files: d.with(edit{m.KeySpan, quoted(misspelt(m.Key))}),
			want:  d.inPath("FC002 FC005 FC006 FC003", path),
		})
	})
	return list
}

// retypeFormatKey gives a key a value of every other JSON type.
func retypeFormatKey(d *draft) []mutant {
	var list []mutant
	d.formatKeys(func(v *schema.Value, i int, path string) {
		m := v.Members[i]
		others := otherKinds(m.Value.Kind)
		for n := range 2 { // of the four, in turn
			other := others[(n*2+len(list))%len(others)]
			list = append(list, mutant{
				what:  fmt.Sprintf("%s/%s is %s", path, m.Key, other),
				files: d.with(put(m.Value, other)),
				want:  d.inPath("FC003 FC005", path),
			})
		}
	})
	return list
}

// otherKinds are values of all JSON types but one. Null is left out: that is how a canvas writes what is not there, and
// whether it may be is another question.
func otherKinds(kind schema.Kind) []string {
	kinds := map[schema.Kind]string{
		schema.Bool: "true", schema.Number: "7", schema.String: `"text"`, schema.Array: `["text"]`, schema.Object: `{"text": 1}`,
	}
	delete(kinds, kind)
	var others []string
	for _, text := range kinds {
		others = append(others, text)
	}
	slices.Sort(others)
	return others
}

// dropFormatKey leaves out what must be there. A wire's output and a node's data may be left out, and are looked at
// elsewhere.
func dropFormatKey(d *draft) []mutant {
	var list []mutant
	d.formatKeys(func(v *schema.Value, i int, path string) {
		if m := v.Members[i]; m.Key != "sourceHandle" && m.Key != "data" {
			list = append(list, mutant{
				what: fmt.Sprintf("without %s/%s", path, m.Key), files: d.with(d.without(v, i)), want: d.inPath("FC003 FC005 FC006", path),
			})
		}
	})
	return list
}

// inPath wants one of the codes at a JSON pointer or inside.
func (d *draft) inPath(codes, path string) []finding {
	var i int
	if n, _ := fmt.Sscanf(path, "/nodes/%d", &i); n == 1 {
		return []finding{{codes: codes, node: d.nodes().Items[i].Get("id").Text}, {codes: codes, node: "?", within: path}}
	}
	return []finding{{codes: codes, within: path}}
}

func wrongIdentity(d *draft) []mutant {
	var list []mutant
	put := func(key, value, code string) {
		list = append(list, mutant{
			what:  key + " is " + value,
			files: d.with(put(d.doc.Root.Get(key), value)),
			want:  []finding{{codes: code, within: "/" + key}},
		})
	}
	for _, v := range []string{"0", "2", "1.5", `"1"`, "null"} {
		put("version", v, "FC005")
	}
	for _, v := range []string{`""`, `"short"`, `"K3V7Q2M7X4T6W3Z6R5Y2N2B7CD"`, `"k3v7q2m7-x4t6-w3z6-r5y2-n2b7cd"`} {
		put("id", v, "FC006")
	}
	for _, v := range []string{`""`, `"1st"`, `"lögin"`, `"log/in"`, `" "`} {
		put("name", v, "FC006")
	}
	for _, stem := range []string{"Login", "1st", "log in", "flows", "lögin"} {
		files := d.withFile(d.file, nil)
		files[stem+".flow.json"] = d.src
		list = append(list, mutant{what: "in the file " + stem, files: files, want: []finding{{codes: "FC006", file: stem + ".flow.json"}}})
	}
	return list
}

// ignoreWrongly silences what is not there, an error, or gives no reason.
func ignoreWrongly(d *draft) []mutant {
	var list []mutant
	for _, m := range []struct{ what, lint, code string }{
		{"an ignore that matches nothing", `{"ignore": [{"rule": "FC408", "reason": "why not"}]}`, "FC508"},
		{"an ignore without a reason", `{"ignore": [{"rule": "FC404"}]}`, "FC003"},
		{"an ignore with an empty reason", `{"ignore": [{"rule": "FC404", "reason": " "}]}`, "FC003"},
		{"an ignore of an error", `{"ignore": [{"rule": "FC303", "reason": "why not"}]}`, "FC003 FC203 FC508"},
		{"an ignore of a rule that there is not", `{"ignore": [{"rule": "FC999", "reason": "why not"}]}`, "FC003 FC203 FC508"},
		{"ignore misspelt", `{"ignor": [{"rule": "FC404", "reason": "why not"}]}`, "FC002"},
		{"ignore is no list", `{"ignore": {"rule": "FC404", "reason": "why not"}}`, "FC003"},
	} {
		list = append(list, mutant{
			what: m.what, files: d.with(d.plus(d.doc.Root, `"lint": `+m.lint)), want: []finding{{codes: m.code, within: "/lint"}},
		})
		for _, n := range d.doc.Nodes[:2] { // as good as any
			list = append(list, mutant{
				what: m.what + " at " + n.ID.Value, files: d.with(d.plus(n.Data, `"lint": `+m.lint)), want: at(m.code, n.ID.Value, "/data/lint"),
			})
		}
	}
	return list
}

// misspelt swaps the last two letters of a name, or adds one.
func misspelt(name string) string {
	n := len(name)
	if n < 3 || name[n-1] == name[n-2] {
		return name + "s"
	}
	return name[:n-2] + name[n-1:] + name[n-2:n-1]
}

func sortedNames[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
