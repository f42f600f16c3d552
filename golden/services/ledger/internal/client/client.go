// Package client knows which program calls ledger.
package client

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Client is a program that has a token.
type Client struct {
	ID   int64
	Name string
}

type contextKey struct{}

// Of returns the client whom Login has let in.
func Of(ctx context.Context) (Client, bool) {
	c, ok := ctx.Value(contextKey{}).(Client)
	return c, ok
}

// Login lets in clients with their token, and answers 401 to all others.
func Login(pool *pgxpool.Pool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch c, err := find(r.Context(), pool, token); {
		case errors.Is(err, pgx.ErrNoRows):
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "this needs a token", http.StatusUnauthorized)
		case err != nil:
			http.Error(w, "try again later", http.StatusServiceUnavailable)
		default:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), contextKey{}, c)))
		}
	})
}

func find(ctx context.Context, pool *pgxpool.Pool, token string) (c Client, err error) {
	const query = "SELECT id, name FROM clients WHERE token_hash = $1"
	err = pool.QueryRow(ctx, query, Hash(token)).Scan(&c.ID, &c.Name)
	return c, err
}

// Hash is what the database holds of a token.
func Hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
