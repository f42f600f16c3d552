package gen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/templates"
)

// Whatever goes wrong while Go is written, the error says of which workflow and node.
func TestBlame(t *testing.T) {
	const drawing = `
		a set {"setValues": {"x": 1}}
		broken sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
		in -> a -> broken -> ok`
	for name, emit := range map[string]func(templates.Step){
		"panic":       func(templates.Step) { panic("no column") },
		"nil pointer": func(s templates.Step) { s.Input("missing") },
		"no Go": func(s templates.Step) {
			s.Prepared(jen.Op("*[)"), jen.Nil())
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := folderDrawn(t, drawing)
			folder.Templates = slices.Clone(folder.Templates)
			for i, tmpl := range folder.Templates {
				if tmpl.Type == "sql" {
					other := *tmpl
					other.Emit = emit
					folder.Templates[i] = &other
				}
			}
			_, _, err := gen.Compile(folder)
			if err == nil || !strings.Contains(err.Error(), `workflow "drawn", node "broken" (SQL): `) {
				t.Errorf("the error is %v", err)
			}
		})
	}
}
