package project

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// DirectiveFile holds the directive that has go generate run flowc. It is the last of its folder by name: go generate
// lists the files of a package first, and fails at one that flowc has removed before its turn.
const DirectiveFile = "zz_generate.go"

// Directive returns the content of a DirectiveFile in the package pkg, where call is how flowc is called there.
func Directive(pkg, call string) []byte {
	return fmt.Appendf(nil, `// Package %[1]s is what the workflows beside it compile to.
package %[1]s

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate %[2]s generate
`, pkg, call)
}

// misplaced returns an error where the Go of a workflow sorts behind the folder's DirectiveFile.
func (f *Folder) misplaced() error {
	if !slices.ContainsFunc(f.Sources, func(s *diag.File) bool { return filepath.Base(s.Name) == DirectiveFile }) {
		return nil
	}
	for _, document := range f.Documents {
		stem := strings.TrimSuffix(filepath.Base(document.Name), DocumentSuffix)
		if name := stem + GeneratedSuffix; name > DirectiveFile {
			return fmt.Errorf("%s: %s sorts behind %s, and go generate fails where such a file is removed: "+
				"rename the workflow's file", document.Name, name, DirectiveFile)
		}
	}
	return nil
}
