package studio

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// deed is what is done with a whole workflow.
type deed struct {
	draft
	Do     string `json:"do"` // "new", "duplicate", "rename" or "delete"
	Folder string `json:"folder"`
	Name   string `json:"name"`
	Type   string `json:"type"` // of a new one's entry point; "" for one that answers
}

// done is what has become of it.
type done struct {
	Key  string `json:"key"`
	Says string `json:"says"`
}

func (s *Studio) serveWorkflows(w http.ResponseWriter, r *http.Request) {
	var asked deed
	if !readBody(w, r, maxDocument, &asked) {
		return
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	switch asked.Do {
	case "new":
		s.begin(w, asked)
	case "duplicate":
		s.duplicate(w, asked)
	case "rename":
		s.rename(w, asked)
	case "delete":
		s.remove(w, asked)
	default:
		http.Error(w, "this can't be done with a workflow", http.StatusBadRequest)
	}
}

// begin writes a new workflow: of a text, of an entry point alone, or one that answers. The first one of an empty
// folder comes with the program that serves it.
func (s *Studio) begin(w http.ResponseWriter, asked deed) {
	text, err := asked.text()
	if err != nil {
		refuse(w, err)
		return
	}
	if !s.startsProject() {
		s.finish(w, asked.Folder, asked.Name, text)
		return
	}
	first := golden.File{Path: project.Stem(asked.Name) + project.DocumentSuffix, Content: formatted(text)}
	if err := s.config.Begin.Start("", &first); err != nil {
		refuse(w, err)
		return
	}
	s.wrote()
	s.Check()
	reply(w, done{Says: asked.Name + " is there: its server is being built"})
}

// startsProject reports whether the first workflow makes a project of an empty folder.
func (s *Studio) startsProject() bool { return s.config.Begin != nil && s.config.Begin.Start != nil }

func (a deed) text() ([]byte, error) {
	if err := project.CheckName(a.Name); err != nil {
		return nil, err
	}
	switch {
	case a.Text != "":
		doc, problems := schema.Parse(diag.NewFile(a.Name+project.DocumentSuffix, []byte(a.Text)))
		if doc == nil {
			return nil, errors.New(problems[0].Message)
		}
		if doc.Root.Get("id") == nil || doc.Root.Get("name") == nil {
			return nil, errors.New("the document lacks its id or its name")
		}
		return project.Named([]byte(a.Text), doc, a.Name, schema.NewID()), nil
	case a.Type != "":
		return entryDocument(a.Name, a.Type)
	}
	return schema.New(a.Name), nil
}

// entryDocument is a document of an entry point alone.
func entryDocument(name, entry string) ([]byte, error) {
	for _, t := range all.Templates() {
		if t.Type != entry || t.Entry == nil {
			continue
		}
		data, err := json.Marshal(nodeTypeOf(t).Fresh)
		if err != nil {
			return nil, err
		}
		return schema.Format(fmt.Appendf(nil, freshDocument, schema.NewID(), name, entry, data))
	}
	return nil, fmt.Errorf("%q is no node type that a workflow begins with", entry)
}

// freshDocument needs an id, a name, a node type and its data.
const freshDocument = `{"$schema": "./.flowc/workflow.schema.json", "version": 1, "id": %q, "name": %q,
"nodes": [{"id": "in", "type": %q, "position": {"x": 0, "y": 0}, "data": %s}], "edges": []}`

// finish writes a document that is not there yet into a folder, and says where it is served.
func (s *Studio) finish(w http.ResponseWriter, folder, name string, text []byte) {
	d, ok := s.shelved(w, path.Join(folder, project.Stem(name)))
	if !ok {
		return
	}
	defer d.close()
	switch _, err := d.root.Lstat(d.name); {
	case err == nil:
		refuse(w, fmt.Errorf("%s is there already", d.path))
		return
	case !errors.Is(err, fs.ErrNotExist):
		refuse(w, err)
		return
	}
	if err := d.write(d.name, formatted(text)); err != nil {
		refuse(w, err)
		return
	}
	s.wrote()
	s.Check()
	reply(w, done{d.key, s.served(d.key)})
}

// served says where a workflow is called, where that is its own: of a hook, whose path has the workflow's id.
func (s *Studio) served(key string) string {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	for _, r := range p.routes {
		if keyOf(p, r.Flow.Workflow) == key && r.Flow.Entry.Route().Hook {
			return fmt.Sprintf("%s %s is its own webhook URL", r.Method, r.Path)
		}
	}
	return ""
}

// duplicate copies a workflow under a fresh id, and so with another webhook URL.
func (s *Studio) duplicate(w http.ResponseWriter, asked deed) {
	_, doc, src, ok := s.whole(w, asked.Key)
	if !ok {
		return
	}
	if err := project.CheckName(asked.Name); err != nil {
		refuse(w, err)
		return
	}
	s.finish(w, path.Dir(asked.Key), asked.Name, project.Named(src, doc, asked.Name, schema.NewID()))
}

// whole reads a document whose id and name are readable.
func (s *Studio) whole(w http.ResponseWriter, key string) (revised string, doc *schema.Workflow, src []byte, ok bool) {
	d, ok := s.shelved(w, key)
	if !ok {
		return "", nil, nil, false
	}
	defer d.close()
	src, err := d.read()
	if err != nil {
		http.Error(w, "there is no such workflow", http.StatusNotFound)
		return "", nil, nil, false
	}
	doc, problems := schema.Parse(diag.NewFile(d.path, src))
	if doc == nil || doc.Root.Get("id") == nil || doc.Root.Get("name") == nil {
		refuse(w, fmt.Errorf("the document has mistakes that come first: %s", problems[0].Message))
		return "", nil, nil, false
	}
	return revision(src), doc, src, true
}

// rename gives a workflow another name, and its file.
func (s *Studio) rename(w http.ResponseWriter, asked deed) {
	_, doc, src, ok := s.whole(w, asked.Key)
	if !ok {
		return
	}
	if err := project.CheckName(asked.Name); err != nil {
		refuse(w, err)
		return
	}
	d, ok := s.shelved(w, asked.Key)
	if !ok {
		return
	}
	defer d.close()
	if !d.seen(w, src, true, asked.Base) {
		return
	}
	text := formatted(project.Named(src, doc, asked.Name, ""))
	name := project.Stem(asked.Name) + project.DocumentSuffix
	if _, err := d.root.Lstat(name); err == nil && name != d.name {
		refuse(w, fmt.Errorf("%s is there already", filepath.Join(filepath.Dir(d.path), name)))
		return
	}
	if err := d.write(name, text); err != nil {
		refuse(w, err)
		return
	}
	if name != d.name {
		d.move(project.Stem(asked.Name))
	}
	s.wrote()
	s.Check()
	reply(w, done{path.Join(path.Dir(asked.Key), project.Stem(asked.Name)), ""})
}

// move takes away the document's file, of which another one has the content by now, and what is kept beside it goes
// along.
func (d *shelf) move(stem string) {
	_ = d.root.Remove(d.name)
	d.dropDraft()
	if text, err := d.readFile(d.requestsFile()); err == nil && d.write(stem+requestsSuffix, text) == nil {
		_ = d.root.Remove(d.requestsFile())
	}
}

// remove deletes a workflow, as the page has seen it, and what is kept beside it.
func (s *Studio) remove(w http.ResponseWriter, asked deed) {
	d, ok := s.shelved(w, asked.Key)
	if !ok {
		return
	}
	defer d.close()
	have, err := d.read()
	if err != nil {
		http.Error(w, "there is no such workflow", http.StatusNotFound)
		return
	}
	if !d.seen(w, have, true, asked.Base) {
		return
	}
	if err := d.root.Remove(d.name); err != nil {
		refuse(w, err)
		return
	}
	d.dropDraft()
	s.wrote()
	s.Check()
	reply(w, done{})
}
