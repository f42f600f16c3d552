package database_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestPostgresClockIsUTC wants what a database that lives in Tokyo says of now to be UTC, as SQLite's is and as times
// are stored.
func TestPostgresClockIsUTC(t *testing.T) {
	url := dbtest.Postgres(t)
	openStore(t, url, "").exec(t, alterDatabase("timezone TO 'Asia/Tokyo'"))
	s := openStore(t, url, "")
	s.exec(t, "CREATE TABLE visits (at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, until TIMESTAMP)")
	s.exec(t, "INSERT INTO visits (until) VALUES ($1)", time.Now().Add(time.Hour))
	if at := scalar[time.Time](t, s, "SELECT at FROM visits"); time.Since(at).Abs() > time.Minute {
		t.Errorf("now is %v", at)
	}
	if n := scalar[int64](t, s, "SELECT count(*) FROM visits WHERE until > CURRENT_TIMESTAMP"); n != 1 {
		t.Error("what ends in an hour has ended")
	}
}

// alterDatabase is a statement that changes a setting of whoever connects to the database from then on.
func alterDatabase(setting string) string {
	return fmt.Sprintf("DO $$ BEGIN EXECUTE format('ALTER DATABASE %%I SET %%s', current_database(), %s); END $$", "'"+strings.ReplaceAll(setting, "'", "''")+"'")
}
