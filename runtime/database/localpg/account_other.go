//go:build !unix

package localpg

import (
	"fmt"
	"os/exec"
)

// account is the user that a server runs as.
type account struct{}

// serverUser says that none is started: what keeps a server is a shell.
func serverUser() (account, error) {
	return account{}, fmt.Errorf("%w that can be started on this system", ErrNone)
}

func (account) temporary() string   { return "" }
func (account) own(string) error    { return nil }
func (account) ownAll(string) error { return nil }
func (account) runs(*exec.Cmd)      {}
