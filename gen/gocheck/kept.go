package gocheck

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"
)

// Kept are the packages around projects, for a program that reads them again and again: they are loaded anew only where
// a file that they were loaded from is another one than it was. Loading takes longer than all else that is done to a
// project. The zero Kept has loaded nothing; it may be used by several goroutines.
type Kept struct {
	mu   sync.Mutex
	last map[string]*Imports // by their folder
}

// Imports returns the packages that Go files in dir may import, as the files on disk are now. Those of the first time
// are not used again: what they were loaded from is asked of the go command as well, which a program that reads once
// need not wait for.
func (k *Kept) Imports(dir string) *Imports {
	k.mu.Lock()
	defer k.mu.Unlock()
	last := k.last[dir]
	if last.current() {
		return last
	}
	next := NewImports(dir)
	if last != nil {
		next.from = stamps{}
		next.from.module(dir)
	}
	if k.last == nil {
		k.last = map[string]*Imports{}
	}
	k.last[dir] = next
	return next
}

// current reports whether all that was loaded is what would be loaded now. Of what could not be, nobody knows where it
// would come from.
func (i *Imports) current() bool {
	if i == nil {
		return false
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, l := range i.loaded {
		if l.err != nil {
			return false
		}
	}
	return i.from != nil && i.from.current()
}

// trace remembers the files that packages follow from, before they are loaded: one that is written meanwhile is another
// one then.
func (i *Imports) trace(paths []string) {
	if i.from == nil {
		return
	}
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	found, err := packages.Load(&packages.Config{Mode: mode, Dir: i.dir}, paths...)
	if err != nil {
		i.from = nil // loading says what is wrong, or is done anew the next time
		return
	}
	packages.Visit(found, nil, func(p *packages.Package) { i.from.add(p) })
}

// stamps are files and folders by their paths, as they were when they were looked at first.
type stamps map[string]stamp

// stamp identifies a state of a file; it is zero where there is none.
type stamp struct {
	size     int64
	modified time.Time
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

func (s stamps) look(path string) {
	if _, done := s[path]; !done {
		s[path] = stampOf(path)
	}
}

func (s stamps) current() bool {
	for path, then := range s {
		now := stampOf(path)
		if now.size != then.size || !now.modified.Equal(then.modified) {
			return false
		}
	}
	return true
}

// module adds what says in which versions the modules around dir are used.
func (s stamps) module(dir string) {
	if settings, err := os.UserConfigDir(); err == nil {
		s.look(filepath.Join(settings, "go", "env")) // where go env -w writes
	}
	path, err := filepath.Abs(dir)
	if err != nil {
		return // the go command can't work there either
	}
	for ; ; path = filepath.Dir(path) {
		for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum", "vendor/modules.txt"} {
			s.look(filepath.Join(path, name))
		}
		if path == filepath.Dir(path) {
			return
		}
	}
}

// add adds the files of a package, those that build constraints put away too, and its folder, for those that are added
// to it. What is of a version does not change.
func (s stamps) add(p *packages.Package) {
	if m := p.Module; m != nil {
		if m.Replace != nil {
			m = m.Replace
		}
		if m.Version != "" {
			return
		}
		s.look(m.GoMod)
	}
	for _, files := range [][]string{p.GoFiles, p.IgnoredFiles} {
		for _, file := range files {
			s.look(file)
			s.look(filepath.Dir(file))
		}
	}
}
