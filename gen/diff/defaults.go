package diff

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/schema"
)

// Defaults compares what a folder says of names at two times; nil is a folder that says nothing. It is weaker where a
// row takes a label away that it had.
func Defaults(before, after *schema.Defaults) []Change {
	c := Change{Sign: '~', What: "names"}
	for _, list := range []struct {
		key      string
		rows     func(*schema.Defaults) []schema.Text
		takes    bool   // a row takes a label away, and does not give one
		of, then string // what it says of a row
	}{
		{"public", func(d *schema.Defaults) []schema.Text { return d.Public }, true, "env.", "is no secret any more"},
		{"secret", func(d *schema.Defaults) []schema.Text { return d.Secret }, false, "env.", "is no secret any more"},
		{"notHash", func(d *schema.Defaults) []schema.Text { return d.NotHash }, true, "", "is no hash of a password any more"},
		{"inUrl", func(d *schema.Defaults) []schema.Text { return d.InURL }, true, "env.", "may stand in a URL"},
	} {
		gone, fresh := rowsOf(list.rows, before), rowsOf(list.rows, after)
		c.compare(list.key, "is gone", gone, fresh, list.of, list.then, !list.takes)
		c.compare(list.key, "is new", fresh, gone, list.of, list.then, list.takes)
	}
	if c.Details == nil {
		return nil
	}
	return []Change{c}
}

func rowsOf(rows func(*schema.Defaults) []schema.Text, d *schema.Defaults) []string {
	if d == nil {
		return nil
	}
	var list []string
	for _, row := range rows(d) {
		list = append(list, row.Value)
	}
	return list
}

// compare notes the rows of one time that are not there at the other.
func (c *Change) compare(key, what string, rows, others []string, of, then string, weaker bool) {
	for _, row := range rows {
		if slices.Contains(others, row) {
			continue
		}
		c.Details = append(c.Details, fmt.Sprintf("%s: %q %s", key, row, what))
		if weaker {
			c.Details = append(c.Details, fmt.Sprintf("weaker: %s%s %s", of, row, then))
		}
		c.Weaker = c.Weaker || weaker
	}
}
