package gen

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/hashing"
	"github.com/flowc-dev/flowc/gen/sql/lineage"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// names is what the folders of a project know of names.
type names []folderNames

// folderNames is what one of them does.
type folderNames struct {
	defaults  *schema.Defaults // nil without a defaults.json that can be read
	schemas   []*lineage.Schema
	tables    []*ddl.Table
	variables []string // that its documents name
}

// readNames reads the defaults of folders, and what is wrong with the form of these files.
func readNames(folders []*Folder, proofs []*Proofs) (names, diag.List) {
	all := make(names, len(folders))
	var list diag.List
	for i, f := range folders {
		if f.Defaults != nil {
			var problems diag.List
			all[i].defaults, problems = schema.ParseDefaults(f.Defaults)
			list.Add(problems...)
		}
		if f.Schema != nil {
			all[i].schemas = append(all[i].schemas, f.ReadSQLite())
		}
		if f.Postgres != nil {
			all[i].schemas = append(all[i].schemas, proofs[i].schema)
		}
		for _, s := range all[i].schemas {
			all[i].tables = append(all[i].tables, s.Tables()...)
		}
	}
	if slices.ContainsFunc(all, func(n folderNames) bool { return n.defaults != nil }) {
		for i, f := range folders {
			all[i].variables = variablesNamed(f.Documents)
		}
	}
	return all, list
}

// namedVariable matches the name of a variable where a document reads it.
var namedVariable = regexp.MustCompile(`\benv\.([A-Za-z_][A-Za-z0-9_]*)`)

func variablesNamed(documents []*diag.File) []string {
	var list []string
	for _, d := range documents {
		for _, found := range namedVariable.FindAllSubmatch(d.Src, -1) {
			list = append(list, string(found[1]))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// naming is what folder i knows of names. A variable is one for the whole program: it is a secret where one folder
// says so, and public where each that names it does.
func (all names) naming(i int) *ir.Naming {
	n := &ir.Naming{}
	for _, f := range all {
		if f.defaults != nil {
			n.Secret = append(n.Secret, texts(f.defaults.Secret)...)
			for _, name := range texts(f.defaults.Public) {
				if !slices.Contains(n.Public, name) && all.arePublic(name) {
					n.Public = append(n.Public, name)
				}
			}
		}
	}
	slices.Sort(n.Secret)
	slices.Sort(n.Public)
	f := all[i]
	if f.defaults != nil {
		n.InURL = texts(f.defaults.InURL)
		for _, text := range texts(f.defaults.NotHash) {
			if c, ok := ir.ColumnOf(text); ok {
				n.NotHash = append(n.NotHash, c)
			}
		}
	}
	for _, s := range f.schemas {
		for _, t := range s.Tables() {
			n.Accounts = append(n.Accounts, accountsIn(t)...)
			n.Hashes = append(n.Hashes, hashesIn(s, t)...)
		}
	}
	return n
}

// arePublic reports whether each folder that names a variable says that it is public.
func (all names) arePublic(name string) bool {
	return !slices.ContainsFunc(all, func(f folderNames) bool {
		if f.defaults == nil {
			return slices.Contains(f.variables, name)
		}
		says := slices.Contains(texts(f.defaults.Public), name)
		return !says && slices.Contains(f.variables, name) || slices.Contains(texts(f.defaults.Secret), name)
	})
}

func texts(rows []schema.Text) []string {
	var list []string
	for _, row := range rows {
		list = append(list, row.Value)
	}
	return list
}

// logins are the columns by which an account is found, without "_".
var logins = []string{
	"email", "emailaddress", "handle", "login", "loginname", "mail", "nick", "nickname", "phone", "phonenumber", "username",
}

// accountsIn returns the name of a table in small letters, where it keeps accounts by its columns: one of them is a
// password or the hash of one, or no two rows have the same login.
func accountsIn(t *ddl.Table) []string {
	for _, c := range t.Columns {
		login := slices.Contains(logins, strings.ReplaceAll(strings.ToLower(c.Name), "_", ""))
		labels := types.LabelsOf(types.FromColumn, c.Name)
		if login && t.IsUnique(c.Name) || labels.Has(types.Password|types.Hash) {
			return []string{strings.ToLower(t.Name)}
		}
	}
	return nil
}

// hashesIn are the columns of a table of which the schema makes hashes.
func hashesIn(s *lineage.Schema, t *ddl.Table) []statement.Column {
	var list []statement.Column
	for _, c := range t.Columns {
		name := strings.ToLower(c.Name)
		if strings.HasSuffix(name, "hash") && hashing.Column(s.Schema, t, c.Name) {
			list = append(list, statement.Column{Table: strings.ToLower(t.Name), Name: name})
		}
	}
	return list
}
