// Package people knows tracker's users.
package people

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
)

// Person is a user of tracker.
type Person struct {
	ID   int64
	Name string
}

type contextKey struct{}

// Of returns the person whom Login has let in.
func Of(ctx context.Context) (Person, bool) {
	p, ok := ctx.Value(contextKey{}).(Person)
	return p, ok
}

// Login lets in people with a token of theirs, and answers 401 to all others.
func Login(db *sql.DB) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			switch p, err := find(r.Context(), db, token); {
			case errors.Is(err, sql.ErrNoRows):
				w.Header().Set("WWW-Authenticate", "Bearer")
				http.Error(w, "log in first", http.StatusUnauthorized)
			case err != nil:
				http.Error(w, "try again later", http.StatusServiceUnavailable)
			default:
				next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), contextKey{}, p)))
			}
		})
	}
}

func find(ctx context.Context, db *sql.DB, token string) (p Person, err error) {
	const query = "SELECT id, name FROM people WHERE token_hash = ?"
	err = db.QueryRowContext(ctx, query, Hash(token)).Scan(&p.ID, &p.Name)
	return p, err
}

// Hash is what the database holds of a token.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
