package secrets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
)

// The names of defaults.json that hints name.
const (
	PublicRow  = "public"
	SecretRow  = "secret"
	NotHashRow = "notHash"
	InURLRow   = "inUrl"
)

// rowHint says how the project says that a name means something else.
func rowHint(when, row, name string) string {
	return fmt.Sprintf("; %s write %q into %q of \"names\" in defaults.json", when, name, row)
}

// notHashHint says how the project says that the only column that a value is made of is no hash of a password, or "".
func notHashHint(p *rule.Pass, columns []values.ReadColumn) string {
	if len(columns) != 1 || columns[0].Table == "" {
		return ""
	}
	column := columns[0].Column
	before, _ := strings.CutSuffix(column.Name, "hash")
	if label.IsPassword(before) || !p.Program.Naming.Column(column).Has(types.Hash) {
		return ""
	}
	return rowHint("if it is not the hash of a password,", NotHashRow, columnName(column))
}

// InURLHint says how the project says that the only variable in an expression may stand in a URL, or "".
func InURLHint(c Carried) string {
	if len(c.Reads) != 1 {
		return ""
	}
	return rowHint("if the service takes it only there,", InURLRow, c.Reads[0])
}

// publicHints says both ways to say that everybody may know a variable, whose name does not say that it holds a
// secret; or "".
func publicHints(variables []string) string {
	if len(variables) != 1 || strings.HasPrefix(variables[0], "PUBLIC_") || label.SaysSecret(variables[0]) {
		return ""
	}
	name := variables[0]
	return rowHint("if it is no secret, name it PUBLIC_"+name+", or", PublicRow, name)
}

// saysPublic reports whether the folder's own defaults.json says that everybody may know a variable.
func saysPublic(p *rule.Pass, variable string) bool {
	return p.Defaults != nil && RowOf(p.Defaults.Public, variable) != nil
}

// RowOf returns the row of a text, or nil.
func RowOf(rows []schema.Text, text string) *schema.Text {
	i := slices.IndexFunc(rows, func(r schema.Text) bool { return r.Value == text })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// keepHint says how a function keeps to itself what it was given, where a value comes from one.
func keepHint(p *rule.Pass, e *expr.Expr, labels types.Label) string {
	for src := range rule.OriginsOf(p.Values(), e) {
		if src.Kind == trace.Output && src.Step.Node.Function().Known {
			return fmt.Sprintf("; if the function of %q does not return it, tag the field of its input with flowc:\"%s\"",
				src.Step.Node.ID.Value, e.Type.AllLabels()&labels)
		}
	}
	return ""
}

func columnName(c statement.Column) string {
	if c.Table == "" {
		return c.Name
	}
	return c.Table + "." + c.Name
}
