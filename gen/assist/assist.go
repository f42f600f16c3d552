// Package assist answers what an editor asks of a document that is being written: what is wrong with it and where, what
// may stand at a place, what this is, where it comes from and is used, what a rename changes, which fixes there are. It
// is pure: documents in, answers out, for whatever shows them.
//
// It may be imported by cmd.
package assist

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Draft is a document as it is written now, in its project. It is not for concurrent use.
type Draft struct {
	File     *diag.File
	Root     *schema.Value    // nil where the document is no JSON
	Doc      *schema.Workflow // nil where its nodes and wires can't be read
	Workflow *ir.Workflow     // nil where Doc is
	// Found is what is wrong in the document, sorted, and Others in all else of its project.
	Found, Others diag.List
	// Variables are environment variables that exist besides those that workflows read.
	Variables []string

	folders []*gen.Folder   // with the draft in place of what was there
	which   int             // of folders: that of the draft
	all     []*gen.Analysis // of the folders
}

// Open finds out what the document called name means in folder which of a project, once its text is src. The folders
// stay as they are.
func Open(folders []*gen.Folder, which int, name string, src []byte) *Draft {
	d := &Draft{File: diag.NewFile(name, src), which: which}
	d.folders = slices.Clone(folders)
	d.folders[which] = withDocument(folders[which], d.File)
	d.Root, _ = schema.ReadJSON(string(src))
	d.all = gen.Analyse(d.folders)
	for i, a := range d.all {
		for _, found := range a.Found {
			switch {
			case found.File != d.File:
				d.Others.Add(found)
			case i == which: // and not what another folder has found because of it
				d.Found.Add(found)
			}
		}
	}
	stem, _ := strings.CutSuffix(filepath.Base(name), ".flow.json")
	for _, w := range d.Analysis().Program.Workflows {
		if w.Stem == stem {
			d.Workflow, d.Doc = w, w.Workflow
		}
	}
	return d
}

// withDocument is a folder with one document in place of the one of that name, or beside the others.
func withDocument(f *gen.Folder, file *diag.File) *gen.Folder {
	changed := *f
	changed.Documents = slices.Clone(f.Documents)
	i, there := slices.BinarySearchFunc(changed.Documents, file.Name, func(d *diag.File, name string) int { return strings.Compare(d.Name, name) })
	if there {
		changed.Documents[i] = file
	} else {
		changed.Documents = slices.Insert(changed.Documents, i, file)
	}
	return &changed
}

// Analysis is what the draft's folder means.
func (d *Draft) Analysis() *gen.Analysis { return d.all[d.which] }

// node is the node of an id, or nil.
func (d *Draft) node(id string) *ir.Node {
	if d.Workflow == nil {
		return nil
	}
	for _, n := range d.Workflow.Nodes {
		if n.ID.Value == id {
			return n
		}
	}
	return nil
}

// Text is the decoded text of a string of a node's data; "" where there is none.
func (d *Draft) Text(node, pointer string) string {
	n := d.node(node)
	if n == nil {
		return ""
	}
	if v := n.Data.Find(pointer); v != nil && v.Kind == schema.String {
		return v.Text
	}
	return ""
}

// Go is what the draft compiles to; nil where something is wrong in its folder.
func (d *Draft) Go() ([]byte, error) {
	a := d.Analysis()
	if a.Found.HasErrors() || d.Workflow == nil {
		return nil, nil
	}
	files, err := a.Files(nil)
	for _, f := range files {
		if f.Name == d.Workflow.Stem+".flow.go" {
			return f.Content, nil
		}
	}
	return nil, err
}
