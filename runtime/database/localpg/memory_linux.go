package localpg

import (
	"os"
	"syscall"
)

const (
	tmpfs       = 0x01021994 // f_type of a file system in memory: statfs(2)
	noExec      = 8          // f_flags of one that runs no program
	memoryWants = 1 << 30    // bytes that have to be free there: a container often has 64 MiB of it
)

// Memory is a folder of this machine that is kept in memory, for what is soon removed again, programs too. It is ""
// where there is none with room, or where TMPDIR says where temporary files belong. A server's folder is a thousand
// files, and each of its databases three hundred: making and removing these is most of what a test of a database takes
// on a disk.
func Memory() string {
	const dir = "/dev/shm"
	var at syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(dir, &at) != nil {
		return ""
	}
	if int64(at.Type) != tmpfs || at.Flags&noExec != 0 || at.Bavail*uint64(at.Bsize) < memoryWants {
		return ""
	}
	return dir
}
