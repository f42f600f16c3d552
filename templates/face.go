package templates

import "regexp"

// Face is how a canvas draws a node type.
type Face struct {
	Group Group
	Icon  []string // the paths of its icon, in 24 by 24, drawn with one stroke (SVG 2, 9.3)
	// Says is what a node does, in a few words, of its settings as the document writes them, or their defaults: "insert
	// into orders". It may be nil, or say nothing: then the setting that says most does.
	Says func(text func(field string) string) string
}

// Group is where a palette has a node type, and the hue of its nodes.
type Group string

// The groups, in the order of a palette.
const (
	GroupEntry  Group = "entry"
	GroupGuard  Group = "guard"
	GroupData   Group = "data"
	GroupLogic  Group = "logic"
	GroupAnswer Group = "answer"
)

// pathData is all that a path of an icon has: nothing that could be markup.
var pathData = regexp.MustCompile(`^[a-zA-Z0-9 .,-]+$`)

// problem says what is wrong with a face, "" where nothing is.
func (f Face) problem() string {
	switch f.Group {
	case "", GroupEntry, GroupGuard, GroupData, GroupLogic, GroupAnswer:
	default:
		return "is of no group that there is"
	}
	for _, path := range f.Icon {
		if !pathData.MatchString(path) {
			return "has an icon with more than path data"
		}
	}
	return ""
}
