package sqlite

import (
	"slices"
	"strings"
)

// tables are the tables and views that the statement names, each once, without what its WITH calls so.
func (p *parser) tables() []Table {
	var list []Table
	for _, t := range p.named {
		if slices.ContainsFunc(p.ctes, func(name string) bool { return strings.EqualFold(name, t.Name) }) && !t.Writes {
			continue
		}
		i := slices.IndexFunc(list, func(known Table) bool { return strings.EqualFold(known.Name, t.Name) })
		if i < 0 {
			list = append(list, t)
			continue
		}
		list[i].Writes = list[i].Writes || t.Writes
	}
	return list
}
