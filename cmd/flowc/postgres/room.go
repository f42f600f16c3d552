package postgres

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// room is a database of a server that is there for one use, and the connection to it of its owner, who may do nothing
// elsewhere: a schema may come from a stranger, and COPY … TO PROGRAM runs a shell.
type room struct {
	version int       // of the server
	own     *pgx.Conn // as the owner of the database
	admin   *pgx.Conn // as the one who made it
	name    string    // of the database and of its owner
}

// prefix begins the names of all databases and roles that are made here.
const prefix = "flowc_prove_"

// staleAfter is when a database that nobody is connected to counts as left over.
const staleAfter = 10 * time.Minute

// room makes a database.
func (s *server) room(ctx context.Context) (*room, error) {
	admin, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return nil, fmt.Errorf("connecting to PostgreSQL: %w", err)
	}
	name := fmt.Sprintf("%s%d_%d_%s", prefix, time.Now().Unix(), os.Getpid(), strings.ToLower(rand.Text()[:8]))
	r := &room{admin: admin, name: name}
	if err := r.make(ctx, s.config); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *room) make(ctx context.Context, config *pgx.ConnConfig) error {
	if err := r.admin.QueryRow(ctx, "SELECT current_setting('server_version_num')::int / 10000").Scan(&r.version); err != nil {
		return fmt.Errorf("asking PostgreSQL for its version: %w", err)
	}
	if err := r.removeLeftOver(ctx); err != nil {
		return fmt.Errorf("removing databases that were left over: %w", err)
	}
	password := rand.Text()
	for _, statement := range []string{
		"CREATE ROLE " + r.name + " LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD '" + password + "'",
		"GRANT " + r.name + " TO CURRENT_USER", // who must be of the owner's to give it a database, unless a superuser
		"CREATE DATABASE " + r.name + " OWNER " + r.name + " TEMPLATE template0 ENCODING 'UTF8'",
	} {
		if _, err := r.admin.Exec(ctx, statement); err != nil {
			return fmt.Errorf("making a database to prove statements in: %w: the role of %s has to have CREATEDB and CREATEROLE", err, Variable)
		}
	}
	return r.enter(ctx, config, password)
}

// enter connects to the database as its owner.
func (r *room) enter(ctx context.Context, config *pgx.ConnConfig, password string) error {
	own := config.Copy()
	own.Database, own.User, own.Password = r.name, r.name, password
	own.RuntimeParams["statement_timeout"] = "30s"
	var err error
	if r.own, err = pgx.ConnectConfig(ctx, own); err != nil {
		return fmt.Errorf("connecting to the database to prove statements in: %w", err)
	}
	return nil
}

// removeLeftOver removes the databases of those who did not come to it.
func (r *room) removeLeftOver(ctx context.Context) error {
	rows, err := r.admin.Query(ctx, `SELECT datname FROM pg_database d WHERE starts_with(datname, $1)
		AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)`, prefix)
	if err != nil {
		return err
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range all {
		if isStale(name, time.Now()) {
			if err := remove(ctx, r.admin, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// isStale reports whether a database of ours was made long ago.
func isStale(name string, now time.Time) bool {
	made, _, _ := strings.Cut(strings.TrimPrefix(name, prefix), "_")
	seconds, err := strconv.ParseInt(made, 10, 64)
	return err == nil && now.Sub(time.Unix(seconds, 0)) > staleAfter
}

// remove removes a database and its owner.
func remove(ctx context.Context, admin *pgx.Conn, name string) error {
	if _, err := admin.Exec(ctx, "DROP DATABASE IF EXISTS "+name); err != nil {
		return err
	}
	_, err := admin.Exec(ctx, "DROP ROLE IF EXISTS "+name)
	return err
}

// close removes the database, with a time limit of its own: the caller's context may be done.
func (r *room) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if r.own != nil {
		_ = r.own.Close(ctx)
	}
	_ = remove(ctx, r.admin, r.name) // what stays is removed by the next one
	_ = r.admin.Close(ctx)
}
