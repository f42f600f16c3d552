package studio

import (
	"encoding/json"
	"net/http"
	"path"
	"time"
)

// draftsDir is where a folder of workflows keeps what is not saved. It is in no version control.
const draftsDir = ".flowc/drafts"

// kept is a draft that outlives its page: a tab that is closed, or a crash, loses nothing.
type kept struct {
	Text  string    `json:"text"`
	Base  string    `json:"base"` // revision of the document that it was made of
	Saved time.Time `json:"saved"`
}

func (s *Studio) serveKeep(w http.ResponseWriter, r *http.Request) {
	var asked draft
	if !readBody(w, r, maxDocument, &asked) {
		return
	}
	s.writeTo(w, asked.Key, func(d *shelf) error {
		if err := d.keep(kept{asked.Text, asked.Base, s.config.Now().UTC()}); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
}

func (s *Studio) serveDrop(w http.ResponseWriter, r *http.Request) {
	s.writeTo(w, r.FormValue("key"), func(d *shelf) error {
		d.dropDraft()
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
}

// keep writes a draft, for this user alone to read.
func (d *shelf) keep(k kept) error {
	if err := d.root.MkdirAll(draftsDir, 0o700); err != nil {
		return err
	}
	if _, err := d.root.Lstat(".flowc/.gitignore"); err != nil {
		if err := d.replace(".flowc/.gitignore", []byte("*\n"), 0o644); err != nil {
			return err
		}
	}
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return d.replace(d.draftFile(), text, 0o600)
}

// draft is what was kept of the document, nil where nothing was or it can't be read.
func (d *shelf) draft() *kept {
	var k kept
	text, err := d.readFile(d.draftFile())
	if err != nil || json.Unmarshal(text, &k) != nil {
		return nil
	}
	return &k
}

func (d *shelf) dropDraft() { _ = d.root.Remove(d.draftFile()) } // where there is none, there is nothing to drop

func (d *shelf) draftFile() string { return path.Join(draftsDir, d.name) }
