package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
)

// service is a folder that a server is started in, with the folders of workflows that belong to it.
type service struct {
	dir     string // relative to the working directory where it is in it
	folders []*folder
}

// findServices reads the services of the workflows that paths name, sorted by folder.
func findServices(paths []string) ([]*service, error) {
	places, err := findPlaces(paths)
	if err != nil {
		return nil, err
	}
	byDir := map[string]*service{}
	var all []*service
	for _, place := range places {
		f, err := readFolder(place.dir)
		if err != nil {
			return nil, err
		}
		dir := homeOf(place.dir)
		if byDir[dir] == nil {
			byDir[dir] = &service{dir: dir}
			all = append(all, byDir[dir])
		}
		byDir[dir].folders = append(byDir[dir].folders, f)
	}
	slices.SortFunc(all, func(a, b *service) int { return cmp.Compare(a.dir, b.dir) })
	return all, nil
}

// homeOf is the folder that a server with the workflows of dir is started in: the nearest one, from dir upwards, that
// holds what only a project has; dir itself where there is none.
func homeOf(dir string) string {
	path, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	for {
		for _, name := range []string{"main.go", ".env", ".env.example", "go.mod"} {
			if _, err := os.Stat(filepath.Join(path, name)); err == nil {
				return nearby(path)
			}
		}
		parent := filepath.Dir(path)
		if parent == path {
			return dir
		}
		path = parent
	}
}
