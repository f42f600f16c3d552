package ir

import (
	"io/fs"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// builder builds one workflow.
type builder struct {
	templates map[string]*templates.Template
	typeNames []string
	sql       SQL
	functions Functions
	files     fs.FS
	values    func() Values
	across
	list     diag.List
	reported map[mistake]bool // at the steps before
}

// mistake identifies a diagnostic: two with the same code and span are one.
type mistake struct {
	code *diag.Code
	span diag.Span
}
