//go:build !unix

package postgres

import (
	"fmt"
	"os/exec"
)

// account is who a server runs as.
type account struct{}

// serverUser says that none is started: what keeps a server is a shell.
func serverUser() (account, error) {
	return account{}, fmt.Errorf("no PostgreSQL is started on this system: set %s to the URL of one", Variable)
}

func (account) temporary() string   { return "" }
func (account) own(string) error    { return nil }
func (account) ownAll(string) error { return nil }
func (account) runs(*exec.Cmd)      {}
