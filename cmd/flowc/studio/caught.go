package studio

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/flowc-dev/flowc/cmd/flowc/outbox"
	"github.com/flowc-dev/flowc/gen/facts"
	rt "github.com/flowc-dev/flowc/runtime"
)

// newsOutbox is that a call was caught.
const newsOutbox = "outbox"

// caughtView is the calls that were caught, and what is.
type caughtView struct {
	Calls     []outbox.Call    `json:"calls"`
	Variables []caughtVariable `json:"variables"`
}

// caughtVariable is a variable whose value is an address that workflows call.
type caughtVariable struct {
	Name   string        `json:"name"`
	Set    bool          `json:"set"`
	Caught bool          `json:"caught"`
	Uses   []variableUse `json:"uses"`
	Answer outbox.Answer `json:"answer"`
}

// Caught is the environment of a program whose calls are caught: an address of the outbox for each variable.
func (s *Studio) Caught() []string {
	var entries []string
	for _, v := range s.called() {
		if v.Caught {
			entries = append(entries, v.Name+"="+s.config.Outbox.Address(v.Name))
		}
	}
	return entries
}

// called are the variables whose values are addresses that workflows call, sorted.
func (s *Studio) called() []caughtVariable {
	if s.config.Outbox == nil {
		return nil
	}
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	uses := map[string][]variableUse{}
	for _, f := range p.folders {
		for _, w := range f.Analysis.Program.Workflows {
			addUses(uses, keyOf(p, w), w, facts.Hosts)
		}
	}
	vars, _ := rt.Environ(s.config.Dir) // what can't be read is the server's to report
	var list []caughtVariable
	for name, by := range uses {
		set := vars[name].Value != ""
		list = append(list, caughtVariable{name, set, s.config.Outbox.Catches(name, set), by, s.config.Outbox.AnswerOf(name)})
	}
	slices.SortFunc(list, func(a, b caughtVariable) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func (s *Studio) serveCaught(w http.ResponseWriter, _ *http.Request) {
	v := caughtView{Calls: []outbox.Call{}, Variables: append([]caughtVariable{}, s.called()...)}
	if s.config.Outbox != nil {
		v.Calls = append(v.Calls, s.config.Outbox.Calls()...)
	}
	reply(w, v)
}

// serveCatch says of a variable whether calls to its address are caught, or what they are answered with.
func (s *Studio) serveCatch(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Variable string
		Caught   *bool
		Answer   *outbox.Answer
	}
	if !readBody(w, r, maxVariable, &asked) {
		return
	}
	if !slices.ContainsFunc(s.called(), func(v caughtVariable) bool { return v.Name == asked.Variable }) {
		http.Error(w, "no workflow calls an address that this variable holds", http.StatusNotFound)
		return
	}
	if asked.Answer != nil {
		if err := s.config.Outbox.Answer(asked.Variable, *asked.Answer); err != nil {
			refuse(w, err)
			return
		}
	}
	if asked.Caught != nil {
		s.config.Outbox.Choose(asked.Variable, *asked.Caught)
		select {
		case s.config.Again <- struct{}{}:
		default: // it starts again as it is
		}
	}
	s.serveCaught(w, r)
}

func (s *Studio) serveClear(w http.ResponseWriter, r *http.Request) {
	if s.config.Outbox != nil {
		s.config.Outbox.Clear()
	}
	s.serveCaught(w, r)
}
