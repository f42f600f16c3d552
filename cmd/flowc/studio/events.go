package studio

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// An event only invites the page to ask again. The page decides how often, so that a busy server does not freeze it.
const (
	newsState      = "state"
	newsExecutions = "executions"
)

// newsGap is the least time between two pieces of news, and newsBeat the most.
const (
	newsGap  = 100 * time.Millisecond
	newsBeat = 15 * time.Second
)

// news notifies pages of changes.
type news struct {
	mu    sync.Mutex
	pages map[chan string]bool
}

func newNews() *news { return &news{pages: map[chan string]bool{}} }

// notify sends an event to all pages, and waits for none: a page gets an event that is still pending once.
func (n *news) notify(what string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for page := range n.pages {
		select {
		case page <- what:
		default: // it has enough to hear already
		}
	}
}

func (n *news) subscribe() (heard chan string, leave func()) {
	heard = make(chan string, 64)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.pages[heard] = true
	return heard, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.pages, heard)
	}
}

// serveEvents writes a line of JSON for what has changed, for as long as the page listens: an EventSource could not
// send the key.
func (s *Studio) serveEvents(w http.ResponseWriter, r *http.Request) {
	heard, leave := s.news.subscribe()
	defer leave()
	w.Header().Set("Content-Type", "application/x-ndjson")
	line := func(changed map[string]bool) bool {
		err := json.NewEncoder(w).Encode(changed)
		return err == nil && http.NewResponseController(w).Flush() == nil
	}
	beat := time.NewTicker(newsBeat)
	defer beat.Stop()
	for listening := line(map[string]bool{newsState: true, newsExecutions: true}); listening; {
		changed := map[string]bool{}
		select {
		case <-r.Context().Done():
			return
		case <-s.ended:
			return
		case what := <-heard:
			changed[what] = true
			time.Sleep(newsGap)
			for len(heard) > 0 {
				changed[<-heard] = true
			}
		case <-beat.C:
		}
		listening = line(changed)
	}
}
