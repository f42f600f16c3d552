package postgres

import (
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/database"
)

// given is what a service asks of a pool.
func given(url string) database.PostgresOptions {
	return database.PostgresOptions{
		URL: url, Zone: "UTC", Size: 10, ConnectTimeout: 5 * time.Second, IdleTime: 5 * time.Minute, Lifetime: time.Hour,
		Fresh: func() (string, error) { return "", nil },
	}
}

// TestConfigure lets the URL win over what a service asks for.
func TestConfigure(t *testing.T) {
	usual, err := configure(given("postgres://u:p@db/name"))
	if err != nil {
		t.Fatal(err)
	}
	if usual.MinConns != 0 || usual.MinIdleConns != 0 || usual.MaxConns != 10 || usual.MaxConnIdleTime != 5*time.Minute || usual.MaxConnLifetime != time.Hour ||
		usual.ConnConfig.ConnectTimeout != 5*time.Second || usual.ConnConfig.RuntimeParams["timezone"] != "UTC" {
		t.Errorf("got %+v", usual)
	}
	own, err := configure(given("postgres://u:p@db/name?pool_max_conns=3&pool_max_conn_idle_time=7s&pool_max_conn_lifetime=9m&connect_timeout=2&timezone=Asia/Tokyo"))
	if err != nil {
		t.Fatal(err)
	}
	if own.MaxConns != 3 || own.MaxConnIdleTime != 7*time.Second || own.MaxConnLifetime != 9*time.Minute ||
		own.ConnConfig.ConnectTimeout != 2*time.Second || own.ConnConfig.RuntimeParams["timezone"] != "Asia/Tokyo" {
		t.Errorf("got %+v", own)
	}
}

// TestKeep gives a cache room for all statements, but not where the URL says how many.
func TestKeep(t *testing.T) {
	for _, c := range []struct{ of, statements, want int }{{512, 30, 512}, {512, 2000, 2000}, {0, 2000, 0}, {100, 2000, 100}} {
		if keep(&c.of, int64(c.statements)); c.of != c.want {
			t.Errorf("got %d, want %d", c.of, c.want)
		}
	}
}

// TestAuthenticate gives a new connection the user and the password that the URL has by then.
func TestAuthenticate(t *testing.T) {
	o := given("postgres://u:old@db/name")
	config, err := configure(o)
	if err != nil {
		t.Fatal(err)
	}
	o.Fresh = func() (string, error) { return "postgres://v:new@db/name", nil }
	if err := authenticate(config.ConnConfig, o); err != nil || config.ConnConfig.User != "v" || config.ConnConfig.Password != "new" {
		t.Errorf("got %q and %q, %v", config.ConnConfig.User, config.ConnConfig.Password, err)
	}
}
