package studio

import (
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
)

// requestsSuffix ends the name of the file of requests that are kept beside a workflow.
const requestsSuffix = ".http"

func (d *shelf) requestsFile() string {
	return strings.TrimSuffix(d.name, project.DocumentSuffix) + requestsSuffix
}

// requestsView are the requests that are kept beside a workflow. Those that it has no form for are left out.
type requestsView struct {
	File     string       `json:"file"`
	Requests []serve.Kept `json:"requests"`
}

func (s *Studio) serveRequests(w http.ResponseWriter, r *http.Request) {
	d, ok := s.shelved(w, r.FormValue("key"))
	if !ok {
		return
	}
	defer d.close()
	file, err := s.requests(d)
	if err != nil {
		refuse(w, err)
		return
	}
	v := requestsView{File: filepath.Join(filepath.Dir(d.path), d.requestsFile()), Requests: []serve.Kept{}}
	for _, k := range file.Requests {
		if !k.Raw() {
			v.Requests = append(v.Requests, k)
		}
	}
	reply(w, v)
}

// requests reads the file of requests; one that is not there holds none.
func (s *Studio) requests(d *shelf) (serve.File, error) {
	text, err := d.readFile(d.requestsFile())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return serve.File{}, err
	}
	return serve.ReadHTTP(string(text), s.routesOf(d.key)), nil
}

// routesOf are the routes of a workflow.
func (s *Studio) routesOf(key string) []serve.Route {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	var list []serve.Route
	for _, r := range p.routes {
		if keyOf(p, r.Flow.Workflow) == key {
			list = append(list, r)
		}
	}
	return list
}

// keeping are the requests of a workflow as the page wants them kept.
type keeping struct {
	Key      string       `json:"key"`
	Requests []serve.Kept `json:"requests"`
}

// serveKeepRequests writes the requests of a workflow beside it. What the file has besides stays in it, and what is
// hidden in a form is not in it.
func (s *Studio) serveKeepRequests(w http.ResponseWriter, r *http.Request) {
	var asked keeping
	if !readBody(w, r, maxForm, &asked) {
		return
	}
	s.writeTo(w, asked.Key, func(d *shelf) error {
		have, err := s.requests(d)
		if err != nil {
			return err
		}
		if err := d.write(d.requestsFile(), have.Keep(s.asForms(asked)).Write(s.config.Base)); err != nil {
			return err
		}
		reply(w, map[string]string{"file": filepath.Join(filepath.Dir(d.path), d.requestsFile())})
		return nil
	})
}

// asForms takes of the page's requests the values alone: what is hidden is the routes' to say.
func (s *Studio) asForms(asked keeping) []serve.Kept {
	var list []serve.Kept
	for _, r := range s.routesOf(asked.Key) {
		for _, k := range asked.Requests {
			if k.Entry != r.Flow.Entry.ID.Value {
				continue
			}
			form := r.Form()
			form.Fill(k.Form)
			list = append(list, serve.Kept{Name: k.Name, Entry: k.Entry, Form: form})
		}
	}
	return list
}
