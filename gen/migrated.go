package gen

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// inFolder says of a diagnostic where the tables of its folder are declared: in a migration, where these make them.
func (f *Folder) inFolder(d diag.Diagnostic) diag.Diagnostic {
	if f.Elsewhere {
		d.Message, d.Hint = strings.ReplaceAll(d.Message, "schema.sql", "the schema"), strings.ReplaceAll(d.Hint, "schema.sql", "the schema")
	}
	if f.migrates() {
		d.Message, d.Hint = strings.ReplaceAll(d.Message, "schema.sql", "a migration"), strings.ReplaceAll(d.Hint, "schema.sql", "a migration")
	}
	return d
}

// migrates reports whether there is no schema.sql that counts, as there are migrations.
func (f *Folder) migrates() bool {
	return slices.Contains(f.Migrations, "migrations") || f.Schema == nil && len(f.Migrations) > 0
}
