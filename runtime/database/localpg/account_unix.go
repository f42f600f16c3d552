//go:build unix

package localpg

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the user that a server runs as: PostgreSQL refuses to run as root.
type account struct {
	uid, gid int
	other    bool // somebody else than this process
}

// serverUser is this user, or where that is root the one named postgres, else nobody.
func serverUser() (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ := strconv.Atoi(u.Uid)
			gid, _ := strconv.Atoi(u.Gid)
			return account{uid, gid, true}, nil
		}
	}
	return account{}, fmt.Errorf("%w that can run: it does not run as root, and there is no user named postgres or nobody", ErrNone)
}

// temporary is where the account can have a folder: of another user, the folder for temporary files may be out of
// reach.
func (a account) temporary() string {
	dir := os.TempDir()
	for at := dir; a.other; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err != nil || info.Mode().Perm()&0o001 == 0 {
			return "/tmp"
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return dir
}

// own gives a folder to the account.
func (a account) own(path string) error {
	if !a.other {
		return nil
	}
	return os.Lchown(path, a.uid, a.gid)
}

// ownAll gives a data folder to the account, and takes it from all others, as PostgreSQL wants.
func (a account) ownAll(dir string) error {
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return a.own(path)
	})
}

// runs makes a program run as the account, out of reach of the terminal's signals.
func (a account) runs(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if a.other {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
}
