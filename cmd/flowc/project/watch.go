package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// settleTime is how long nothing must change before a change counts: editors write in several steps, and a version
// control system many files.
const settleTime = 50 * time.Millisecond

// Watch reports changes of the sources in dir and below, and of the schemas that those name, each with the time of its
// last event, until ctx ends.
func Watch(ctx context.Context, dir string) (<-chan time.Time, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching for changes: %w", err)
	}
	if err := watchBelow(watcher, dir); err != nil {
		_ = watcher.Close()
		return nil, fmt.Errorf("watching for changes: %w", err)
	}
	changes := make(chan time.Time, 1)
	go func() {
		defer watcher.Close()
		forward(ctx, watcher, changes)
	}()
	return changes, nil
}

// watchBelow adds a folder and those in it. One that is gone by then is nothing to watch.
func watchBelow(watcher *fsnotify.Watcher, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case os.IsNotExist(err):
			return nil
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != root && ignoredFolder(d.Name()):
			return fs.SkipDir
		}
		return errors.Join(watcher.Add(path), watchTables(watcher, path))
	})
}

// watchTables adds the folders of the schemas that the defaults of a folder name. One that is not there is nothing to
// watch.
func watchTables(watcher *fsnotify.Watcher, dir string) error {
	src, err := ReadText(filepath.Join(dir, schema.DefaultsFile))
	if err != nil {
		return nil
	}
	named := tablesOf(diag.NewFile(schema.DefaultsFile, src))
	if named == nil {
		return nil
	}
	for _, text := range slices.Concat(named.Postgres, named.SQLite) {
		path := Absolute(filepath.Join(dir, filepath.FromSlash(text.Value)))
		info, err := os.Stat(path)
		switch {
		case err != nil:
			continue
		case !info.IsDir():
			path = filepath.Dir(path)
		}
		if err := watcher.Add(path); err != nil {
			return err
		}
	}
	return nil
}

// forward sends to changes whenever sources have changed and then rested.
func forward(ctx context.Context, watcher *fsnotify.Watcher, changes chan<- time.Time) {
	var last time.Time
	rested := time.NewTimer(settleTime)
	rested.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-watcher.Events:
			if counts(watcher, event) {
				last = time.Now()
				rested.Reset(settleTime)
			}
		case <-watcher.Errors: // too many events at once: some change was among them
			last = time.Now()
			rested.Reset(settleTime)
		case <-rested.C:
			select {
			case changes <- last:
			default: // one is waiting already
			}
		}
	}
}

// counts reports whether an event is a change of the sources, and watches new folders.
func counts(watcher *fsnotify.Watcher, event fsnotify.Event) bool {
	if event.Has(fsnotify.Create) {
		if info, err := os.Stat(event.Name); err == nil && info.IsDir() && !ignoredFolder(info.Name()) {
			return watchBelow(watcher, event.Name) == nil
		}
	}
	if name := filepath.Base(event.Name); name == schema.DefaultsFile && event.Op != fsnotify.Chmod {
		return watchTables(watcher, filepath.Dir(event.Name)) == nil
	}
	return event.Op != fsnotify.Chmod && isSource(filepath.Base(event.Name))
}

// isSource reports whether what is served depends on a file of that name. Generated Go follows from the others, and
// would only make dev answer itself.
func isSource(name string) bool {
	switch {
	case name == ".env" || strings.HasPrefix(name, ".env."), name == "go.mod", name == "go.sum":
		return true
	case strings.HasPrefix(name, "."), strings.HasSuffix(name, GeneratedSuffix):
		return false
	}
	ext := filepath.Ext(name)
	return strings.HasSuffix(name, DocumentSuffix) || name == schema.DefaultsFile || ext == ".go" || ext == ".sql"
}
