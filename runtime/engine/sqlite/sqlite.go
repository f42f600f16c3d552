// Package sqlite links the embedded database SQLite, for sqlite: in DATABASE_URL and STORAGE_URL.
//
// main.go imports it for that alone:
//
//	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"

	modernc "modernc.org/sqlite"

	"github.com/flowc-dev/flowc/runtime/sqlite"
)

func init() {
	sqlite.Register(sqlite.Engine{
		Connector: connect,
		Code: func(err error) int {
			if failed, ok := errors.AsType[*modernc.Error](err); ok {
				return failed.Code()
			}
			return 0
		},
	})
}

// Separate says that no other SQLite library of the program opens the files of flowc: a program that links one
// (github.com/mattn/go-sqlite3) is refused a file else. main calls it before New.
func Separate() { sqlite.Separate() }

func connect(name string, committed func()) (driver.Connector, error) {
	c, err := modernc.NewConnector(name)
	if err != nil {
		return nil, err
	}
	return connector{c, committed}, nil
}

// connector makes connections that report what they commit.
type connector struct {
	driver.Connector
	committed func()
}

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn.(modernc.HookRegisterer).RegisterCommitHook(func() int32 {
		c.committed()
		return 0
	})
	return conn, nil
}
