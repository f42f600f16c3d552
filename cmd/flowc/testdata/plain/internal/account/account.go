// Package account knows who uses the service: users log in with a password, and a cookie keeps them logged in.
package account

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"example.com/notes/internal/web"
)

const (
	cookieName = "notes_session"
	lifetime   = 12 * time.Hour
)

// Accounts are the users, and the sessions of those who are logged in.
type Accounts struct {
	passwords map[string][]byte // name -> SHA-256 of the password

	mu       sync.Mutex
	sessions map[string]session // by the SHA-256 of the cookie's value
}

type session struct {
	user string
	ends time.Time
}

// Load reads the users of a file.
func Load(path string) (*Accounts, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("loading users: %w", err)
	}
	defer file.Close()
	a := &Accounts{passwords: map[string][]byte{}, sessions: map[string]session{}}
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return nil, fmt.Errorf("%s:%d: want a name and a hash", path, n)
		}
		hash, err := hex.DecodeString(fields[1])
		if err != nil || len(hash) != sha256.Size {
			return nil, fmt.Errorf("%s:%d: the hash is not a SHA-256 in hex", path, n)
		}
		a.passwords[fields[0]] = hash
	}
	return a, lines.Err()
}

// Login begins a session for a user who sends name and password.
func (a *Accounts) Login(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name, Password string }
	if !web.Decode(w, r, &in) {
		return
	}
	sum := sha256.Sum256([]byte(in.Password))
	want, known := a.passwords[in.Name]
	if !known || subtle.ConstantTimeCompare(sum[:], want) != 1 {
		web.Error(w, http.StatusUnauthorized, "wrong name or password")
		return
	}
	value := rand.Text()
	a.mu.Lock()
	a.sessions[key(value)] = session{in.Name, time.Now().Add(lifetime)}
	a.mu.Unlock()
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int(lifetime.Seconds()),
	})
	w.WriteHeader(http.StatusNoContent)
}

// Logout ends the caller's session.
func (a *Accounts) Logout(w http.ResponseWriter, r *http.Request) {
	if cookie, err := r.Cookie(cookieName); err == nil {
		a.mu.Lock()
		delete(a.sessions, key(cookie.Value))
		a.mu.Unlock()
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName, Path: "/", MaxAge: -1})
	w.WriteHeader(http.StatusNoContent)
}

// Require answers 401 to callers who are not logged in. Others go on to next, with their name in the context.
func (a *Accounts) Require(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cookie, err := r.Cookie(cookieName)
		if err != nil {
			web.Error(w, http.StatusUnauthorized, "log in first")
			return
		}
		user, ok := a.userOf(cookie.Value)
		if !ok {
			web.Error(w, http.StatusUnauthorized, "log in again")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, user)))
	})
}

func (a *Accounts) userOf(value string) (string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.sessions[key(value)]
	if ok && time.Now().After(s.ends) {
		delete(a.sessions, key(value))
		return "", false
	}
	return s.user, ok
}

func key(value string) string {
	sum := sha256.Sum256([]byte(value))
	return hex.EncodeToString(sum[:])
}

type userKey struct{}

// User returns the name of the user who is logged in, as Require has found out.
func User(ctx context.Context) (string, bool) {
	user, ok := ctx.Value(userKey{}).(string)
	return user, ok
}
