package studio

import (
	"net/http"
	"strconv"
)

// watched is what the list of executions shows.
type watched struct {
	List []Execution `json:"list"`
	Seen int         `json:"seen"` // all that there were
	Lean counts      `json:"lean"` // of which so much is not kept
}

func (s *Studio) serveExecutions(w http.ResponseWriter, r *http.Request) {
	f := filter{workflow: r.FormValue("workflow"), status: r.FormValue("status"), limit: maxExecutions}
	if n, err := strconv.Atoi(r.FormValue("limit")); err == nil && n >= 0 {
		f.limit = min(n, maxExecutions)
	}
	if ms, err := strconv.ParseInt(r.FormValue("slower"), 10, 64); err == nil {
		f.slower = ms * 1e6
	}
	seen, lean := s.executions.counted()
	reply(w, watched{s.executions.summaries(f), seen, lean})
}

func (s *Studio) serveExecution(w http.ResponseWriter, r *http.Request) {
	x, ok := s.executions.find(r.FormValue("id"))
	if !ok {
		http.Error(w, "this execution is not kept any more", http.StatusNotFound)
		return
	}
	reply(w, x)
}
