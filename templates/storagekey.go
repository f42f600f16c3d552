package templates

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// StorageKey is the Go expression of a Key field: its literal, or the call that puts its values behind the prefix.
func StorageKey(s Step, field string) *jen.Statement {
	prefix, values := strings.CutSuffix(s.Text(field), ":")
	if !values {
		return jen.Lit(prefix)
	}
	return jen.Qual(Storage, "Key").Call(append([]jen.Code{jen.Lit(prefix)}, s.Args(field)...)...)
}

// StoragePrefix is the Go expression of a Key field that is a prefix of keys.
func StoragePrefix(s Step, field string) *jen.Statement {
	prefix := strings.TrimSuffix(s.Text(field), ":")
	return jen.Qual(Storage, "Prefix").Call(append([]jen.Code{jen.Lit(prefix)}, s.Args(field)...)...)
}
