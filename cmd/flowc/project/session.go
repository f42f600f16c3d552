package project

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Session remembers the versions of workflows that have run since a project is run while it changes. It is not for
// concurrent use.
type Session struct{ ran map[string]version }

// version is a document as it ran.
type version struct {
	text []byte
	at   time.Time
}

// Held is a workflow that does not run as it is saved.
type Held struct {
	File  string    // of the document
	Since time.Time // when the version that runs was started; zero where none has run
}

// Texts returns the documents that paths name, as they are now, by their absolute path.
func Texts(paths []string) map[string][]byte {
	texts := map[string][]byte{}
	places, _ := FindPlaces(paths) // what can't be found, generate reports
	for _, p := range places {
		files, _ := filepath.Glob(filepath.Join(p.Dir, "*"+DocumentSuffix))
		for _, file := range files {
			if text, err := ReadText(file); err == nil {
				texts[Absolute(file)] = text
			}
		}
	}
	return texts
}

// Ran keeps documents that run now, but for those that are held.
func (s *Session) Ran(texts map[string][]byte, held []Held, now time.Time) {
	if s.ran == nil {
		s.ran = map[string]version{}
	}
	for file, text := range texts {
		if slices.ContainsFunc(held, func(h Held) bool { return Absolute(h.File) == file }) || bytes.Equal(s.ran[file].text, text) {
			continue
		}
		s.ran[file] = version{text, now}
	}
}

// stage is what becomes of a document with mistakes.
type stage int

const (
	asSaved stage = iota
	asBefore
	beingDrawn // its routes say so
	leftOut
)

// settle replaces the documents of a project that have mistakes, until none is left, and reports whether none is. A
// mistake that is not of one document, or of the project as a whole, stays.
func (s *Session) settle(p *Project) (held []Held, settled bool) {
	stages := map[string]stage{}
	for {
		bad := map[string]bool{}
		for _, asked := range p.Asked {
			f, _ := p.Folder(asked)
			for _, d := range f.findings() {
				switch {
				case d.Severity() != diag.Error:
				case d.File == nil || !slices.Contains(f.Documents, d.File) || strings.HasPrefix(d.Code.Name, "FC5"):
					return nil, false
				default:
					bad[d.File.Name] = true
				}
			}
		}
		if len(bad) == 0 {
			return held, true
		}
		for _, f := range p.Folders {
			s.replace(f, bad, stages)
		}
		held = s.heldOf(stages)
		p.analyse()
	}
}

// replace puts the next version of each bad document in its place.
func (s *Session) replace(f *Folder, bad map[string]bool, stages map[string]stage) {
	var documents []*diag.File
	for _, d := range f.Documents {
		if !bad[d.Name] {
			documents = append(documents, d)
			continue
		}
		if next := s.next(f, d, stages); next != nil {
			documents = append(documents, next)
		}
	}
	f.Documents = documents
}

// next is what stands for a document, nil where nothing does.
func (s *Session) next(f *Folder, d *diag.File, stages map[string]stage) *diag.File {
	for stages[d.Name]++; stages[d.Name] < leftOut; stages[d.Name]++ {
		text := s.ran[Absolute(d.Name)].text
		if stages[d.Name] == beingDrawn {
			text = standIn(d, f.Templates)
		}
		if text != nil && !bytes.Equal(text, d.Src) {
			return diag.NewFile(d.Name, text)
		}
	}
	return nil
}

// heldOf are the documents that were replaced, sorted.
func (s *Session) heldOf(stages map[string]stage) []Held {
	var held []Held
	for file, is := range stages {
		h := Held{File: file}
		if is == asBefore {
			h.Since = s.ran[Absolute(file)].at
		}
		held = append(held, h)
	}
	slices.SortFunc(held, func(a, b Held) int { return strings.Compare(a.File, b.File) })
	return held
}

// Overlay returns a file for the -overlay of the go command in which the workflows that paths name have no mistakes:
// those that have are as they ran before, or say at their routes that they are being drawn. It is "" where that is not
// enough, or not needed. The file and all that it names are in folder; nothing else is written.
func (s *Session) Overlay(paths []string, folder string) (file string, held []Held, err error) {
	o := overlay{Replace: map[string]string{}, dir: folder}
	err = Each(paths, func(p *Project) error {
		mine, settled := s.settle(p)
		if !settled {
			return errUnsettled
		}
		held = append(held, mine...)
		for _, asked := range p.Asked {
			f, _ := p.Folder(asked)
			if err := o.addFolder(f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || len(held) == 0 {
		return "", nil, err
	}
	file, err = o.write()
	return file, held, err
}

// addFolder makes the go command see the Go of a folder's workflows, and none besides.
func (o *overlay) addFolder(f *Folder) error {
	files, err := f.Analysis.Files(nil)
	if err != nil {
		return err
	}
	for name := range f.Generated {
		if path, err := filepath.Abs(filepath.Join(f.Dir, name)); err == nil {
			o.Replace[path] = "" // it is not there (go help build)
		}
	}
	for _, file := range files {
		if err := o.add(filepath.Join(f.Dir, file.Name), file.Content); err != nil {
			return err
		}
	}
	return nil
}

// TrialOverlay returns a file for the -overlay of the go command in which documents are as texts has them, by
// their absolute paths: others than on disk, or ones that are not there. Workflows with mistakes are left out as
// Session does. Mistakes in the texts are found; then there is no file.
func TrialOverlay(paths []string, texts map[string][]byte, folder string) (file string, found diag.List, err error) {
	o := overlay{Replace: map[string]string{}, dir: folder}
	err = Each(paths, func(p *Project) error {
		for _, f := range p.Folders {
			f.put(texts)
		}
		p.analyse()
		for _, asked := range p.Asked {
			f, _ := p.Folder(asked)
			for _, d := range f.findings() {
				if d.File != nil && d.Severity() == diag.Error && texts[Absolute(d.File.Name)] != nil {
					found.Add(d)
				}
			}
		}
		if found.HasErrors() {
			return nil
		}
		if _, settled := new(Session).settle(p); !settled {
			return errUnsettled
		}
		for _, asked := range p.Asked {
			f, _ := p.Folder(asked)
			if err := o.addFolder(f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || found.HasErrors() {
		return "", found, err
	}
	file, err = o.write()
	return file, nil, err
}

// put puts texts in the place of the folder's documents, or beside them.
func (f *Folder) put(texts map[string][]byte) {
	f.Documents = slices.Clone(f.Documents)
	for path, text := range texts {
		i := slices.IndexFunc(f.Documents, func(d *diag.File) bool { return Absolute(d.Name) == path })
		switch {
		case i >= 0:
			f.Documents[i] = diag.NewFile(f.Documents[i].Name, text)
		case filepath.Dir(path) == Absolute(f.Dir):
			f.Documents = append(f.Documents, diag.NewFile(filepath.Join(f.Dir, filepath.Base(path)), text))
		}
	}
	slices.SortFunc(f.Documents, func(a, b *diag.File) int { return strings.Compare(a.Name, b.Name) })
}
