// Package mcptoken keeps the tokens with which assistants call a project's MCP tools, in the project's database. Only
// their hashes are stored.
//
// It may be imported by runtime/mcp, by tests of projects and by the command flowc.
package mcptoken

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

// Token is the record of a token without its text, which nobody keeps.
type Token struct {
	Name    string    // unique
	Scopes  []string  // sorted
	Created time.Time // in UTC, in whole seconds, as Expires
	Expires time.Time // from then on it opens nothing
}

// Errors of a Store. It also has those of database.DB.
var (
	ErrUnknown = errors.New("there is no such token") // never made, or revoked
	ErrTaken   = errors.New("there is a token of that name; revoke it first")
)

// Store is the table of tokens, which Create makes when it is not there. It caches nothing, so that a token that is
// revoked opens nothing from then on.
type Store struct {
	db  *database.DB
	now func() time.Time
}

// Open opens the store in the database of DATABASE_URL. What is wrong with that is reported to s.
func Open(s *rt.Setup) *Store {
	return &Store{db: database.Open(s, "DATABASE_URL"), now: s.App().Now}
}

const (
	createTable = `CREATE TABLE IF NOT EXISTS flowc_mcp_tokens (
  name       TEXT PRIMARY KEY,
  hash       TEXT NOT NULL UNIQUE,
  scopes     TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)`
	insertToken = "INSERT INTO flowc_mcp_tokens (name, hash, scopes, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)"
	deleteToken = "DELETE FROM flowc_mcp_tokens WHERE name = $1"
	selectToken = "SELECT name, scopes, created_at, expires_at FROM flowc_mcp_tokens WHERE hash = $1"
	listTokens  = "SELECT name, scopes, created_at, expires_at FROM flowc_mcp_tokens ORDER BY name"
)

// Create makes a token that is good for as long as lifetime says, and returns its text, which can't be had again. The
// error is ErrTaken where there is one of that name, or says what is wrong with an argument.
func (st *Store) Create(ctx context.Context, name string, scopes []string, lifetime time.Duration) (text string, err error) {
	now := st.now().UTC().Truncate(time.Second)
	t := Token{Name: name, Scopes: slices.Compact(slices.Sorted(slices.Values(scopes))), Created: now, Expires: now.Add(lifetime)}
	if err := t.check(); err != nil {
		return "", err
	}
	if _, err := st.db.Exec(ctx, createTable); err != nil {
		return "", fmt.Errorf("making the table of tokens: %w", err)
	}
	text = newText()
	_, err = st.db.Exec(ctx, insertToken, t.Name, hashOf(text), strings.Join(t.Scopes, " "), t.Created.Unix(), t.Expires.Unix())
	switch {
	case errors.Is(err, database.ErrConflict):
		return "", ErrTaken
	case err != nil:
		return "", fmt.Errorf("storing a token: %w", err)
	}
	return text, nil
}

// Find returns the token with that text, also one that has expired, or ErrUnknown. The look-up is by hash: how long it
// takes tells nothing of the texts that are good.
func (st *Store) Find(ctx context.Context, text string) (Token, error) {
	found, err := st.read(ctx, selectToken, hashOf(text))
	switch {
	case err != nil:
		return Token{}, fmt.Errorf("looking up a token: %w", err)
	case len(found) == 0:
		return Token{}, ErrUnknown
	}
	return found[0], nil
}

// List returns all tokens by name.
func (st *Store) List(ctx context.Context) ([]Token, error) {
	all, err := st.read(ctx, listTokens)
	if err != nil {
		return nil, fmt.Errorf("listing tokens: %w", err)
	}
	return all, nil
}

// Revoke takes a token away. The error is ErrUnknown where there is none of that name.
func (st *Store) Revoke(ctx context.Context, name string) error {
	gone, err := st.db.Exec(ctx, deleteToken, name)
	switch {
	case errors.Is(err, database.ErrNoTable) || err == nil && gone == 0:
		return ErrUnknown
	case err != nil:
		return fmt.Errorf("revoking a token: %w", err)
	}
	return nil
}

// read reads tokens. Where the table is not there, no token is: only Create needs the right to make one.
func (st *Store) read(ctx context.Context, text string, args ...any) ([]Token, error) {
	var all []Token
	err := st.db.Query(ctx, func(scan func(...any) error) error {
		var t Token
		var scopes string
		var created, expires int64
		if err := scan(&t.Name, &scopes, &created, &expires); err != nil {
			return err
		}
		t.Scopes, t.Created, t.Expires = strings.Fields(scopes), time.Unix(created, 0).UTC(), time.Unix(expires, 0).UTC()
		all = append(all, t)
		return nil
	}, text, args...)
	if errors.Is(err, database.ErrNoTable) {
		return nil, nil
	}
	return all, err
}
