package assist

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Table is a table or view of a folder's schema.
type Table struct {
	Name    string   `json:"name"`
	Columns []Column `json:"columns"`
}

// Column is a column of a Table.
type Column struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"` // as the schema writes it
	Nullable bool     `json:"nullable"`
	Labels   []string `json:"labels"`
}

// Tables are what a folder's schema declares. What only its schema for PostgreSQL does follows.
func Tables(f *gen.Folder) []Table {
	list := []Table{}
	if f.Schema != nil {
		list = tablesOf(f.ReadSQLite())
	}
	if f.Postgres == nil {
		return list
	}
	for _, t := range tablesOf(f.ReadPostgres(nil)) {
		if !slices.ContainsFunc(list, func(have Table) bool { return strings.EqualFold(have.Name, t.Name) }) {
			list = append(list, t)
		}
	}
	return list
}

func tablesOf(s *statement.Schema) []Table {
	list := []Table{}
	for _, t := range s.Tables() {
		table := Table{Name: t.Name, Columns: []Column{}}
		for _, c := range t.Columns {
			column := Column{Name: c.Name, Type: c.Type, Nullable: !c.NotNull && !c.Identity, Labels: []string{}}
			if text := types.LabelsOf(types.FromColumn, c.Name).String(); text != "" {
				column.Labels = strings.Split(text, ",")
			}
			table.Columns = append(table.Columns, column)
		}
		list = append(list, table)
	}
	return list
}

// Function is a Go function that a workflow may call.
type Function struct {
	Name      string `json:"name"`
	Signature string `json:"signature"` // "price({sku: string}) {cents: int}"
	Doc       string `json:"doc"`
}

// Functions are the Go functions beside a folder's workflows, and those of flowc that tell who sent a webhook.
func Functions(f *gen.Folder) []Function {
	imports := f.Imports
	if imports == nil {
		imports = gocheck.NewImports(f.Dir)
	}
	known := gocheck.Open(f.Sources, imports)
	list := []Function{}
	for _, name := range slices.Concat(known.Own(), known.Verifiers()) {
		fn, problem := known.Function(name)
		if problem != nil {
			continue
		}
		signature := name + "(" + typeText(fn.In) + ")"
		if out := typeText(fn.Out); out != "" {
			signature += " " + out
		}
		list = append(list, Function{Name: name, Signature: signature, Doc: verifies(fn)})
	}
	return list
}

// Files are the files of a folder that answers may be made of: plain ones, and none of the compiler's own.
func Files(f *gen.Folder) []string {
	list := []string{}
	for _, o := range fileOffers(f.Files) {
		list = append(list, o.Text)
	}
	return list
}

func typeText(t types.Type) string {
	if t.Kind == types.Unknown {
		return ""
	}
	return t.String()
}

func verifies(fn templates.Function) string {
	if fn.Verifies {
		return "Tells who sent the request of a webhook."
	}
	return ""
}

// offered are the offers whose name begins as what is typed, in any case; those where it stands inside follow.
func offered(all []Offer, typed string) []Offer {
	typed = strings.ToLower(typed)
	rank := func(o Offer) int {
		switch name := strings.ToLower(o.Label); {
		case strings.HasPrefix(name, typed):
			return 0
		case strings.Contains(name, typed):
			return 1
		}
		return 2
	}
	list := slices.DeleteFunc(slices.Clone(all), func(o Offer) bool { return rank(o) == 2 })
	slices.SortStableFunc(list, func(a, b Offer) int { return rank(a) - rank(b) })
	return append([]Offer{}, list...)
}
