package templates

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Face is how a canvas draws a node type.
type Face struct {
	Group Group
	Icon  []string // the paths of its icon, in 24 by 24, drawn with one stroke (SVG 2, 9.3)
	// Says is what a node does, in a few words, of its settings as the document writes them, or their defaults: "insert
	// into orders". It may be nil, or say nothing: then the setting that says most does.
	Says func(text func(field string) string) string
	// Presets holds the files of presets, presets/NAME.json. It may be nil: none.
	Presets fs.FS
}

// Group is where a palette has a node type, and the hue of its nodes.
type Group string

// The groups, in the order of a palette.
const (
	GroupEntry  Group = "entry"
	GroupGuard  Group = "guard"
	GroupData   Group = "data"
	GroupLogic  Group = "logic"
	GroupAnswer Group = "answer"
)

// pathData is all that a path of an icon has: nothing that could be markup.
var pathData = regexp.MustCompile(`^[a-zA-Z0-9 .,-]+$`)

// problem says what is wrong with a face, "" where nothing is.
func (f Face) problem() string {
	switch f.Group {
	case "", GroupEntry, GroupGuard, GroupData, GroupLogic, GroupAnswer:
	default:
		return "is of no group that there is"
	}
	for _, path := range f.Icon {
		if !pathData.MatchString(path) {
			return "has an icon with more than path data"
		}
	}
	return ""
}

// Preset is a small document that a canvas offers beside node types: a new one is a file.
type Preset struct {
	Name    string   `json:"-"` // of its file
	Type    string   `json:"-"` // the node type that it belongs to
	Title   string   `json:"title"`
	Doc     string   `json:"doc"`     // what it does, in a sentence
	Words   []string `json:"words"`   // as those of a Template
	Gallery string   `json:"gallery"` // where a gallery of new workflows has it, "" for nowhere
	Often   bool     `json:"often"`   // it is offered where nothing is drawn yet
	// Table says that its statement is about a table, which a person chooses: $table, $key and the like stand for what
	// that has.
	Table bool `json:"table"`
	// Frame are the nodes that a workflow with an entry point of its own does not get.
	Frame []string `json:"frame"`
	// End is the node whose place the end of a wire takes that the preset is put into, "" for none.
	End string `json:"end"`
	// Clash are the nodes of a table in which the values of a row can clash with those of another one.
	Clash []string          `json:"clash"`
	Nodes []json.RawMessage `json:"nodes"`
	Edges []json.RawMessage `json:"edges"`
}

// Document returns the preset as a workflow, which lacks the nodes without.
func (p *Preset) Document(without []string) string {
	var nodes, edges []string
	for _, n := range p.Nodes {
		if !slices.Contains(without, p.part(n).ID) {
			nodes = append(nodes, string(n))
		}
	}
	for _, e := range p.Edges {
		if of := p.part(e); !slices.Contains(without, of.Source) && !slices.Contains(without, of.Target) {
			edges = append(edges, string(e))
		}
	}
	return fmt.Sprintf(document, p.Title, p.Doc, strings.Join(nodes, ", "), strings.Join(edges, ", "))
}

// document needs a name, a description, nodes and edges.
const document = `{"version": 1, "id": "presetpresetpresetpreset00", "name": %q, "description": %q,
"nodes": [%s], "edges": [%s]}`

// part is what a node or an edge of a preset is found by.
type part struct{ ID, Type, Source, Target string }

func (p *Preset) part(text json.RawMessage) (of part) {
	_ = json.Unmarshal(text, &of) // it was read before
	return of
}

// First returns the type of the node that the preset begins with, without its frame.
func (p *Preset) First() string {
	for _, n := range p.Nodes {
		if of := p.part(n); !slices.Contains(p.Frame, of.ID) {
			return of.Type
		}
	}
	return ""
}

// Types returns the node types of the preset, in the order in which it has them.
func (p *Preset) Types() []string {
	var list []string
	for _, n := range p.Nodes {
		list = append(list, p.part(n).Type)
	}
	return list
}

// ReadPresets returns the presets of a node type, by the names of their files.
func (t *Template) ReadPresets() ([]Preset, error) {
	if t.Face.Presets == nil {
		return nil, nil
	}
	files, err := fs.Glob(t.Face.Presets, "presets/*.json")
	if err != nil {
		return nil, err
	}
	var list []Preset
	for _, file := range files {
		text, err := fs.ReadFile(t.Face.Presets, file)
		if err != nil {
			return nil, err
		}
		p := Preset{Name: strings.TrimSuffix(path.Base(file), ".json"), Type: t.Type}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, p)
	}
	return list, nil
}
