package project

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A program that was run is kept in the user's cache until its project is run next. The go command writes into each of
// which it is linked, by hashes, and leaves one as it is that it would link so again: that is most of its work where
// nothing has changed.

// builtFor is how long a program is kept that nobody runs.
const builtFor = 5 * 24 * time.Hour

// builtFolder is where the program of the project in dir is kept, alone; "" where none is: there is no cache, or the
// project is a temporary one, which nobody runs again.
func builtFolder(dir string) string {
	cache, err := os.UserCacheDir()
	dir = Absolute(dir)
	if err != nil || strings.HasPrefix(dir, Absolute(os.TempDir())+string(filepath.Separator)) {
		return ""
	}
	return filepath.Join(cache, "flowc", "built", fmt.Sprintf("%x", sha256.Sum256([]byte(dir)))[:32])
}

// takeBuilt copies the program that is kept of the project in dir into folder, for the go command to find, and returns
// its path there; "" where none is kept, or it can't be had.
func takeBuilt(dir, folder string) string {
	kept := builtFolder(dir)
	if kept == "" {
		return ""
	}
	found, err := os.ReadDir(kept)
	if err != nil || len(found) != 1 {
		return ""
	}
	content, err := os.ReadFile(filepath.Join(kept, found[0].Name()))
	if err != nil {
		return ""
	}
	path := filepath.Join(folder, found[0].Name())
	if os.WriteFile(path, content, 0o755) != nil {
		_ = os.Remove(path)
		return ""
	}
	return path
}

// KeepBuilt keeps a program that Build has built of the project in dir, whole or not at all, and forgets what nobody
// has run for long. Where that fails the next Build links it again.
func KeepBuilt(dir, program string) {
	kept := builtFolder(dir)
	content, err := os.ReadFile(program)
	if kept == "" || err != nil {
		return
	}
	now := time.Now()
	if found, err := os.ReadFile(filepath.Join(kept, filepath.Base(program))); err == nil && bytes.Equal(found, content) {
		_ = os.Chtimes(kept, now, now)
		return
	}
	forgetBuilt(filepath.Dir(kept), now.Add(-builtFor))
	writeBuilt(kept, filepath.Base(program), content)
}

// writeBuilt makes the folder kept, with a program alone, in place of what is there.
func writeBuilt(kept, name string, content []byte) {
	if os.MkdirAll(filepath.Dir(kept), 0o700) != nil {
		return
	}
	part, err := os.MkdirTemp(filepath.Dir(kept), "part-")
	if err != nil {
		return
	}
	defer os.RemoveAll(part)
	if os.WriteFile(filepath.Join(part, name), content, 0o700) == nil && os.RemoveAll(kept) == nil {
		_ = os.Rename(part, kept) // fails where another has done so meanwhile, whose program is as good
	}
}

// forgetBuilt removes what was last run before a time.
func forgetBuilt(all string, before time.Time) {
	entries, _ := os.ReadDir(all) // there is nothing yet
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.RemoveAll(filepath.Join(all, e.Name()))
		}
	}
}
