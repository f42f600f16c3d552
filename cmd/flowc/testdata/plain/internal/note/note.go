// Package note keeps the notes of users.
package note

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/notes/internal/account"
	"example.com/notes/internal/web"
)

const maxText = 4096

// Note is a note of a user.
type Note struct {
	ID      int       `json:"id"`
	Text    string    `json:"text"`
	Written time.Time `json:"written"`
	owner   string
}

// Store keeps notes in memory.
type Store struct {
	mu    sync.Mutex
	next  int
	notes map[int]Note
}

// NewStore returns an empty Store.
func NewStore() *Store { return &Store{next: 1, notes: map[int]Note{}} }

// Routes serves the notes of the user who is logged in.
func (s *Store) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /notes", s.list)
	mux.HandleFunc("POST /notes", s.add)
	mux.HandleFunc("GET /notes/{id}", s.show)
	mux.HandleFunc("DELETE /notes/{id}", s.remove)
	return mux
}

func (s *Store) list(w http.ResponseWriter, r *http.Request) {
	user, _ := account.User(r.Context())
	found := []Note{}
	s.mu.Lock()
	for _, n := range s.notes {
		if n.owner == user {
			found = append(found, n)
		}
	}
	s.mu.Unlock()
	slices.SortFunc(found, func(a, b Note) int { return cmp.Compare(a.ID, b.ID) })
	web.JSON(w, http.StatusOK, found)
}

func (s *Store) add(w http.ResponseWriter, r *http.Request) {
	var in struct{ Text string }
	if !web.Decode(w, r, &in) {
		return
	}
	in.Text = strings.TrimSpace(in.Text)
	if in.Text == "" || len(in.Text) > maxText {
		web.Error(w, http.StatusUnprocessableEntity, "a note has 1 to 4096 bytes of text")
		return
	}
	user, _ := account.User(r.Context())
	s.mu.Lock()
	n := Note{ID: s.next, Text: in.Text, Written: time.Now().UTC(), owner: user}
	s.notes[n.ID] = n
	s.next++
	s.mu.Unlock()
	web.JSON(w, http.StatusCreated, n)
}

func (s *Store) show(w http.ResponseWriter, r *http.Request) {
	if n, ok := s.own(w, r); ok {
		web.JSON(w, http.StatusOK, n)
	}
}

func (s *Store) remove(w http.ResponseWriter, r *http.Request) {
	n, ok := s.own(w, r)
	if !ok {
		return
	}
	s.mu.Lock()
	delete(s.notes, n.ID)
	s.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

// own returns the note that a path names, if it is the caller's; else it answers 404.
func (s *Store) own(w http.ResponseWriter, r *http.Request) (Note, bool) {
	id, err := strconv.Atoi(r.PathValue("id"))
	user, _ := account.User(r.Context())
	s.mu.Lock()
	n, ok := s.notes[id]
	s.mu.Unlock()
	if err != nil || !ok || n.owner != user {
		web.Error(w, http.StatusNotFound, "there is no such note")
		return Note{}, false
	}
	return n, true
}
