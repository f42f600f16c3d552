package bench_test

import (
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/crypto/bcrypt"
	_ "modernc.org/sqlite" // the engine of both
)

// counts is Local Storage by hand: counters in memory, each with a window of its own.
type counts struct {
	mu sync.Mutex
	of map[string]counter
}

type counter struct {
	value int64
	until time.Time
}

func (c *counts) increment(key string, window time.Duration) int64 {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.of[key]
	if !now.Before(n.until) {
		n = counter{until: now.Add(window)}
	}
	n.value++
	c.of[key] = n
	return n.value
}

// count serves by hand what the workflow count does.
func (t *twin) count(c *counts) func(http.ResponseWriter, *http.Request) int {
	return func(w http.ResponseWriter, _ *http.Request) int {
		return t.answer(w, http.StatusOK, struct {
			Count int64 `json:"count"`
		}{c.increment("hits", time.Hour)})
	}
}

// users is the database of golden/apps/auth, by hand.
type users struct{ insert, find *sql.Stmt }

const usersSchema = `CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, password_hash TEXT NOT NULL)`

func openUsers(dir string) (*users, error) {
	db, err := sql.Open("sqlite", filepath.Join(dir, "twin.db")+"?_pragma=journal_mode(wal)&_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, fmt.Errorf("opening the database of the twin: %w", err)
	}
	if _, err := db.Exec(usersSchema); err != nil {
		return nil, fmt.Errorf("making its tables: %w", err)
	}
	u := &users{}
	if u.insert, err = db.Prepare("INSERT INTO users (email, password_hash) VALUES ($1, $2)"); err != nil {
		return nil, fmt.Errorf("preparing: %w", err)
	}
	if u.find, err = db.Prepare("SELECT id, email, password_hash FROM users WHERE email = $1"); err != nil {
		return nil, fmt.Errorf("preparing: %w", err)
	}
	return u, nil
}

type account struct {
	Email    *string `json:"email"`
	Password *string `json:"password"`
}

func (t *twin) account(w http.ResponseWriter, r *http.Request) (a account, ok bool) {
	err := json.UnmarshalRead(http.MaxBytesReader(w, r.Body, 1<<20), &a)
	return a, err == nil && a.Email != nil && a.Password != nil
}

func (t *twin) signup(u *users) func(http.ResponseWriter, *http.Request) int {
	return func(w http.ResponseWriter, r *http.Request) int {
		a, ok := t.account(w, r)
		if !ok {
			return t.answer(w, http.StatusBadRequest, map[string]string{"error": "email and password are required"})
		}
		hash, err := bcrypt.GenerateFromPassword([]byte(*a.Password), bcryptCost)
		if err != nil {
			return t.answer(w, http.StatusBadRequest, map[string]string{"error": "unusable password"})
		}
		if _, err := u.insert.ExecContext(r.Context(), *a.Email, string(hash)); err != nil {
			return t.answer(w, http.StatusConflict, map[string]string{"error": "taken"})
		}
		return t.answer(w, http.StatusCreated, struct{}{})
	}
}

// bcryptCost is that of golden/apps/auth.
const bcryptCost = 12

// login serves by hand what the workflow login of golden/apps/auth does.
func (t *twin) login(u *users) func(http.ResponseWriter, *http.Request) int {
	return func(w http.ResponseWriter, r *http.Request) int {
		a, ok := t.account(w, r)
		if !ok {
			return t.answer(w, http.StatusBadRequest, map[string]string{"error": "email and password are required"})
		}
		var id int64
		var email, hash string
		if err := u.find.QueryRowContext(r.Context(), *a.Email).Scan(&id, &email, &hash); err != nil {
			return t.refuse(w, "wrong e-mail or password")
		}
		if bcrypt.CompareHashAndPassword([]byte(hash), []byte(*a.Password)) != nil {
			return t.refuse(w, "wrong e-mail or password")
		}
		now := time.Now()
		token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, twinClaims{Email: email, RegisteredClaims: jwt.RegisteredClaims{
			Subject: strconv.FormatInt(id, 10), ID: rand.Text(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(15 * time.Minute)),
		}}).SignedString(t.secret)
		if err != nil {
			return t.answer(w, http.StatusInternalServerError, map[string]string{"error": "internal server error"})
		}
		return t.answer(w, http.StatusOK, struct {
			Token string `json:"token"`
		}{token})
	}
}
