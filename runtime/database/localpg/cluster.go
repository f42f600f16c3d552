package localpg

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// initialised makes dir the data folder of a server. Making one takes a second, so that a copy is kept in the cache.
func initialised(ctx context.Context, dir, bin string, who account) error {
	kept := cacheFolder(bin)
	if kept != "" && os.CopyFS(dir, os.DirFS(kept)) == nil {
		return who.ownAll(dir)
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("removing half a copy of a PostgreSQL: %w", err)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "initdb"),
		"-D", dir, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	cmd.Dir = filepath.Dir(dir)
	who.runs(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, strings.TrimSpace(string(out)))
	}
	keep(dir, kept)
	return nil
}

// cacheFolder is where the data folder of a version is kept, "" where there is no cache.
func cacheFolder(bin string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	out, err := exec.Command(filepath.Join(bin, "postgres"), "--version").Output()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "flowc", strings.Join(strings.Fields(string(out)), "-"))
}

// keep copies a data folder into the cache, whole or not at all. Without a cache the next server takes its second
// again.
func keep(dir, kept string) {
	if kept == "" || os.MkdirAll(filepath.Dir(kept), 0o700) != nil {
		return
	}
	part, err := os.MkdirTemp(filepath.Dir(kept), "part-")
	if err != nil {
		return
	}
	defer os.RemoveAll(part)
	if os.CopyFS(filepath.Join(part, "data"), os.DirFS(dir)) == nil {
		_ = os.Rename(filepath.Join(part, "data"), kept) // somebody else's, who was first, is as good
	}
}
