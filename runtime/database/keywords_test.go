package database_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestServerByKeywords connects by a connection string of keywords, as libpq takes one.
func TestServerByKeywords(t *testing.T) {
	u, err := url.Parse(dbtest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	password, _ := u.User.Password()
	s := openStore(t, fmt.Sprintf("host=%s port=%s user=%s password='%s' dbname=%s sslmode=disable",
		u.Hostname(), u.Port(), u.User.Username(), password, strings.TrimPrefix(u.Path, "/")), "")
	if got := scalar[string](t, s, "SELECT current_database() AS value"); got != strings.TrimPrefix(u.Path, "/") {
		t.Errorf("connected to %q", got)
	}
}
