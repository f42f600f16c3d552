package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/types"
)

// Naming is what a folder knows of names beside what they say: by its defaults.json, and by its schema.
type Naming struct {
	Public, Secret, InURL []string           // environment variables
	NotHash               []statement.Column // in small letters
	Accounts              []string           // tables that keep accounts, in small letters
	Hashes                []statement.Column // of which the schema itself makes hashes of passwords, in small letters
}

// Variable returns the labels of an environment variable. One that is public by the project's word stays out of the
// log, which knows names alone.
func (n *Naming) Variable(name string) types.Label {
	switch labels := types.LabelsOf(types.FromEnv, name); {
	case slices.Contains(n.Secret, name):
		return types.Secret
	case slices.Contains(n.Public, name):
		return labels&^types.Secret | types.Private
	default:
		return labels
	}
}

// Column returns the labels that its name gives a column, its table being known.
func (n *Naming) Column(c statement.Column) types.Label {
	c = lower(c)
	labels := types.LabelsOf(types.FromColumn, c.Name)
	switch {
	case slices.Contains(n.NotHash, c):
		return notHash(labels)
	case slices.Contains(n.Hashes, c), c.Name == accountHash && n.keepsAccounts(c.Table):
		return labels | types.Hash
	}
	return labels
}

// accountHash is the column that is the hash of a password in a table of accounts, and of anything elsewhere.
const accountHash = "hash"

func (n *Naming) keepsAccounts(table string) bool {
	return slices.Contains(n.Accounts, table) || types.KeepsAccounts(table)
}

// result returns the labels that its name gives a column of a result, which is made of columns of tables.
func (n *Naming) result(name string, of []statement.Column) types.Label {
	labels := types.LabelsOf(types.FromColumn, name)
	listed := func(c statement.Column) bool { return slices.Contains(n.NotHash, lower(c)) }
	if len(of) > 0 && !slices.ContainsFunc(of, func(c statement.Column) bool { return !listed(c) }) {
		return notHash(labels)
	}
	return labels
}

// notHash returns the labels of a column whose name says that it is the hash of a password, where it is none. The log
// knows names alone.
func notHash(l types.Label) types.Label {
	if !l.Has(types.Hash) {
		return l
	}
	return l&^types.Hash | types.Private
}

// ColumnOf reads a column as defaults.json writes it, "files.hash"; ok is unset where it names no table.
func ColumnOf(text string) (c statement.Column, ok bool) {
	i := strings.LastIndexByte(text, '.')
	if i < 0 {
		return statement.Column{}, false
	}
	return lower(statement.Column{Table: text[:i], Name: text[i+1:]}), true
}
