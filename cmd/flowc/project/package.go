package project

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/schema/diag"
)

// choosePackage sets the name of the folder's Go package: what its hand-written files say, else one made from the
// folder's name. Files of another package, such as external tests and programs that no build includes, declare
// nothing that could be in the way of generated Go: they leave Sources.
func (f *Folder) choosePackage() error {
	clauses := map[*diag.File]string{}
	for _, file := range f.Sources {
		clauses[file] = packageClause(file)
	}
	for _, file := range append(slices.Clone(f.Sources), f.inTheWay...) {
		name := packageClause(file)
		if name == "" || !builds(file.Name) {
			continue
		}
		if strings.HasSuffix(file.Name, "_test.go") {
			name = strings.TrimSuffix(name, "_test")
		}
		f.Package = name
		break
	}
	if f.Package == "" {
		path, err := filepath.Abs(f.Dir)
		if err != nil {
			return fmt.Errorf("naming the package of %s: %w", f.Dir, err)
		}
		f.Package = packageName(filepath.Base(path))
	}
	f.Sources = slices.DeleteFunc(f.Sources, func(file *diag.File) bool { return clauses[file] != f.Package })
	return nil
}

// packageClause is the name in a file's package clause, or "" where it has none that can be read.
func packageClause(file *diag.File) string {
	parsed, err := parser.ParseFile(token.NewFileSet(), file.Name, file.Src, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return parsed.Name.Name
}

// builds reports whether the go command builds a file, by its name and build constraints.
func builds(path string) bool {
	match, err := build.Default.MatchFile(filepath.Dir(path), filepath.Base(path))
	return err == nil && match
}

// packageName makes a package name of a folder's: lower case, letters and digits.
func packageName(folder string) string {
	name := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return -1
	}, folder)
	if name == "" || name == "main" || token.IsKeyword(name) || unicode.IsDigit(rune(name[0])) {
		return "flows" + name
	}
	return name
}
