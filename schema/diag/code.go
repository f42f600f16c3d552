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
	Flow     bool     // it is about the order in which nodes run, which gen/flow/README.md describes
	// Findings are the mistakes that a code stands for, where these are several: codes of the same name and severity, each
	// with a Slug, a title and a text of its own.
	Findings []*Code
	Slug     string // of a finding: "open-redirect"; else ""
}

// String returns the name, of a finding with its slug: "FC408/open-redirect".
func (c *Code) String() string {
	if c.Slug == "" {
		return c.Name
	}
	return c.Name + "/" + c.Slug
}

// finding adds one to a code.
func (c *Code) finding(slug, title, doc string) *Code {
	f := &Code{Name: c.Name, Severity: c.Severity, Title: title, Doc: doc, Flow: c.Flow, Slug: slug}
	c.Findings = append(c.Findings, f)
	return f
}

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

// FindCode returns the code or the finding of that name, in upper or lower case, or nil.
func FindCode(name string) *Code {
	for _, c := range codes {
		for _, found := range append([]*Code{c}, c.Findings...) {
			if strings.EqualFold(found.String(), name) {
				return found
			}
		}
	}
	return nil
}
