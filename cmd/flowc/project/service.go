package project

import (
	"cmp"
	"slices"
)

// Service is a folder that a server is started in, with the folders of workflows that belong to it.
type Service struct {
	Dir     string // relative to the working directory where it is in it
	Folders []*Folder
}

// FindServices reads the services of the workflows that paths name, sorted by folder.
func FindServices(paths []string) ([]*Service, error) {
	var all []*Service
	err := Each(paths, func(p *Project) error {
		byDir := map[string]*Service{}
		for _, asked := range p.Asked {
			f, _ := p.Folder(asked)
			dir := HomeOf(f.Dir)
			if byDir[dir] == nil {
				byDir[dir] = &Service{Dir: dir}
				all = append(all, byDir[dir])
			}
			byDir[dir].Folders = append(byDir[dir].Folders, f)
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b *Service) int { return cmp.Compare(a.Dir, b.Dir) })
	return all, err
}

// guest reports whether programs import the service's workflows, and flowc's runtime serves none of them.
func (s *Service) guest() bool {
	if IsProgram(s.Dir) {
		return !servedByRuntime(s.Dir)
	}
	var folders []string
	for _, f := range s.Folders {
		folders = append(folders, f.Dir)
	}
	programs := importersOf(s.Dir, folders)
	return len(programs) > 0 && !slices.ContainsFunc(programs, servedByRuntime)
}

// HomeOf is the folder that a server with the workflows of dir is started in: that of its project, or the nearest one
// on the way there that has an .env; dir itself where there is neither.
func HomeOf(dir string) string {
	home, found := nearestWith(dir, append(marks(), ".env"))
	if !found {
		return dir
	}
	return Nearby(home)
}
