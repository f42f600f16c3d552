package main

import (
	"cmp"
	"slices"
)

// service is a folder that a server is started in, with the folders of workflows that belong to it.
type service struct {
	dir     string // relative to the working directory where it is in it
	folders []*folder
}

// findServices reads the services of the workflows that paths name, sorted by folder.
func findServices(paths []string) ([]*service, error) {
	byDir := map[string]*service{}
	var all []*service
	err := eachProject(paths, func(p *project) error {
		for _, asked := range p.asked {
			f, _ := p.folder(asked)
			dir := homeOf(f.dir)
			if byDir[dir] == nil {
				byDir[dir] = &service{dir: dir}
				all = append(all, byDir[dir])
			}
			byDir[dir].folders = append(byDir[dir].folders, f)
		}
		return nil
	})
	slices.SortFunc(all, func(a, b *service) int { return cmp.Compare(a.dir, b.dir) })
	return all, err
}

// homeOf is the folder that a server with the workflows of dir is started in: that of its project, or the nearest one on the
// way there that has an .env; dir itself where there is neither.
func homeOf(dir string) string {
	home, found := nearestWith(dir, append(projectMarks(), ".env"))
	if !found {
		return dir
	}
	return nearby(home)
}
