package ddl

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Known is a table as the engine has it, once it has run the schema.
type Known struct {
	Schema, Name string
	Columns      []Column
	Keys         []KnownKey
}

// KnownKey is a key of a Known: of all rows, and of columns alone.
type KnownKey struct {
	statement.Key
	Primary bool
	Of      string // the table that a foreign key refers to, with its schema
	Refers  []string
}

// learn takes over what the engine says. Of a table that the reader gave up, all that is known is the engine's.
func (s *Schema) learn(k Known) {
	t := s.ByID[id(k.Schema, k.Name)]
	switch {
	case t == nil:
		t = &Table{Name: k.Name, schema: k.Schema, name: k.Name, folded: k.Name, Lost: "it is not in the text"}
		s.ByID[t.id()] = t
	case t.View != nil:
		return
	}
	if t.Lost == "" {
		for _, c := range k.Columns {
			if own := t.Column(c.Name); own != nil {
				own.NotNull, own.Default, own.Generated = c.NotNull, c.Default, c.Generated
				own.Identity = c.Identity || own.Identity && c.Default || own.Identity && !s.Postgres
			}
		}
		return
	}
	before := t.Columns
	t.Lost, t.Columns, t.Unique, t.Keys = "", nil, nil, nil
	for _, c := range k.Columns {
		i := slices.IndexFunc(before, func(d *Column) bool { return strings.EqualFold(d.Name, c.Name) })
		if i >= 0 {
			own := before[i]
			c.Value, c.ValueAt, c.Fallback, c.Quoted = own.Value, own.ValueAt, own.Fallback, own.Quoted
		}
		c.array, c.Depth = strings.HasSuffix(c.Type, "]"), strings.Count(c.Type, "[")
		c.Identity = c.Identity || i >= 0 && before[i].Identity && c.Default
		t.Columns = append(t.Columns, &c)
	}
	slices.SortStableFunc(k.Keys, func(a, b KnownKey) int { return cmp.Compare(rank(a), rank(b)) })
	for _, known := range k.Keys {
		if known.Foreign {
			t.key(Key{Key: known.Key, Of: strings.ToLower(known.Of), refers: known.Refers})
			continue
		}
		t.key(Key{Key: known.Key, primary: known.Primary})
		t.Unique = append(t.Unique, known.Columns)
	}
}

// rank has primary keys first.
func rank(k KnownKey) int {
	if k.Primary {
		return 0
	}
	return 1
}
