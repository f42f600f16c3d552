// Package sqlite links the embedded database SQLite, for sqlite: in DATABASE_URL and STORAGE_URL.
//
// main.go imports it for that alone:
//
//	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
package sqlite

import (
	"database/sql/driver"
	"errors"

	modernc "modernc.org/sqlite"

	"github.com/flowc-dev/flowc/runtime/sqlite"
)

func init() {
	sqlite.Register(sqlite.Engine{
		Connector: func(name string) (driver.Connector, error) { return modernc.NewConnector(name) },
		Code: func(err error) int {
			if failed, ok := errors.AsType[*modernc.Error](err); ok {
				return failed.Code()
			}
			return 0
		},
	})
}
