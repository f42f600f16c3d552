package diag

import (
	"cmp"
	"slices"
	"strings"
)

// Code is one kind of mistake: a variable of this package, which all that report it name.
type Code struct {
	Name     string   // "FC001"; never used again for anything else
	Severity Severity // of every diagnostic with this code
	Title    string   // a few words, lower case
	Doc      string   // what is wrong, why it matters and what to do, as Markdown
	Flow     bool     // it is about the order in which nodes run, which gen/flow/README.md tells
}

// String returns the name.
func (c *Code) String() string { return c.Name }

// codes are those of the files codes_*.go, which add them while this package is initialised.
var codes []*Code

func add(c Code) *Code {
	codes = append(codes, &c)
	return &c
}

// Codes returns all codes, by name.
func Codes() []*Code {
	return slices.SortedFunc(slices.Values(codes), func(a, b *Code) int { return cmp.Compare(a.Name, b.Name) })
}

// FindCode returns the code of that name, in upper or lower case, or nil.
func FindCode(name string) *Code {
	i := slices.IndexFunc(codes, func(c *Code) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return nil
	}
	return codes[i]
}
