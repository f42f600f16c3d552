package diff

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/schema"
)

// Defaults compares what a folder says of names at two times; nil is a folder that says nothing. It is weaker where a
// row takes a label away that it had.
func Defaults(before, after *schema.Defaults) []Change {
	c := Change{Sign: '~', What: "names"}
	was, is := cmp.Or(before, &schema.Defaults{}), cmp.Or(after, &schema.Defaults{})
	for _, list := range []struct {
		key       string
		gone, new []schema.Text
		takes     bool   // a row takes a label away, and does not give one
		of, then  string // what it says of a row
	}{
		{"public", was.Public, is.Public, true, "env.", "is no secret any more"},
		{"secret", was.Secret, is.Secret, false, "env.", "is no secret any more"},
		{"notHash", was.NotHash, is.NotHash, true, "", "is no hash of a password any more"},
		{"inUrl", was.InURL, is.InURL, true, "env.", "may stand in a URL"},
	} {
		c.compare(list.key, "is gone", list.gone, list.new, list.of, list.then, !list.takes)
		c.compare(list.key, "is new", list.new, list.gone, list.of, list.then, list.takes)
	}
	if c.Details == nil {
		return nil
	}
	return []Change{c}
}

// compare notes the rows of one time that are not there at the other.
func (c *Change) compare(key, what string, rows, others []schema.Text, of, then string, weaker bool) {
	for _, row := range rows {
		if slices.ContainsFunc(others, func(other schema.Text) bool { return other.Value == row.Value }) {
			continue
		}
		c.Details = append(c.Details, fmt.Sprintf("%s: %q %s", key, row.Value, what))
		if weaker {
			c.Details = append(c.Details, fmt.Sprintf("weaker: %s%s %s", of, row.Value, then))
		}
		c.Weaker = c.Weaker || weaker
	}
}
