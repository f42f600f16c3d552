package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

func TestZZScratch(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("ZZ") + "*.txt")
	holes, falses, n, g := 0, 0, 0, 0
	for _, file := range files {
		b, _ := os.ReadFile(file)
		for _, c := range strings.Split("\n"+string(b), "\n== ")[1:] {
			head, body, _ := strings.Cut(c, "\n")
			kind, _, _ := strings.Cut(head, " ")
			n++
			if kind == "good" {
				g++
			}
			var list diag.List
			crash := ""
			func() {
				defer func() {
					if r := recover(); r != nil {
						crash = fmt.Sprint("PANIC ", r)
					}
				}()
				var schemaText string
				if before, after, ok := strings.Cut(body, "\n-schema-\n"); ok {
					body, schemaText = before, after
				}
				f := folderDrawn(t, strings.Split(body, "\n----\n")...)
				if schemaText != "" {
					f.Schema = diag.NewFile("schema.sql", []byte(schemaText))
				}
				_, l, err := gen.Compile(f)
				list = l
				if err != nil {
					crash = "INTERNAL " + err.Error()
				}
			}()
			var lines []string
			for _, d := range list {
				if d.Severity() == diag.Note {
					continue
				}
				lines = append(lines, fmt.Sprintf("%s %s %s: %s (hint: %s)", d.Severity(), d.Code, d.Node, d.Message, d.Hint))
			}
			switch {
			case crash != "":
				fmt.Printf("!!CRASH %s\n   %s\n", head, crash)
			case kind == "bad" && len(lines) == 0:
				holes++
				fmt.Printf("##HOLE  %s\n", head)
			case kind == "good" && len(lines) > 0:
				falses++
				fmt.Printf("##FALSE %s\n     %s\n", head, strings.Join(lines, "\n     "))
			case kind == "bad":
				want := ""
				if i := strings.Index(head, "FC"); i > 0 && !strings.Contains(strings.Join(lines, " "), head[i:i+5]) {
					want = "OTHER"
				}
				fmt.Printf("ok%s %s\n     %s\n", want, head, strings.Join(lines, "\n     "))
			}
		}
	}
	fmt.Printf("%d cases, %d good; %d holes, %d false alarms\n", n, g, holes, falses)
}
