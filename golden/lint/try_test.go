package lint_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestProbe: PROBE=file of cases in shorthand.
func TestProbe(t *testing.T) {
	b, err := os.ReadFile(os.Getenv("PROBE"))
	if err != nil {
		t.Skip()
	}
	overlay := map[string]string{}
	for ci, c := range strings.Split(string(b), "\n=== ")[1:] {
		title, body, _ := strings.Cut(c, "\n")
		fmt.Printf("\n######## %s\n", title)
		f := &gen.Folder{Package: "flows", Templates: all.Templates()}
		n := 0
		for _, doc := range strings.Split(body, "\n+++\n") {
			var sql, code string
			var nodes, edges []string
			top := ""
			for _, l := range strings.Split(doc, "\n") {
				l = strings.TrimSpace(l)
				switch {
				case l == "" || strings.HasPrefix(l, "#"):
				case strings.HasPrefix(l, "sql:"):
					sql += l[4:] + "\n"
				case strings.HasPrefix(l, "go:"):
					code += l[3:] + "\n"
				case strings.HasPrefix(l, "top:"):
					top += l[4:] + ","
				case strings.Contains(l, " > ") && !strings.Contains(l, "{"):
					a, b, _ := strings.Cut(l, " > ")
					src, h, ok := strings.Cut(a, ".")
					e := map[string]string{"source": src, "target": b}
					if ok {
						e["sourceHandle"] = h
					}
					j, _ := json.Marshal(e)
					edges = append(edges, string(j))
				default:
					p := strings.SplitN(l, " ", 3)
					for len(p) < 3 {
						p = append(p, "{}")
					}
					switch p[1] {
					case "ep":
						q := strings.SplitN(p[2], " ", 3)
						data := fmt.Sprintf(`{"endpointMethod": %q, "endpointPath": %q, "endpointPublic": true`, q[0], q[1])
						if len(q) > 2 {
							data += `, "endpointFields": ` + q[2]
						}
						p[1], p[2] = "apiEndpoint", data+"}"
					case "r":
						p[1] = "response"
						q := strings.SplitN(p[2], " ", 2)
						data := fmt.Sprintf(`{"responseStatus": %s`, q[0])
						if len(q) > 1 {
							data += `, "responseBody": ` + q[1]
						}
						p[2] = data + "}"
					case "one":
						j, _ := json.Marshal(p[2])
						p[1], p[2] = "sql", fmt.Sprintf(`{"sqlMode": "one", "sqlQuery": %s}`, j)
					case "q":
						j, _ := json.Marshal(p[2])
						p[1], p[2] = "sql", fmt.Sprintf(`{"sqlQuery": %s}`, j)
					case "if":
						j, _ := json.Marshal(p[2])
						p[1], p[2] = "condition", fmt.Sprintf(`{"conditionExpression": %s}`, j)
					}
					nodes = append(nodes, fmt.Sprintf(`{"id": %q, "type": %q, "position": {"x": 0, "y": 0}, "data": %s}`, p[0], p[1], p[2]))
				}
			}
			if sql != "" {
				f.Schema = diag.NewFile("schema.sql", []byte(sql))
			}
			if code != "" {
				f.Sources = append(f.Sources, diag.NewFile("code.go", []byte(code)))
			}
			if len(nodes) == 0 {
				continue
			}
			stem := fmt.Sprintf("w%d", n)
			n++
			id := fmt.Sprintf("k3v7q2m7x4t6w3z6r5y2n2b7c%d", n)
			src := fmt.Sprintf("{\"version\": 1, \"id\": %q, \"name\": %q, %s\"nodes\": [\n%s\n], \"edges\": [\n%s\n]}\n", id, stem, top, strings.Join(nodes, ",\n"), strings.Join(edges, ",\n"))
			f.Documents = append(f.Documents, diag.NewFile(stem+".flow.json", []byte(src)))
		}
		files, list, err := gen.Compile(f)
		diag.WriteText(os.Stdout, list, false)
		if err != nil {
			fmt.Println("COMPILE ERROR", err)
		}
		for _, file := range files {
			p := fmt.Sprintf("/tmp/lp/out/c%d/%s", ci, file.Name)
			os.MkdirAll(filepath.Dir(p), 0o755)
			os.WriteFile(p, file.Content, 0o644)
			overlay[fmt.Sprintf("/work/main/zz/c%d/%s", ci, strings.Replace(file.Name, ".flow.go", "_flow.go", 1))] = p
			if os.Getenv("SHOW") != "" {
				fmt.Printf("---- %s\n%s", file.Name, file.Content)
			}
		}
		if f.Schema != nil && len(files) > 0 {
			p := fmt.Sprintf("/tmp/lp/out/c%d/schema.sql", ci)
			os.WriteFile(p, f.Schema.Src, 0o644)
			overlay[fmt.Sprintf("/work/main/zz/c%d/schema.sql", ci)] = p
		}
		for _, s := range f.Sources {
			if len(files) > 0 {
				p := fmt.Sprintf("/tmp/lp/out/c%d/code.go", ci)
				os.WriteFile(p, s.Src, 0o644)
				overlay[fmt.Sprintf("/work/main/zz/c%d/code.go", ci)] = p
			}
		}
		if len(list) == 0 {
			fmt.Println("clean")
		}
	}
	if os.Getenv("BUILD") != "" && len(overlay) > 0 {
		j, _ := json.Marshal(map[string]any{"Replace": overlay})
		os.WriteFile("/tmp/lp/overlay.json", j, 0o644)
		seen := map[string]bool{}
		args := []string{"build", "-overlay", "/tmp/lp/overlay.json"}
		for k := range overlay {
			d := filepath.Dir(k)
			if !seen[d] {
				seen[d] = true
				args = append(args, d)
			}
		}
		cmd := exec.Command("go", args...)
		cmd.Dir = "/work/main"
		out, err := cmd.CombinedOutput()
		fmt.Printf("\nBUILD %v\n%s", err, out)
	}
}

// TestTxtar: for each named txtar print want, mended; UPDATE=1 writes want.
var _ = schema.Format
var _ = bytes.Equal
