package sqlite

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"
)

// other is another SQLite library.
type other struct{}

func (other) Open(string) (driver.Conn, error) { return nil, errors.New("not to be opened") }

// TestSeparate refuses files to a program that links another SQLite library, unless that opens none of them.
func TestSeparate(t *testing.T) {
	refused := func() bool {
		_, err := File("sqlite:flows.db", t.TempDir())
		return err != nil && strings.Contains(err.Error(), "sqlite.Separate()")
	}
	if refused() {
		t.Error("refused where there is no other library")
	}
	sql.Register("sqlite3", other{})
	if !refused() {
		t.Error("not refused beside another library")
	}
	if _, err := File("sqlite:"+Memory, t.TempDir()); err != nil {
		t.Errorf("what is in memory is nobody else's: %v", err)
	}
	Separate()
	defer func() { separate = false }()
	if refused() {
		t.Error("refused where no other library opens the file")
	}
}
