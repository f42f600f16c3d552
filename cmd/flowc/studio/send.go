package studio

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	rt "github.com/flowc-dev/flowc/runtime"
)

// How long a request of the page may take, how large it may be, and how much of its answer is shown.
const (
	sendTimeout = 2 * time.Minute
	maxForm     = 1 << 20
	maxSent     = 32 << 20 // with the files that were chosen, as base64
	maxAnswer   = 1 << 20
)

// sending is a request as the page has filled it in. Which server it goes to is not the page's to say.
type sending struct {
	Workflow string     `json:"workflow"`
	Entry    string     `json:"entry"`
	Form     serve.Form `json:"form"`
}

// answered is what came of it.
type answered struct {
	Status   int         `json:"status"`
	Headers  http.Header `json:"headers"`
	Body     string      `json:"body"`
	Cut      bool        `json:"cut"`    // the body is longer
	Hidden   []string    `json:"hidden"` // keys of the body that hold tokens
	Kept     []string    `json:"kept"`   // names of values that are kept now
	Sent     time.Time   `json:"sent"`
	Duration int64       `json:"duration"`
	Error    string      `json:"error"` // why there is no answer, or ""
}

func (s *Studio) serveSend(w http.ResponseWriter, r *http.Request) {
	asked, route, ok := s.asked(w, r)
	if !ok {
		return
	}
	s.built(r.Context())
	filler := serve.Filler{Base: s.config.Base, Value: s.keptValue, Env: s.variable, Now: s.config.Now}
	request, err := filler.Request(r.Context(), route, asked.Form)
	if err != nil {
		reply(w, answered{Error: err.Error()})
		return
	}
	reply(w, s.send(request, route))
}

// asked reads a form, and finds the route that it is of.
func (s *Studio) asked(w http.ResponseWriter, r *http.Request) (sending, serve.Route, bool) {
	var asked sending
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxSent)).Decode(&asked); err != nil {
		http.Error(w, "the form can't be read", http.StatusBadRequest)
		return asked, serve.Route{}, false
	}
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	for _, route := range p.routes {
		if keyOf(p, route.Flow.Workflow) == asked.Workflow && route.Flow.Entry.ID.Value == asked.Entry {
			asked.Form.Method, asked.Form.Path = route.Method, route.Path
			return asked, route, true
		}
	}
	http.Error(w, "there is no such route", http.StatusNotFound)
	return asked, serve.Route{}, false
}

func (s *Studio) serveCurl(w http.ResponseWriter, r *http.Request) {
	if asked, _, ok := s.asked(w, r); ok {
		reply(w, map[string]string{"curl": asked.Form.Curl(s.config.Base)})
	}
}

// send sends a request and keeps of its answer what later ones may want.
func (s *Studio) send(request *http.Request, route serve.Route) answered {
	began := s.config.Now()
	answer, err := s.client.Do(request)
	if err != nil {
		return answered{Sent: began, Error: unanswered(err), Duration: s.config.Now().Sub(began).Nanoseconds()}
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	a := answered{Sent: began, Status: answer.StatusCode, Headers: answer.Header, Hidden: route.Tokens(), Kept: []string{}}
	if err != nil {
		a.Error = "the answer was cut off"
	}
	if len(body) > maxAnswer {
		body, a.Cut = body[:maxAnswer], true
	}
	a.Body, a.Duration = string(body), s.config.Now().Sub(began).Nanoseconds()
	var members map[string]any
	if answer.StatusCode < 300 && json.Unmarshal(body, &members) == nil {
		a.Kept = s.keep(route.Kept(members))
	}
	return a
}

// unanswered says why there is no answer, without the address, which the person knows.
func unanswered(err error) string {
	var inner *url.Error
	if errors.As(err, &inner) {
		err = inner.Err
	}
	return fmt.Sprintf("no answer: %v", err)
}

// keep keeps values by name, and returns the names.
func (s *Studio) keep(values map[string]any) []string {
	names := []string{}
	s.mu.Lock()
	for name, value := range values {
		s.kept[name] = value
		names = append(names, name)
	}
	s.mu.Unlock()
	slices.Sort(names)
	if len(names) > 0 {
		s.news.notify(newsState)
	}
	return names
}

func (s *Studio) keptValue(name string) (any, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.kept[name]
	return value, ok
}

func (s *Studio) variable(name string) string {
	vars, _ := rt.Environ(s.config.Dir) // what can't be read is the server's to report
	return vars[name].Value
}
